// A job as its process has it: its state, its journal while this process owns it, its current run. Over 300 lines, because
// it can be resumed and stopped by a user, a timetable or a new credential, while it runs, waits or rests.
import { isErrorCode } from '@shared/error-text';
import { StowageError, cancelled } from '@shared/errors';
import type { TransferJob } from '@shared/model/transfer';
import type { Pace } from '@shared/model/transfer-pace';
import { createSerialQueue } from '@shared/serial-queue';
import type { AccountSource } from '../../azure/account';
import { deniedScopeOf } from '../../azure/failures/denied-scope';
import type { Clock } from '../../ports';
import type { Beginning, JobEvent, JobHandle, JobSummary } from '../api';
import { begunFiles, removeLeftovers } from '../files/local-target';
import { abandonUploads } from '../files/s3-store';
import type { TargetClaims } from '../files/file-context';
import { type TuningStart, startFrom } from '../pace/job-tuning';
import type { LearnedStart } from '../pace/tuning-inputs';
import type { MemoryBudget } from '../pace/memory-budget';
import type { PacedJob, TransferTimetable } from '../pace/timetable';
import type { TurnQueue } from '../pace/turn-queue';
import { sourceOf } from '../plan/specs';
import { JobStatistics } from '../progress/all-runs';
import { perhapsWrittenIn } from '../records/files-state';
import { type JobJournal, createJobJournal } from '../records/job-journal';
import type { JobRecord, JobSpec, PlannedFile } from '../records/job-records';
import { type LifecycleEvent, isPossible } from '../../jobs/lifecycle';
import { withRemark } from '../records/remarks';
import { type ChangeDetails, type JobState, apply, markEarlier, stateChange } from '../records/job-state';
import type { JobStore, OpenedJob } from '../records/job-store';
import type { HoldSweeps } from '../threads/eager-sweeps';
import type { LateOptimising } from '../threads/late-optimising';
import type { Pool } from '../threads/pool';
import { type OpenAgain, type RetryChoice, openAgain } from './outcomes';
import { JobRun, type RunSetup } from './run';
import { type StopReason, endBy } from './stop';
import { snapshotOf, summaryOf } from './view';

/** What all jobs of a process share. */
export interface JobEnvironment extends Pick<RunSetup, 'filesAhead' | 'findingsOf'> {
  readonly clock: Clock;
  readonly accounts: AccountSource;
  readonly store: JobStore;
  readonly pool: Pool;
  readonly memory: MemoryBudget;
  readonly claims: TargetClaims;
  readonly timetable: TransferTimetable;
  readonly turns: TurnQueue;
  /** Held by each job while it runs. */
  readonly holdSweeps: HoldSweeps;
  readonly lateOptimising: LateOptimising;
  /** Settings that a user took from the lab for a connection. */
  readonly startOf: (connectionId: string) => TuningStart | null;
  /** What earlier jobs of this kind and connection found best. */
  readonly learned: (key: string) => LearnedStart;
  readonly onChange: () => void;
  readonly onRunEnded: (run: JobRun) => void;
}

/** Why a job is resumed. `credential`: the denied key or SAS may have been replaced. */
export interface ResumeOptions extends Beginning {
  readonly credential?: 'new';
  /** Files that replace those planned, if these have not ended. */
  readonly sources?: readonly PlannedFile[];
}

/** `timetable`: resumed by the timetable; a user may have requested it earlier. */
interface Relaunch extends Pick<ResumeOptions, 'credential' | 'sources'>, Partial<Pick<OpenAgain, 'pausedFiles'>> {
  readonly by?: 'person' | 'timetable';
}

/** `left`: it was cancelled meanwhile. */
type Relaunched = 'launched' | 'under way' | 'left';

/** Time between two snapshots of a job for its listeners. */
const snapshotEveryMs = 250;

export class Job implements PacedJob {
  /** Until then no timetable pauses it, because a user has started it. Wall time in ms. */
  freeUntilMs = 0;
  readonly #shared: JobEnvironment;
  readonly #listeners = new Set<(event: JobEvent) => void>();
  /** Operations on the journal from outside of a run, in sequence. */
  readonly #turns = createSerialQueue();
  #state: JobState;
  #run: JobRun | null = null;
  #journal: JobJournal | null = null;
  /** Its timetable holds back the launch for which the journal is open. */
  #isSetAside = false;
  #release: () => Promise<void> = () => Promise.resolve();
  #ended: Promise<JobSummary>;

  /** `opened`: of a new job, which this process owns; later it is opened by the job itself. */
  constructor(state: JobState, shared: JobEnvironment, opened: OpenedJob | null = null) {
    this.#state = state;
    this.#shared = shared;
    this.#ended = Promise.reject<JobSummary>(cancelled());
    this.#ended.catch(() => undefined);
    if (opened !== null) this.#own(opened);
  }

  get id(): string {
    return this.#state.head.id;
  }
  get clock(): Clock {
    return this.#shared.clock;
  }
  /** Read again whenever the job is resumed, because another process may have moved it meanwhile. */
  get state(): JobState {
    return this.#state;
  }
  get pace(): Pace {
    return this.#state.pace;
  }
  /** The current or last run in this process. */
  get run(): JobRun | null {
    return this.#run;
  }
  /** Rejects if it has not run in this process, or if its journal cannot be written. */
  get ended(): Promise<JobSummary> {
    return this.#ended;
  }
  /** Whether its journal is open: it runs, waits for its turn or is about to. */
  get isOpen(): boolean {
    return this.#journal !== null;
  }
  /** Whether it runs or waits for its turn. */
  get isUnderWay(): boolean {
    return this.isOpen && this.#run?.isOver === false;
  }
  /** Whether a timetable pauses it at the moment. */
  get isHeld(): boolean {
    return this.#shared.timetable.now(this)?.at === 'pause';
  }
  /** Whether it rests, to be resumed. */
  get isStopped(): boolean {
    return this.#state.state === 'interrupted' || this.#state.state === 'paused';
  }

  /** What whoever started or resumed the job holds of it. */
  handle(): JobHandle {
    const ended = (): Promise<JobSummary> => this.#ended;
    return {
      jobId: this.id,
      onEvent: (listen) => {
        this.#listeners.add(listen);
        return () => this.#listeners.delete(listen);
      },
      get ended() {
        return ended();
      },
      cancel: () => this.stop('cancel'),
      interrupt: () => this.stop('interrupt'),
    };
  }

  snapshot(): TransferJob {
    const { turns, timetable } = this.#shared;
    return snapshotOf(this.#state, this.#run, turns.positionOf(this.id), timetable.now(this));
  }

  /** What the queue shows of the job has changed. */
  changed(): void {
    this.#shared.onChange();
  }

  /** Resolves when everything the job has settled can be read in its journal. */
  async written(): Promise<void> {
    // A failed write ends the job, and the previous records can be read.
    await this.#journal?.write().catch(() => undefined);
  }

  /** Does nothing while the job rests. */
  note(record: JobRecord): void {
    this.#journal?.note(record);
  }

  async setPace(pace: Pace): Promise<void> {
    await this.whileOpen((journal) => journal.commit({ t: 'pace', pace }));
    this.changed();
  }

  /** From the pause of a timetable that it is in now. */
  holdFree(): void {
    const held = this.#shared.timetable.now(this);
    if (held?.at === 'pause') this.freeUntilMs = held.untilMs ?? Infinity;
  }

  /** Resolves when its run has ended in any way; at once if it has none. */
  async afterEnd(): Promise<void> {
    await this.#ended.catch(() => undefined);
  }

  /** Starts a job whose journal is open, or sets it aside while its timetable pauses it. */
  launch(insists: JobState['insists'] = 'no'): void {
    const journal = this.#journal;
    if (journal === null) return;
    const run = this.#newRun(journal, insists);
    this.#run = run;
    if (this.isHeld) {
      this.#ended = this.#setAside(run, journal, insists);
    } else {
      this.#dispatch({ type: 'launched' });
      this.#ended = this.#runInTurn(run);
      this.#shared.onChange();
    }
    this.#ended.catch(() => undefined);
  }

  /**
   * Resumes a resting job including these failed files; one that is under way is left alone. Null means an automatic
   * resumption, which does not undo a cancel.
   */
  relaunch(choice: RetryChoice | null, how: Relaunch = {}): Promise<Relaunched> {
    return this.whileOpen((journal, underWay) => {
      if (underWay !== null) return 'under way';
      if (choice === null && this.#state.state === 'cancelled') {
        this.#emitState();
        this.#shared.onChange();
        return 'left';
      }
      const insists = this.#insistsAgain(how);
      openAgain(this.#state, journal, choice, { ...how, pausedFiles: how.pausedFiles ?? 'left alone' });
      this.launch(insists);
      return 'launched';
    });
  }

  /** Stops the current run, or what a resting job waits for. Resolves when nothing of the job is under way. */
  async stop(reason: StopReason): Promise<void> {
    if (this.#journal !== null) {
      this.#run?.stop(reason);
      this.#shared.turns.startNow(this.id);
      await this.afterEnd();
    }
    if (!this.isStopped) return;
    // Takes precedence over what would resume it by itself: its timetable, or a new credential.
    const { state, waitsFor } = this.#state;
    const isSettled = reason === 'cancel' || (reason === 'pause' && state === 'paused' && waitsFor !== 'person');
    // A user may have resumed it meanwhile.
    if (isSettled && (await this.#settle(endBy[reason])) === 'under way') await this.stop(reason);
  }

  /**
   * Removes the temporary files of failed files, which could have been retried until now; unless another process does
   * so.
   */
  async removeBegun(): Promise<void> {
    if (begunFiles(this.#state).length === 0) return;
    const remove = (): Promise<number> => removeLeftovers(this.#state, begunFiles(this.#state), this.#shared.clock);
    await this.whileOpen((_journal, underWay) => (underWay === null ? remove() : 0)).catch(() => 0);
  }

  /**
   * Does something with the journal, one after another. That of a resting job is opened for it, with its current state,
   * and closed again unless the work launches the job. `underWay`: the run, unless it rests.
   * @throws StowageError `conflict.other` while another process has it, `not-found.job` when one has removed it
   */
  whileOpen<R>(work: (journal: JobJournal, underWay: JobRun | null) => R | Promise<R>): Promise<R> {
    return this.#turns.take(async () => {
      // A run that is over, or was set aside, releases its journal a moment later: records written now would be lost.
      if (this.#journal !== null && (this.#isSetAside || this.#run?.isOver === true)) await this.afterEnd();
      const run = this.#run;
      const held = this.#journal;
      if (held !== null) return work(held, run);
      const journal = await this.#reopen();
      try {
        return await work(journal, null);
      } finally {
        if (this.#run === run) await this.#close();
      }
    });
  }

  async #reopen(): Promise<JobJournal> {
    const { id } = this;
    const { store, onChange } = this.#shared;
    const opened = await store.open(id);
    if (opened.state === null) {
      await opened.journal.close();
      await store.remove(id);
      this.#dispatch({ type: 'removed' });
      this.#emitState();
      onChange();
      throw new StowageError('not-found.job', 'Another process has removed the job.', { context: { job: id } });
    }
    this.#state = opened.state;
    markEarlier(this.#state);
    return this.#own(opened);
  }

  #own({ journal, release }: Pick<OpenedJob, 'journal' | 'release'>): JobJournal {
    this.#journal = createJobJournal(this.#state, journal);
    this.#release = release;
    return this.#journal;
  }

  /** Releases the job, even if its pending records cannot be written. */
  async #close(): Promise<void> {
    try {
      await this.#journal?.close();
    } finally {
      this.#journal = null;
      this.#isSetAside = false;
      await this.#release();
    }
  }

  #newRun(journal: JobJournal, insists: JobState['insists']): JobRun {
    const { timetable, startOf, learned, accounts, store, ...shared } = this.#shared;
    const { spec } = this.#state.head;
    return new JobRun({
      ...shared,
      ...openersOf(spec, accounts),
      cap: timetable.capOf(this),
      journal,
      state: this.#state,
      unrecorded: this.#run?.unrecorded ?? new JobStatistics(),
      start: startFrom(spec.options.sizes) ?? startOf(spec.connectionId),
      learned: learned(`${spec.kind} ${spec.connectionId}`),
      movedBy: (id) => store.moved(id),
      insists,
      onItem: (item) => this.#emit({ event: 'item', item }),
    });
  }

  async #runInTurn(run: JobRun): Promise<JobSummary> {
    const { turns, holdSweeps, lateOptimising, onRunEnded, onChange } = this.#shared;
    await turns.enter(this.id);
    const releaseSweeps = holdSweeps();
    lateOptimising.begin();
    lateOptimising.planned(this.#state.nextFile);
    const timer = setInterval(() => {
      if (this.#listeners.size > 0) this.#emitState();
    }, snapshotEveryMs);
    try {
      await run.run();
    } finally {
      turns.leave(this.id);
      releaseSweeps();
      lateOptimising.end();
      clearInterval(timer);
      onRunEnded(run);
      await this.#close();
      onChange();
    }
    this.#emitState();
    return summaryOf(this.#state, run);
  }

  // It resumes when the timetable allows.
  async #setAside(run: JobRun, journal: JobJournal, insists: JobState['insists']): Promise<JobSummary> {
    const { onChange } = this.#shared;
    this.#isSetAside = true;
    try {
      await this.#commit(journal, { type: 'held' }, { notes: this.#state, insists });
    } finally {
      await this.#close();
      onChange();
    }
    return summaryOf(this.#state, run);
  }

  #settle(event: LifecycleEvent): Promise<'rests' | 'under way'> {
    const { clock, onChange } = this.#shared;
    return this.whileOpen(async (journal, underWay) => {
      const jobState = this.#state;
      if (underWay !== null) return 'under way';
      if (!isPossible(jobState, event.type)) return 'rests';
      if (event.type !== 'cancelled') {
        await this.#commit(journal, event, { notes: jobState, insists: jobState.insists });
        return 'rests';
      }
      const perhaps = perhapsWrittenIn(jobState);
      const begun = begunFiles(jobState);
      const left = await removeLeftovers(jobState, begun, clock);
      const { spec } = jobState.head;
      await abandonUploads(begun, spec, () => openersOf(spec, this.#shared.accounts).openAccount());
      const notes = withRemark(withRemark(jobState, 'perhaps written', perhaps), 'leftover', left);
      await this.#commit(journal, event, { notes });
      return 'rests';
    }).finally(onChange);
  }

  /** A change of its state in this process only; the journal receives it with later records. */
  #dispatch(event: LifecycleEvent): void {
    apply(this.#state, stateChange(this.#state, event, { atMs: this.clock.now() }));
  }

  #commit(journal: JobJournal, event: LifecycleEvent, details: Omit<ChangeDetails, 'atMs'>): Promise<void> {
    return journal.commit(stateChange(this.#state, event, { atMs: this.clock.now(), ...details }));
  }

  /** Whether a denial no longer stops the job: a user resumes it without another credential. */
  #insistsAgain({ by = 'person', credential }: Relaunch): JobState['insists'] {
    if (credential === 'new') return 'no';
    return (by === 'person' && wasDenied(this.#state)) || this.#state.insists === 'yes' ? 'yes' : 'no';
  }

  #emitState(): void {
    this.#emit({ event: 'progress', job: this.snapshot() });
  }

  #emit(event: JobEvent): void {
    for (const listen of this.#listeners) listen(event);
  }
}

/** Whether it stopped for a denial that another credential may not meet, or that a user accepts by resuming. */
function wasDenied({ state, waitsFor, stop }: JobState): boolean {
  if (state !== 'paused' || waitsFor !== 'credential' || stop === null || !isErrorCode(stop.code)) return false;
  return deniedScopeOf(new StowageError(stop.code, stop.message, { context: stop.context })) === 'unclear';
}

/** How the job opens its accounts: for writing only where it writes. */
function openersOf(spec: JobSpec, accounts: AccountSource): Pick<RunSetup, 'openAccount' | 'openSource'> {
  const { kind, connectionId } = spec;
  const isReadOnly = kind === 'download' || kind === 'verify';
  const source = sourceOf(spec)?.connectionId ?? null;
  return {
    openAccount: () => (isReadOnly ? accounts.open(connectionId) : accounts.openForWriting(connectionId)),
    openSource:
      source === null
        ? null
        : // A move deletes its sources.
          () => (kind === 'move' ? accounts.openForWriting(source) : accounts.open(source)),
  };
}

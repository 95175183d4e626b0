// Runs the jobs of a table: each in its turn, with its journal open and owned, and only while its timetable allows.
import type { TransferJob } from '@shared/model/transfer';
import type { AccountSource } from '../../azure/account';
import type { Clock } from '../../ports';
import type { JobEvent, JobSummary } from '../api';
import { Job } from './job';
import type { HoldSweeps } from '../threads/eager-sweeps';
import { type Entry, type ResumeOptions, wasRejected } from './job-entry';
import type { JobPorts } from './job-ports';
import type { JobSpec } from '../records/job-records';
import type { TuningStart } from '../pace/job-tuning';
import { createLearnedStarts } from '../pace/tuning-inputs';
import { persistedNotes } from '../records/job-remarks';
import { apply, insistenceField } from '../records/job-state';
import type { JobStore } from '../records/job-store';
import { sourceOf } from '../plan/specs';
import { summaryOf } from './job-summary';
import { snapshotOf } from './job-view';
import { type OpenJournals, createOpenJournals } from './open-journals';
import { type PausedFilesChoice, type RetryChoice, openAgain } from './tried-again';
import type { MemoryBudget } from '../pace/memory-budget';
import { JobStatistics } from '../progress/job-statistics';
import type { Pool } from '../threads/pool';
import { createTargetClaims } from '../files/file-context';
import type { PacedJob, TransferTimetable } from '../pace/timetable';
import type { TurnQueue } from '../pace/turn-queue';

export interface LauncherPorts extends Pick<JobPorts, 'findingsOf' | 'filesAhead'> {
  readonly clock: Clock;
  readonly accounts: AccountSource;
  readonly store: JobStore;
  readonly pool: Pool;
  readonly memory: MemoryBudget;
  readonly timetable: TransferTimetable;
  readonly turns: TurnQueue;
  readonly holdSweeps: HoldSweeps;
  readonly startOf: (connectionId: string) => TuningStart | null;
  readonly onChange: () => void;
}

export interface JobLauncher extends Pick<OpenJournals, 'whileOpen'> {
  /** Starts a job whose journal is open, or sets it aside while its timetable pauses it. */
  readonly launch: (entry: Entry, insists?: JobPorts['insists']) => void;
  /**
   * Resumes a resting job including these failed files; one that is under way is left alone. Null means an automatic
   * resumption, which does not undo a cancel.
   */
  readonly relaunch: (entry: Entry, choice: RetryChoice | null, how?: Relaunch) => Promise<Relaunched>;
  /** A timetable pauses it at the moment. */
  readonly isHeld: (entry: Entry) => boolean;
  readonly snapshot: (entry: Entry) => TransferJob;
}

/** `timetable`: resumed by the timetable; a person may have asked for it earlier. */
interface Relaunch extends Pick<ResumeOptions, 'credential' | 'sources'> {
  readonly by?: 'person' | 'timetable';
  readonly pausedFiles?: PausedFilesChoice;
}

/** `left`: it was cancelled meanwhile. */
type Relaunched = 'launched' | 'under way' | 'left';

/** How many ended runs keep their requests for inspection. */
const maxTraces = 20;
/** Time between two snapshots of a job for its listeners. */
const snapshotEveryMs = 250;

export function createJobLauncher(ports: LauncherPorts): JobLauncher {
  const { clock, store, timetable, turns, onChange } = ports;
  const claims = createTargetClaims();
  const learned = createLearnedStarts(clock);
  const traced: Job[] = [];

  const snapshot = (entry: Entry): TransferJob =>
    snapshotOf(entry.state, entry.job, turns.positionOf(entry.state.head.id), timetable.now(pacedOf(entry)));
  const emit = (entry: Entry, event: JobEvent): void => {
    for (const listen of entry.listeners) listen(event);
  };
  const emitState = (entry: Entry): void => emit(entry, { event: 'progress', job: snapshot(entry) });

  const { whileOpen, close } = createOpenJournals({
    clock,
    store,
    onRemoved: (entry) => {
      emitState(entry);
      onChange();
    },
  });

  const newRun = (entry: Entry, { journal, insists }: Pick<JobPorts, 'journal' | 'insists'>): Job => {
    const { state: jobState } = entry;
    const { spec } = jobState.head;
    return new Job({
      clock,
      filesAhead: ports.filesAhead,
      pool: ports.pool,
      memory: ports.memory,
      claims,
      cap: timetable.capOf(pacedOf(entry)),
      journal,
      state: jobState,
      unrecorded: entry.job?.unrecorded ?? new JobStatistics(),
      start: ports.startOf(spec.connectionId),
      learned: learned(`${spec.kind} ${spec.connectionId}`),
      ...openersOf(spec, ports.accounts),
      movedBy: (id) => store.moved(id),
      findingsOf: (id) => ports.findingsOf(id),
      insists,
      onItem: (item) => emit(entry, { event: 'item', item }),
      onChange,
    });
  };

  const launch: JobLauncher['launch'] = (entry, insists = 'no') => {
    const { state: jobState, journal } = entry;
    if (journal === null) return;
    const job = newRun(entry, { journal, insists });
    entry.job = job;
    if (isHeld(entry)) {
      entry.ended = putAside(entry, job, { journal, insists });
    } else {
      apply(jobState, { t: 'state', state: 'waiting', atMs: clock.now(), note: '' });
      entry.ended = runInTurn(entry, job);
      onChange();
    }
    entry.ended.catch(() => undefined);
  };

  const isHeld = (entry: Entry): boolean => timetable.now(pacedOf(entry))?.at === 'pause';
  // It resumes when the timetable allows.
  const putAside = async (
    entry: Entry,
    job: Job,
    { journal, insists }: Pick<JobPorts, 'journal' | 'insists'>,
  ): Promise<JobSummary> => {
    const { state: jobState } = entry;
    const record = { t: 'state', state: 'paused', atMs: clock.now(), ...persistedNotes(jobState) } as const;
    try {
      await journal.commit({ ...record, waitsFor: 'timetable', ...insistenceField(insists) });
    } finally {
      await close(entry);
      onChange();
    }
    return summaryOf(jobState, job);
  };

  const runInTurn = async (entry: Entry, job: Job): Promise<JobSummary> => {
    const { id } = entry.state.head;
    await turns.enter(id);
    const releaseSweeps = ports.holdSweeps();
    const timer = setInterval(() => {
      if (entry.listeners.size > 0) emitState(entry);
    }, snapshotEveryMs);
    try {
      await job.run();
    } finally {
      turns.leave(id);
      releaseSweeps();
      clearInterval(timer);
      keepTrace(job);
      await close(entry);
      onChange();
    }
    emitState(entry);
    return summaryOf(entry.state, job);
  };

  const keepTrace = (job: Job): void => {
    traced.push(job);
    if (traced.length > maxTraces) traced.shift()?.trace.forgetRequests();
  };

  const relaunch: JobLauncher['relaunch'] = (entry, choice, how = {}) =>
    whileOpen(entry, (journal, job) => {
      if (job === 'under way') return job;
      if (choice === null && entry.state.state === 'cancelled') {
        emitState(entry);
        onChange();
        return 'left';
      }
      const insists = insistsAgain(entry, how);
      openAgain(entry.state, journal, choice, { ...how, pausedFiles: how.pausedFiles ?? 'left alone' });
      launch(entry, insists);
      return 'launched';
    });

  return { launch, relaunch, whileOpen, isHeld, snapshot };
}

/** Whether a refusal no longer keeps the job from going on: a person resumes it without another credential. */
function insistsAgain(entry: Entry, { by = 'person', credential }: Relaunch): JobPorts['insists'] {
  if (credential === 'new') return 'no';
  const isRequested = by === 'person' && wasRejected(entry);
  return isRequested || entry.state.insists === 'yes' ? 'yes' : 'no';
}

/** How the job opens its accounts: for writing only where it writes. */
function openersOf(spec: JobSpec, accounts: AccountSource): Pick<JobPorts, 'openAccount' | 'openSource'> {
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

/** The current pace of the job. */
export function pacedOf(entry: Entry): PacedJob {
  return {
    get pace() {
      return entry.state.pace;
    },
    get freeUntilMs() {
      return entry.freeUntilMs;
    },
  };
}

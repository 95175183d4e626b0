// All jobs of a state folder: creates and finds them, and hands each request about one to the part that answers it.
import { randomBytes } from 'node:crypto';
import { StowageError } from '@shared/errors';
import type { TransferJob } from '@shared/model/transfer';
import type { Pace } from '@shared/model/transfer-pace';
import type { AccountSource } from '../../azure/account';
import type { Clock } from '../../ports';
import type { Beginning, JobHandle } from '../api';
import type { HoldSweeps } from '../threads/eager-sweeps';
import { type Entry, type ResumeOptions, handleOf, newEntry } from './job-entry';
import type { Job } from './job';
import { type JobLauncher, createJobLauncher, pacedOf } from './job-launcher';
import type { TuningStart } from '../pace/job-tuning';
import type { JobHead, JobSpec, PlannedFile } from '../records/job-records';
import { recoverJobs } from './job-recovery';
import { type JobRetries, createJobRetries } from './job-retries';
import { type JobStop, createJobStops } from './job-stops';
import { holdJournal } from './open-journals';
import { resumeWithRenewed } from './renewed-credentials';
import { type SingleFiles, createSingleFiles } from './single-files';
import type { RetryChoice } from './tried-again';
import { recordTurns, takeFirstTurn } from './job-turns';
import type { StopReason } from './run-stop';
import { type JobState, isEnded, newJobState } from '../records/job-state';
import type { JobStore } from '../records/job-store';
import type { MemoryBudget } from '../pace/memory-budget';
import { begunFiles, removeLeftovers } from '../files/local-target';
import { titleOf } from '../plan/specs';
import type { Pool } from '../threads/pool';
import { type TransferTimetable, followTimetable } from '../pace/timetable';
import { type TurnQueue, createTurnQueue } from '../pace/turn-queue';
import type { JobReport } from '../worker/messages';

export interface JobTablePorts {
  readonly clock: Clock;
  readonly random: () => number;
  readonly filesAhead: number;
  readonly accounts: AccountSource;
  readonly store: JobStore;
  readonly pool: Pool;
  readonly memory: MemoryBudget;
  readonly timetable: TransferTimetable;
  /** Held by each job while it runs. */
  readonly holdSweeps: HoldSweeps;
  /** Whether jobs of earlier processes resume by themselves when their timetable allows. */
  readonly earlierJobs: 'go on' | 'rest';
  /** Settings that a person took from the lab for a connection. */
  readonly startOf: (connectionId: string) => TuningStart | null;
  readonly onChange: () => void;
}

/** How many jobs run at the same time; the others wait. */
const jobsAtOnce = 3;

export class JobTable {
  readonly #ports: JobTablePorts;
  readonly #entries = new Map<string, Entry>();
  readonly #turns: TurnQueue = createTurnQueue(jobsAtOnce, (order) => recordTurns(order, this.#entries));
  readonly #launcher: JobLauncher;
  readonly #stop: JobStop;
  readonly #retries: JobRetries;
  readonly #files: SingleFiles;
  readonly #ended = new AbortController();
  #unread: readonly StowageError[] = [];

  constructor(ports: JobTablePorts) {
    this.#ports = ports;
    const { clock, onChange } = ports;
    const turns = this.#turns;
    const launcher = createJobLauncher({
      ...ports,
      turns,
      findingsOf: (jobId) => this.state(jobId).failed.values(),
    });
    this.#launcher = launcher;
    this.#stop = createJobStops({ clock, turns, launcher, onChange });
    this.#retries = createJobRetries(launcher);
    this.#files = createSingleFiles(launcher, clock);
    this.#followTimetable();
  }

  /** Jobs that run now. */
  get moving(): number {
    return this.#turns.moving;
  }
  /** Why jobs of earlier processes cannot be read now: an error a job, or one for all of them. */
  get unread(): readonly StowageError[] {
    return this.#unread;
  }

  /** Newest first. */
  list(): TransferJob[] {
    return [...this.#entries.values()]
      .map(this.#launcher.snapshot)
      .sort((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1));
  }

  state(jobId: string): JobState {
    return this.#find(jobId).state;
  }

  /** All jobs, in no order. */
  states(): readonly JobState[] {
    return [...this.#entries.values()].map(({ state: jobState }) => jobState);
  }

  /** Resolves when everything the job has settled can be read in its journal. */
  async written(jobId: string): Promise<void> {
    // A failed write ends the job by itself, and what was written before can be read.
    await this.#find(jobId)
      .journal?.write()
      .catch(() => undefined);
  }

  /** The current or last run of the job in this process. */
  run(jobId: string): Job | null {
    return this.#find(jobId).job;
  }

  async begin(spec: JobSpec, { begins }: Beginning = {}): Promise<JobHandle> {
    const head = this.#newHead(spec);
    const opened = await this.#ports.store.create(head);
    const entry = this.#add(newJobState(head));
    holdJournal(entry, opened);
    if (begins === 'now') this.#holdFree(entry);
    this.#launcher.launch(entry);
    return handleOf(entry, this.#stop);
  }

  /** Resumes a stopped job and all its failed files; a running one is left alone. */
  async resume(jobId: string, { begins, credential, sources = [] }: ResumeOptions = {}): Promise<JobHandle> {
    const entry = this.#find(jobId);
    if (begins === 'now') this.#holdFree(entry);
    // What a person paused waits for that person, not for a credential.
    const how = credential === undefined ? { pausedFiles: 'if all' as const } : { credential };
    await this.#launcher.relaunch(entry, {}, { sources, ...how });
    return handleOf(entry, this.#stop);
  }

  async retry(jobId: string, choice: RetryChoice): Promise<void> {
    await this.#retries.retry(this.#find(jobId), choice);
  }

  /** Retries failed files, each with the plan given here instead of its own. */
  async retryAs(jobId: string, files: readonly PlannedFile[]): Promise<void> {
    await this.#retries.retryAs(this.#find(jobId), files);
  }

  /** Runs it even while its timetable pauses it, until that pause is over. */
  async startNow(jobId: string): Promise<void> {
    const entry = this.#find(jobId);
    this.#holdFree(entry);
    if (!isEnded(entry.state.state)) await this.#launcher.relaunch(entry, null, { pausedFiles: 'if all' });
    if (this.#turns.positionOf(jobId) !== null) takeFirstTurn(entry, this.#entries.values());
    this.#turns.startNow(jobId);
    this.#ports.onChange();
  }

  async setPace(jobId: string, pace: Pace): Promise<void> {
    await this.#launcher.whileOpen(this.#find(jobId), (journal) => journal.commit({ t: 'pace', pace }));
    this.#ports.onChange();
  }

  /** The key or SAS of a connection may have changed. */
  credentialChanged(connectionId: string): void {
    resumeWithRenewed(connectionId, this.#entries.values(), (jobId, how) => this.resume(jobId, how));
  }

  reorder(jobId: string, before: string | null): void {
    this.#find(jobId);
    this.#turns.reorder(jobId, before);
    this.#ports.onChange();
  }

  async cancelFile(jobId: string, file: number): Promise<void> {
    await this.#files.cancel(this.#find(jobId), file);
    this.#ports.onChange();
  }

  async pauseFile(jobId: string, file: number): Promise<void> {
    await this.#files.pause(this.#find(jobId), file);
    this.#ports.onChange();
  }

  async resumeFile(jobId: string, file: number): Promise<void> {
    await this.#files.resume(this.#find(jobId), file);
    this.#ports.onChange();
  }

  /** Puts a waiting file before the others of the current run. */
  startFileNow(jobId: string, file: number): void {
    this.#find(jobId).job?.flow?.startFileNow(file);
  }

  async stop(jobId: string, reason: StopReason): Promise<void> {
    await this.#stop(this.#find(jobId), reason);
  }

  async forget(jobId: string): Promise<void> {
    const entry = this.#find(jobId);
    await this.#stop(entry, 'cancel');
    await this.#removeBegun(entry);
    await this.#ports.store.remove(jobId);
    this.#entries.delete(jobId);
    this.#ports.onChange();
  }

  report(report: JobReport): void {
    this.#entries.get(report.jobId)?.job?.report(report);
  }

  /** Lists the jobs of earlier processes; one that another process still runs is added when it becomes free. */
  recover(): Promise<void> {
    const { clock, store, onChange } = this.#ports;
    return recoverJobs({
      clock,
      store,
      take: (states) => this.#take(states),
      notify: (unread) => {
        this.#unread = unread;
        onChange();
      },
      signal: this.#ended.signal,
    });
  }

  /** Jobs (or the one job) that another process runs now. Jobs that have become free since recovery are listed then. */
  async elsewhere(jobId?: string): Promise<readonly JobState[]> {
    const { elsewhere, free } = await this.#ports.store.readOthers((id) => this.#entries.has(id), jobId);
    this.#take(free);
    return elsewhere;
  }

  /** Interrupts all jobs. */
  async stopAll(): Promise<void> {
    this.#ended.abort();
    await Promise.all([...this.#entries.values()].map((entry) => this.#stop(entry, 'interrupt')));
  }

  #find(jobId: string): Entry {
    const entry = this.#entries.get(jobId);
    if (entry === undefined) {
      throw new StowageError('not-found.job', 'There is no such job.', { context: { job: jobId } });
    }
    return entry;
  }

  #add(jobState: JobState): Entry {
    const entry = newEntry(jobState);
    this.#entries.set(jobState.head.id, entry);
    return entry;
  }

  #take(states: readonly JobState[]): void {
    for (const jobState of states) if (!this.#entries.has(jobState.head.id)) this.#add(jobState);
    this.#ports.onChange();
  }

  #newHead(spec: JobSpec): JobHead {
    const { clock, random } = this.#ports;
    const id = Array.from({ length: 24 }, () => Math.floor(random() * 16).toString(16)).join('');
    return {
      t: 'job',
      version: 1,
      id,
      createdAtMs: clock.now(),
      title: titleOf(spec),
      blockIds: 'plan',
      ...(spec.kind === 'download' ? { partKey: randomBytes(16).toString('hex') } : {}),
      spec,
    };
  }

  /** From the pause of a timetable that it is in now. */
  #holdFree(entry: Entry): void {
    const held = this.#ports.timetable.now(pacedOf(entry));
    if (held?.at === 'pause') entry.freeUntilMs = held.untilMs ?? Infinity;
  }

  /** Of files that failed, which could have been tried again until now; unless another process does. */
  async #removeBegun(entry: Entry): Promise<void> {
    const { clock } = this.#ports;
    if (begunFiles(entry.state).length === 0) return;
    const remove = (): Promise<number> => removeLeftovers(entry.state, begunFiles(entry.state), clock);
    await this.#launcher.whileOpen(entry, (_journal, job) => (job === 'rests' ? remove() : 0)).catch(() => 0);
  }

  #followTimetable(): void {
    const { clock, earlierJobs } = this.#ports;
    void followTimetable<Entry>({
      clock,
      entries: () => this.#entries.values(),
      isHeld: this.#launcher.isHeld,
      isUnderWay: ({ journal, job }) => journal !== null && job?.isOver === false,
      isWaiting: ({ journal, job, state: jobState }) =>
        journal === null &&
        (job !== null || earlierJobs === 'go on') &&
        jobState.state === 'paused' &&
        jobState.waitsFor === 'timetable',
      stop: (entry) => this.#stop(entry, 'timetable'),
      goOn: (entry) => this.#launcher.relaunch(entry, null, { by: 'timetable' }),
      byTurn: (first, second) => first.state.turn - second.state.turn,
      signal: this.#ended.signal,
    });
  }
}

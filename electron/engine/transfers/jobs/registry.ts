// All jobs of a state folder: creates, finds and recovers them, orders them and follows their timetables. Actions on
// one job are in job.ts. Over 300 lines with the recovery of jobs that other processes still hold.
import { randomBytes } from 'node:crypto';
import { StowageError } from '@shared/errors';
import type { TransferJob } from '@shared/model/transfer';
import type { Clock } from '../../ports';
import type { Beginning, JobHandle } from '../api';
import { createTargetClaims } from '../files/file-context';
import { createLearnedStarts } from '../pace/tuning-inputs';
import { followTimetable } from '../pace/timetable';
import { type TurnOrder, type TurnQueue, createTurnQueue } from '../pace/turn-queue';
import { sourceOf, titleOf } from '../plan/specs';
import type { JobHead, JobSpec } from '../records/job-records';
import { isEnded } from '../records/job-lifecycle';
import { type JobState, newJobState } from '../records/job-state';
import type { JobStore } from '../records/job-store';
import type { JobReport } from '../worker/messages';
import { FileActions } from './file-actions';
import { Job, type JobEnvironment, type ResumeOptions } from './job';
import type { JobRun } from './run';

export interface RegistryOptions extends Omit<
  JobEnvironment,
  'claims' | 'findingsOf' | 'learned' | 'onRunEnded' | 'turns'
> {
  readonly random: () => number;
  /** Whether jobs of earlier processes resume by themselves when their timetable allows. */
  readonly earlierJobs: 'go on' | 'rest';
}

/** How many jobs run at the same time; the others wait. */
const jobsAtOnce = 3;
/** How many ended runs retain their requests for inspection. */
const maxTraces = 20;

export class JobRegistry {
  readonly #options: RegistryOptions;
  readonly #shared: JobEnvironment;
  readonly #jobs = new Map<string, Job>();
  readonly #turns: TurnQueue = createTurnQueue(jobsAtOnce, (order) => recordTurns(order, this.#jobs));
  readonly #traced: JobRun[] = [];
  readonly #disposed = new AbortController();
  #unread: readonly StowageError[] = [];

  constructor(options: RegistryOptions) {
    this.#options = options;
    this.#shared = {
      ...options,
      turns: this.#turns,
      claims: createTargetClaims(),
      learned: createLearnedStarts(options.clock),
      findingsOf: (jobId) => this.job(jobId).state.failed.values(),
      onRunEnded: (run) => this.#keepTrace(run),
    };
    this.#followTimetables();
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
    return [...this.#jobs.values()]
      .map((job) => job.snapshot())
      .sort((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1));
  }

  /** @throws StowageError `not-found.job` */
  job(jobId: string): Job {
    const job = this.#jobs.get(jobId);
    if (job === undefined) {
      throw new StowageError('not-found.job', 'There is no such job.', { context: { job: jobId } });
    }
    return job;
  }

  /** What a user does to single files of a job. */
  files(jobId: string): FileActions {
    return new FileActions(this.job(jobId));
  }

  /** All jobs, in no order. */
  states(): readonly JobState[] {
    return [...this.#jobs.values()].map(({ state: jobState }) => jobState);
  }

  async begin(spec: JobSpec, { begins }: Beginning = {}): Promise<JobHandle> {
    const head = this.#newHead(spec);
    const opened = await this.#options.store.create(head);
    const job = this.#add(new Job(newJobState(head), this.#shared, opened));
    if (begins === 'now') job.holdFree();
    job.launch();
    return job.handle();
  }

  /** Resumes a stopped job and all its failed files; a running one is left alone. */
  async resume(jobId: string, { begins, credential, sources = [] }: ResumeOptions = {}): Promise<JobHandle> {
    const job = this.job(jobId);
    if (begins === 'now') job.holdFree();
    // What a user paused waits for that user, not for a credential.
    const how = credential === undefined ? { pausedFiles: 'if all' as const } : { credential };
    await job.relaunch({}, { sources, ...how });
    return job.handle();
  }

  /** Runs it even while its timetable pauses it, until that pause is over. */
  async startNow(jobId: string): Promise<void> {
    const job = this.job(jobId);
    job.holdFree();
    if (!isEnded(job.state.state)) await job.relaunch(null, { pausedFiles: 'if all' });
    if (this.#turns.positionOf(jobId) !== null) takeFirstTurn(job, this.#jobs.values());
    this.#turns.startNow(jobId);
    this.#options.onChange();
  }

  /**
   * The key or SAS of a connection may have changed: resumes its jobs that wait for another one, and those that are
   * denied with the earlier one only later, because a run uses its initial credential to the end.
   */
  credentialChanged(connectionId: string): void {
    const resume = ({ id, state: { state, waitsFor } }: Job): void => {
      if (state !== 'paused' || waitsFor !== 'credential') return;
      // If a job cannot resume, the reason shows when a user resumes it.
      this.resume(id, { credential: 'new' }).catch(() => undefined);
    };
    for (const job of this.#jobs.values()) {
      const { spec } = job.state.head;
      if (spec.connectionId !== connectionId && sourceOf(spec)?.connectionId !== connectionId) continue;
      if (job.isOpen) void job.afterEnd().then(() => resume(job));
      else resume(job);
    }
  }

  reorder(jobId: string, before: string | null): void {
    this.job(jobId);
    this.#turns.reorder(jobId, before);
    this.#options.onChange();
  }

  async forget(jobId: string): Promise<void> {
    const job = this.job(jobId);
    await job.stop('cancel');
    await job.removeBegun();
    await this.#options.store.remove(jobId);
    this.#jobs.delete(jobId);
    this.#options.onChange();
  }

  report(report: JobReport): void {
    this.#jobs.get(report.jobId)?.run?.report(report);
  }

  /** Lists the jobs of earlier processes; one that another process still runs is added when it becomes free. */
  recover(): Promise<void> {
    const { clock, store, onChange } = this.#options;
    return recoverJobs({
      clock,
      store,
      take: (states) => this.#take(states),
      notify: (unread) => {
        this.#unread = unread;
        onChange();
      },
      signal: this.#disposed.signal,
    });
  }

  /** Jobs (or the one job) that another process runs now. Jobs that have become free since recovery are listed then. */
  async elsewhere(jobId?: string): Promise<readonly JobState[]> {
    const { elsewhere, free } = await this.#options.store.readOthers((id) => this.#jobs.has(id), jobId);
    this.#take(free);
    return elsewhere;
  }

  /** Interrupts all jobs. */
  async stopAll(): Promise<void> {
    this.#disposed.abort();
    await Promise.all([...this.#jobs.values()].map((job) => job.stop('interrupt')));
  }

  #add(job: Job): Job {
    this.#jobs.set(job.id, job);
    return job;
  }

  #take(states: readonly JobState[]): void {
    for (const jobState of states) {
      if (!this.#jobs.has(jobState.head.id)) this.#add(new Job(jobState, this.#shared));
    }
    this.#options.onChange();
  }

  #newHead(spec: JobSpec): JobHead {
    const { clock, random } = this.#options;
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

  #keepTrace(run: JobRun): void {
    this.#traced.push(run);
    if (this.#traced.length > maxTraces) this.#traced.shift()?.trace.forgetRequests();
  }

  #followTimetables(): void {
    const { clock, earlierJobs } = this.#options;
    void followTimetable<Job>({
      clock,
      entries: () => this.#jobs.values(),
      isHeld: (job) => job.isHeld,
      isUnderWay: (job) => job.isUnderWay,
      isWaiting: ({ isOpen, run, state: { state, waitsFor } }) =>
        !isOpen && (run !== null || earlierJobs === 'go on') && state === 'paused' && waitsFor === 'timetable',
      stop: (job) => job.stop('timetable'),
      goOn: (job) => job.relaunch(null, { by: 'timetable' }),
      byTurn: (first, second) => first.state.turn - second.state.turn,
      signal: this.#disposed.signal,
    });
  }
}

type TurnOf = Pick<Job, 'state' | 'note' | 'isOpen'>;

/**
 * Records the order of the jobs in their journals, so that a restart restores it. Running jobs precede waiting ones,
 * also after a restart.
 */
export function recordTurns(order: TurnOrder, jobs: ReadonlyMap<string, TurnOf>): void {
  const queued = order.waiting.flatMap((id) => jobs.get(id) ?? []);
  const moving = order.moving.flatMap((id) => jobs.get(id) ?? []);
  const last = Math.max(-Infinity, ...moving.map(({ state: jobState }) => jobState.turn));
  const turns = turnsInOrder(
    queued.map(({ state: jobState }) => jobState.turn),
    last,
  );
  for (const [index, job] of queued.entries()) {
    const at = turns[index];
    if (at !== undefined && at !== job.state.turn) job.note({ t: 'turn', at });
  }
}

/**
 * A turn before all running and waiting jobs, for a job that is started beyond the usual number and must not wait after
 * a restart.
 */
function takeFirstTurn(job: TurnOf, all: Iterable<TurnOf>): void {
  const others = [...all].filter((one) => one !== job && one.isOpen);
  const first = Math.min(...others.map((one) => one.state.turn));
  if (first <= job.state.turn) job.note({ t: 'turn', at: first - 1 });
}

/** The same order, with each position later than the previous one and than `last`. */
function turnsInOrder(turns: readonly number[], last: number): readonly number[] {
  const inOrder: number[] = [];
  for (const turn of [...turns].sort((a, b) => a - b)) inOrder.push(Math.max(turn, (inOrder.at(-1) ?? last) + 1));
  return inOrder;
}

interface Recovery {
  readonly clock: Clock;
  readonly store: Pick<JobStore, 'read'>;
  readonly take: (states: readonly JobState[]) => void;
  /** Why jobs cannot be read now, after each attempt: an error a job, or one for all of them. */
  readonly notify: (unread: readonly StowageError[]) => void;
  /** Stops the polling. */
  readonly signal: AbortSignal;
}

const recheckMs = 1_000;

/** What remains to be read again after an attempt, and why some of it cannot be read. */
interface Attempt {
  readonly left: 'all' | readonly string[];
  readonly unread: readonly StowageError[];
}

/**
 * Recovers the jobs of earlier processes. A killed process may seem to hold its jobs for a moment longer, and a command
 * line runs separate jobs beside the app: those are listed when they become free, as are those that cannot be read at
 * first. Resolves when the free jobs were recovered; continues with the others in the background. Rejects with the
 * first reason if one could not be read; all others are recovered then, too.
 */
export async function recoverJobs({ clock, store, take, notify, signal }: Recovery): Promise<void> {
  const read = async (which: Attempt['left']): Promise<Attempt> => {
    try {
      const { states, elsewhere, unreadable } = await store.read(which);
      if (!signal.aborted) take(states);
      const left = [...elsewhere, ...unreadable.map(({ jobId }) => jobId)];
      return { left, unread: unreadable.map(({ error }) => error) };
    } catch (thrown) {
      return { left: which, unread: [StowageError.from(thrown)] };
    }
  };
  const readAndNotify = async (which: Attempt['left']): Promise<Attempt> => {
    const attempt = await read(which);
    if (!signal.aborted) notify(attempt.unread);
    return attempt;
  };
  const readAgain = async (first: Attempt): Promise<void> => {
    for (let { left } = first; left.length > 0;) {
      await clock.sleep(recheckMs, signal);
      // What cannot be read now may be readable later.
      ({ left } = await readAndNotify(left));
    }
  };
  const first = await readAndNotify('all');
  // The sleep rejects when the signal aborts.
  readAgain(first).catch(() => undefined);
  const [unread] = first.unread;
  if (unread !== undefined) throw unread;
}

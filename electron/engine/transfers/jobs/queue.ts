// The transfers among the jobs: creates and finds them, orders them and follows their timetables. Actions on one job are in
// job.ts.
import { randomBytes } from 'node:crypto';
import { StowageError } from '@shared/errors';
import { isTransfer } from '@shared/jobs/kinds';
import type { BlockSizes } from '@shared/model/block-sizes';
import type { TransferJob } from '@shared/model/transfer';
import type { JobRegistry, JobSource, ListedJob, Unread } from '../../jobs/registry';
import type { Beginning, JobHandle, ShardOf } from '../api';
import { createTargetClaims } from '../files/file-context';
import { partKeyOfShard } from '../files/local-target';
import { createLearnedStarts } from '../pace/tuning-inputs';
import { followTimetable } from '../pace/timetable';
import { type TurnOrder, type TurnQueue, createTurnQueue } from '../pace/turn-queue';
import { sourceOf, titleOf, withSizes } from '../plan/specs';
import type { JobHead, JobSpec } from '../records/job-records';
import { isEnded } from '../../jobs/lifecycle';
import { type JobState, newJobState } from '../records/job-state';
import type { JobReport } from '../worker/messages';
import { FileActions } from './file-actions';
import { Job, type JobEnvironment, type ResumeOptions } from './job';
import type { JobRun } from './run';
import { snapshotOf } from './view';

export interface QueueOptions extends Omit<
  JobEnvironment,
  'claims' | 'findingsOf' | 'learned' | 'onChange' | 'onRunEnded' | 'turns'
> {
  readonly registry: JobRegistry;
  /** The block sizes by file size that a connection has; null for automatic ones. */
  readonly sizesOf: (connectionId: string) => Promise<BlockSizes | null>;
  readonly random: () => number;
  /** Whether jobs of earlier processes resume by themselves when their timetable allows. */
  readonly earlierJobs: 'go on' | 'rest';
  /** How many jobs run at the same time; the others wait. */
  readonly jobsAtOnce: number;
}

/** How many ended runs retain their requests for inspection. */
const maxTraces = 20;

export class TransferQueue implements JobSource {
  readonly #options: QueueOptions;
  readonly #shared: JobEnvironment;
  readonly #jobs = new Map<string, Job>();
  readonly #turns: TurnQueue;
  readonly #traced: JobRun[] = [];
  readonly #disposed = new AbortController();

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#turns = createTurnQueue(options.jobsAtOnce, (order) => recordTurns(order, this.#jobs));
    this.#shared = {
      ...options,
      turns: this.#turns,
      claims: createTargetClaims(),
      learned: createLearnedStarts(options.clock),
      findingsOf: (jobId) => this.job(jobId).state.failed.values(),
      onChange: () => this.#changed(),
      onRunEnded: (run) => this.#keepTrace(run),
    };
    this.#followTimetables();
  }

  /** Newest first. */
  list(): TransferJob[] {
    return this.#options.registry.list().filter(isTransfer);
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

  async begin(spec: JobSpec, { begins, shard }: Beginning & ShardOf = {}): Promise<JobHandle> {
    const head = this.#newHead(shard === undefined ? await this.#withSizes(spec) : spec, shard);
    const opened = await this.#options.store.create(head);
    const jobState = { ...newJobState(head), ranBefore: shard?.earlier ?? 'no' };
    const job = this.#add(new Job(jobState, this.#shared, opened));
    if (begins === 'now') job.holdFree();
    job.launch();
    return job.handle();
  }

  /** Recorded with the job, so that it cuts its files alike when it is resumed. */
  async #withSizes(spec: JobSpec): Promise<JobSpec> {
    if ((spec.kind !== 'upload' && spec.kind !== 'download') || spec.options.sizes !== undefined) return spec;
    const sizes = await this.#options.sizesOf(spec.connectionId);
    return sizes === null ? spec : { ...spec, options: withSizes(spec.options, sizes) };
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
    this.#changed();
  }

  report(report: JobReport): void {
    this.#jobs.get(report.jobId)?.run?.report(report);
  }

  async read(which: 'all' | readonly string[]): Promise<Unread> {
    const { states, ...unread } = await this.#options.store.read(which);
    if (!this.#disposed.signal.aborted) this.#take(states);
    return unread;
  }

  async readElsewhere(jobId?: string): Promise<readonly TransferJob[]> {
    return (await this.elsewhere(jobId)).map((jobState) => snapshotOf(jobState, null, null, null));
  }

  async elsewhere(jobId?: string): Promise<readonly JobState[]> {
    const { elsewhere, free } = await this.#options.store.readOthers((id) => this.#jobs.has(id), jobId);
    this.#take(free);
    return elsewhere;
  }

  /** Follows no timetable any more. */
  dispose(): void {
    this.#disposed.abort();
  }

  #add(job: Job): Job {
    this.#jobs.set(job.id, job);
    this.#options.registry.add(this.#listed(job), () => this.#jobs.delete(job.id));
    return job;
  }

  #listed(job: Job): ListedJob {
    const { id } = job;
    return {
      id,
      view: () => job.snapshot(),
      get isMoving() {
        return job.run?.isRunning === true;
      },
      pause: () => job.stop('pause'),
      resume: async () => void (await this.resume(id)),
      retry: (choice) => this.files(id).retry(choice),
      cancel: () => job.stop('cancel'),
      interrupt: () => job.stop('interrupt'),
      ended: async () => {
        await job.afterEnd();
        return job.snapshot();
      },
      credentialChanged: (connectionId) => this.#credentialChanged(job, connectionId),
      queue: {
        startNow: () => this.startNow(id),
        moveBefore: (before) => {
          this.#turns.reorder(id, before);
          this.#changed();
        },
      },
      tryNow: () => job.run?.tryNow(),
      forget: async () => {
        await job.stop('cancel');
        await job.removeBegun();
        await this.#options.store.remove(id);
      },
    };
  }

  /** A job that is denied with the earlier credential only later resumes then: a run uses its first one to the end. */
  #credentialChanged(job: Job, connectionId: string): void {
    const { spec } = job.state.head;
    if (spec.connectionId !== connectionId && sourceOf(spec)?.connectionId !== connectionId) return;
    const resume = (): void => {
      const { state, waitsFor } = job.state;
      if (this.#disposed.signal.aborted) return;
      if (state !== 'paused' || waitsFor !== 'credential') return;
      // If a job cannot resume, the reason shows when a user resumes it.
      this.resume(job.id, { credential: 'new' }).catch(() => undefined);
    };
    if (job.isOpen) void job.afterEnd().then(resume);
    else resume();
  }

  #changed(): void {
    this.#options.registry.changed();
  }

  #take(states: readonly JobState[]): void {
    for (const jobState of states) {
      if (!this.#jobs.has(jobState.head.id)) this.#add(new Job(jobState, this.#shared));
    }
    this.#changed();
  }

  #newHead(spec: JobSpec, shard: ShardOf['shard']): JobHead {
    const { clock, random } = this.#options;
    return {
      t: 'job',
      version: 1,
      id: newJobId(random),
      createdAtMs: clock.now() - (shard?.ageMs ?? 0),
      title: titleOf(spec),
      blockIds: shard === undefined ? 'plan' : { job: shard.job },
      ...(spec.kind === 'download'
        ? { partKey: shard === undefined ? randomBytes(16).toString('hex') : partKeyOfShard(shard) }
        : {}),
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

/** 24 hexadecimal digits. */
export function newJobId(random: () => number): string {
  return Array.from({ length: 24 }, () => Math.floor(random() * 16).toString(16)).join('');
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

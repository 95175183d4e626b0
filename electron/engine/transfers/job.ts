// One job from plan to end: plans, feeds files to the mover as the scheduler wants them, tunes, sums up, stops. Owns
// nothing that outlives the run.
import { setMaxListeners } from 'node:events';
import { StowageError } from '@shared/errors';
import type { TransferState, WaitReason } from '@shared/model/transfer';
import type { Account } from '../azure/account';
import type { Clock } from '../ports';
import type { ItemResult } from './api';
import { createFileFinisher } from './file-finisher';
import { createJobFlow } from './job-flow';
import type { JobJournal } from './job-journal';
import { type JobMover, createJobMover } from './job-mover';
import { keepPace } from './job-pace';
import { wholeJobProblem } from './job-planner';
import { JobProgress } from './job-progress';
import type { JobStanding, OpenFile } from './job-records';
import { JobRemarks } from './job-remarks';
import { JobStatistics } from './job-statistics';
import { JobTuning } from './job-tuning';
import { accountKeyOf, probeService } from './line-probe';
import type { MemoryBudget } from './memory-budget';
import { type NetworkGate, createNetworkGate } from './network-gate';
import type { Pool } from './pool';
import { createRateCap } from './rate-cap';
import { type Scheduler, createScheduler } from './scheduler';
import { SlowDown } from './slow-down';
import type { TargetClaims } from './target-claims';
import { removeLeftovers } from './target-file';
import { troubleOf, waitReasonOf } from './trouble';
import { createWorkQueue } from './work-queue';
import type { JobReport } from './worker/messages';

export interface JobPorts {
  readonly clock: Clock;
  readonly pool: Pool;
  readonly memory: MemoryBudget;
  readonly claims: TargetClaims;
  readonly openAccount: () => Promise<Account>;
  readonly journal: JobJournal;
  readonly standing: JobStanding;
  readonly onItem: (item: ItemResult) => void;
  /** What the queue shows of the job has changed. */
  readonly onChange: () => void;
}

/** Why a run is stopped: the person cancels or pauses it, or it shall go on later. */
export type StopReason = 'cancel' | 'pause' | 'interrupt';

/** The last reports of the threads belong to the sum; a stuck thread must not hold up a person who cancels. */
const lastReportsMs = 300;

export class Job {
  readonly progress = new JobProgress();
  readonly statistics = new JobStatistics();
  readonly tuning: JobTuning;
  readonly #ports: JobPorts;
  readonly #stop = new AbortController();
  readonly #slowDown: SlowDown;
  readonly #remarks = new JobRemarks();
  readonly #queue = createWorkQueue<OpenFile>();
  #stopReason: StopReason | null = null;
  /** Why it paused by itself. */
  #paused: StowageError | null = null;
  #stoppedBy: StowageError | null = null;
  #scheduler: Scheduler | null = null;
  #mover: JobMover | null = null;
  #gate: NetworkGate | null = null;
  #startedMs: number | null = null;
  #elapsedMs = 0;
  #earlierBytes = 0;
  #reached: 'yes' | 'no' = 'no';
  #onSettled: () => void = () => undefined;

  constructor(ports: JobPorts) {
    this.#ports = ports;
    // Every file and request in flight listens.
    setMaxListeners(0, this.#stop.signal);
    this.tuning = new JobTuning(ports.standing.head.spec.options);
    this.#slowDown = new SlowDown(ports.clock);
  }

  /** Of the files that are open; what is chosen for the next ones when none is. */
  get blockBytes(): number {
    const { blockBytes } = this.#ports.standing.head.spec.options;
    for (const { file } of this.#ports.standing.open.values()) if (file.blockBytes > 0) return file.blockBytes;
    return blockBytes === 'auto' ? (this.tuning.blockBytes ?? 0) : blockBytes;
  }
  /** Milliseconds of running. */
  get elapsedMs(): number {
    return this.#elapsedMs + (this.#startedMs === null ? 0 : this.#ports.clock.monotonic() - this.#startedMs);
  }
  get isRunning(): boolean {
    return this.#startedMs !== null;
  }
  /** What ended or paused the run although it concerns no single file; null when nothing did. */
  get stoppedBy(): StowageError | null {
    return this.#stoppedBy;
  }
  get waitsFor(): WaitReason | null {
    if (!this.isRunning) return null;
    if (this.#gate !== null && this.#gate.reason !== '') return 'network';
    return this.#slowDown.remainingMs > 0 ? 'server' : null;
  }

  /** Progress in at most 64 cells. */
  cells(): string {
    return this.progress.cells(this.#ports.standing.files, this.#earlierBytes);
  }

  /** What is worth saying now, or about the whole job when it has ended. */
  note(): string {
    if (this.waitsFor === 'network') return `waiting for the network: ${this.#gate?.reason ?? ''}`;
    if (this.waitsFor === 'server') return `server busy, ${Math.ceil(this.#slowDown.remainingMs / 1000)} s`;
    return this.#remarks.text();
  }

  /** To be told what the workers measured for this job. */
  report(report: JobReport): void {
    this.progress.moved(report);
    this.tuning.report(report);
    for (const record of report.ended) {
      this.statistics.record(record);
      if (record.status > 0) this.#reached = 'yes';
    }
    for (const _cause of report.retried) this.statistics.retried();
    this.#slowDown.set(report.slowdownMs);
  }

  stop(reason: StopReason): void {
    this.#stopReason ??= reason;
    this.#stopAll();
  }

  /** Ends the waits for a busy service and for the network. */
  tryNow(): void {
    this.#slowDown.set(0);
    this.#ports.pool.tryNow(this.#ports.standing.head.id);
    this.#gate?.tryNow();
  }

  /** Leaves one file out. */
  cancelFile(f: number): void {
    this.#mover?.cancelFile(f);
  }

  /** Takes a failed file that is open again; `closed` when the job is about to end. */
  again(open: OpenFile): 'taken' | 'closed' {
    return this.#queue.push(open);
  }

  /** Runs to an end of any kind; throws only what makes the journal unusable. */
  async run(): Promise<TransferState> {
    const { standing, clock, journal, pool } = this.#ports;
    this.#startedMs = clock.monotonic();
    journal.note({ t: 'state', state: standing.planned ? 'running' : 'planning', atMs: clock.now(), note: '' });
    const ticking = keepPace({
      clock,
      progress: this.progress,
      tuning: this.tuning,
      elapsedMs: () => this.elapsedMs,
      inFlight: () => this.#scheduler?.inFlight ?? 0,
      threadUse: () => pool.threadUse(),
      blockBytes: () => this.blockBytes,
      onTuned: () => this.#scheduler?.poke(),
      signal: this.#stop.signal,
    });
    let failure: StowageError | null = null;
    try {
      const account = await this.#ports.openAccount();
      pool.openJob(standing.head.id, account.descriptor);
      await this.#moveAll(account);
    } catch (thrown) {
      failure = StowageError.from(thrown);
      // What was begun must not go on when planning or the journal failed.
      this.#stopAll();
      await this.#mover?.settled();
    }
    this.#elapsedMs = this.elapsedMs;
    this.#startedMs = null;
    this.#stopAll();
    await ticking;
    return this.#end(failure);
  }

  async #end(failure: StowageError | null): Promise<TransferState> {
    const { standing, clock, journal, pool } = this.#ports;
    this.progress.stopRate();
    this.tuning.stop(pool.threadUse());
    await Promise.race([pool.closeJob(standing.head.id), clock.sleep(lastReportsMs)]);
    if (failure !== null && this.#stopReason === null && failure.kind !== 'cancelled') this.#endBy(failure);
    const state = this.#finalState();
    if (state === 'cancelled') await removeLeftovers(standing);
    const waitsFor = state !== 'paused' ? null : this.#paused === null ? 'person' : waitReasonOf(this.#paused);
    await journal.commit({
      t: 'state',
      state,
      atMs: clock.now(),
      note: this.note(),
      ...(waitsFor === null ? {} : { waitsFor }),
    });
    if (standing.planned && standing.open.size === 0) await journal.compact();
    return state;
  }

  #endBy(failure: StowageError): void {
    const { standing } = this.#ports;
    const trouble = troubleOf(failure, this.#reached);
    this.#onTrouble(trouble === 'pause' ? 'pause' : 'job', failure);
    if (trouble === 'pause') return;
    const { source, target, error } = wholeJobProblem(standing.head.title, failure);
    const { code, message, context } = error;
    const f = standing.nextFile;
    const item = { source, target, code, message };
    this.#ports.journal.note({ t: 'ended', f, outcome: 'failed', failure: { ...item, context: { ...context } } });
    this.#ports.onItem({ ...item, bytes: 0, outcome: 'failed' });
  }

  #finalState(): TransferState {
    const { standing } = this.#ports;
    // A stop that came too late changes nothing.
    const isComplete = standing.planned && standing.open.size === 0;
    if (this.#stopReason !== null && !isComplete) {
      return ({ cancel: 'cancelled', pause: 'paused', interrupt: 'interrupted' } as const)[this.#stopReason];
    }
    if (this.#paused !== null && !isComplete) return 'paused';
    return standing.failed.size > 0 || !isComplete ? 'failed' : 'done';
  }

  async #moveAll(account: Account): Promise<void> {
    const { standing, journal, clock } = this.#ports;
    const { signal } = this.#stop;
    const scheduler = this.#createScheduler();
    const gate = createNetworkGate({
      clock,
      signal,
      probe: (limit) => probeService(account, standing.head.spec.container, limit),
      onChange: this.#ports.onChange,
    });
    const mover = this.#createMover(account, scheduler, gate);
    this.#scheduler = scheduler;
    this.#gate = gate;
    this.#mover = mover;
    this.#earlierBytes = standing.bytesDone;
    const flow = createJobFlow({
      account,
      clock,
      standing,
      journal,
      queue: this.#queue,
      scheduler,
      gate,
      mover,
      progress: this.progress,
      tuning: this.tuning,
      reached: () => this.#reached,
      onReached: () => {
        this.#reached = 'yes';
      },
      remark: (text) => this.#remarks.add(text),
      stop: () => this.#stopAll(),
      signal,
    });
    this.#onSettled = () => flow.settled();
    await flow.run();
  }

  #createScheduler(): Scheduler {
    const { spec } = this.#ports.standing.head;
    return createScheduler({
      limit: () => this.tuning.concurrency,
      memory: this.#ports.memory,
      cap: createRateCap(spec.options.limitRate, this.#ports.clock),
      accountReady: (signal) => this.#accountReady(signal),
      onCapWait: (ms) => this.tuning.waited({ capMs: ms }),
      signal: this.#stop.signal,
    });
  }

  async #accountReady(signal: AbortSignal): Promise<void> {
    await this.#gate?.open();
    const waitedMs = await this.#slowDown.over(signal);
    if (waitedMs > 0) this.tuning.waited({ serviceMs: waitedMs });
  }

  #createMover(account: Account, scheduler: Scheduler, gate: NetworkGate): JobMover {
    const { standing, pool, journal, claims, onItem } = this.#ports;
    const { id, createdAtMs, spec } = standing.head;
    const { signal } = this.#stop;
    return createJobMover({
      standing,
      gate,
      claims,
      accountKey: accountKeyOf(account),
      reached: () => this.#reached,
      onItem,
      onTrouble: (trouble, error) => this.#onTrouble(trouble, error),
      onSettled: () => this.#onSettled(),
      context: {
        jobId: id,
        container: spec.container,
        createdAtMs,
        options: spec.options,
        signal,
        scheduler,
        pool,
        finisher: createFileFinisher(async (files) => (await pool.finishFiles(id, files, signal)).errors),
        journal,
        progress: this.progress,
        onWaits: (waits) => this.tuning.waited(waits),
        remark: (text) => this.#remarks.add(text),
      },
    });
  }

  // The other files would fail the same way; they stay open, so that the job can go on when the cause is mended.
  #onTrouble(trouble: 'job' | 'pause', error: StowageError): void {
    if (this.#stoppedBy !== null || this.#stopReason !== null) return;
    this.#stoppedBy = error;
    if (trouble === 'pause') this.#paused = error;
    this.#remarks.stopped(`${trouble === 'pause' ? 'paused' : 'stopped'}: ${error.message}`);
    this.#stopAll();
  }

  #stopAll(): void {
    this.#queue.drop();
    if (!this.#stop.signal.aborted) this.#stop.abort();
  }
}

// One worker thread of the pool: starts it at its first task, gives it tasks and takes their answers, and gives them to it
// again when it was lost. Which thread does what is the pool's to say.
import type { EventLoopUtilization } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { type StowageError, cancelled, unforeseen } from '@shared/errors';
import { failureOfThread } from '@shared/thread-failure';
import type { AccountDescriptor } from '../../azure/account';
import type { Md5Module } from '../md5/md5-lanes';
import { type OpenCounts, lostTwice, lostWorker, takenBack } from './lost-worker';
import { SteadyMap } from '../records/steady-map';
import { type Batch, createBatch } from '../worker/batched';
import type { AnyTask, FromWorker, JobReport, ToWorker, WorkerSettings } from '../worker/messages';

export interface Running {
  readonly jobId: string;
  readonly task: AnyTask;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: StowageError) => void;
  readonly onRetrying: () => void;
  readonly onHashed: ((bytes: number) => void) | undefined;
  /** Times a worker was lost under it. */
  losses: number;
  /** How far a hash may read by now. */
  readableBytes: number;
  /** How far a hash is. */
  hashedBytes: number;
}

/** The accounts of a job: what it writes and reads, and what it copies from. */
export interface JobAccounts {
  readonly descriptor: AccountDescriptor;
  readonly source?: AccountDescriptor;
}

export interface MemberPorts {
  readonly workerPath: string;
  /** What the thread hashes many messages at once with; null where it never does. */
  readonly md5Module: () => Md5Module | null;
  /** What a thread is told before its first task of a job; nothing for one that sends no requests. */
  readonly accountsOf: (jobId: string) => JobAccounts | undefined;
  readonly onReport: (report: JobReport) => void;
}

/** A task that loses its worker twice is itself the likely cause. */
const lossesAllowed = 1;
/** A thread keeps little for long: more room for what is young would only be filled with what is over. */
const youngMebibytes = 12;
/** Many times what a thread has ever needed. The limit also sets how much garbage waits for a sweep. */
const oldMebibytes = 512;

export class PoolMember {
  /** 0…1, how busy the thread was lately. */
  busy = 0;
  /** Until when each job's account waits in this thread, monotonic ms. */
  readonly slowUntilMs = new Map<string, number>();
  readonly running = new SteadyMap<number, Running>();
  readonly #ports: MemberPorts;
  readonly #outgoing: Batch<ToWorker>;
  readonly #jobs = new Set<string>();
  /** To be taken back when the thread is lost. */
  readonly #open = new Map<string, OpenCounts>();
  /** Who waits for the last report of a job. */
  readonly #closing = new Map<string, () => void>();
  #worker: Worker | null = null;
  #isDisposed = false;
  #useBefore: EventLoopUtilization | undefined;

  constructor(ports: MemberPorts) {
    this.#ports = ports;
    this.#outgoing = createBatch((messages) => this.#worker?.postMessage(messages));
  }

  /** Tells a thread that runs; another one has nothing to be told of. */
  post(message: ToWorker): void {
    if (this.#worker !== null) this.#outgoing.add(message);
  }

  knows(jobId: string): boolean {
    return this.#jobs.has(jobId);
  }

  send(id: number, running: Running): void {
    this.start();
    this.running.set(id, running);
    const { jobId, task, readableBytes } = running;
    const accounts = this.#jobs.has(jobId) ? undefined : this.#ports.accountsOf(jobId);
    if (accounts !== undefined) {
      this.#jobs.add(jobId);
      this.post({ t: 'account', jobId, ...accounts });
    }
    this.post({ t: 'run', id, jobId, task });
    if (readableBytes > 0) this.post({ t: 'advance', id, bytes: readableBytes });
  }

  /** Resolves when everything of the job was reported. */
  closeJob(jobId: string): Promise<void> {
    if (!this.#jobs.delete(jobId)) return Promise.resolve();
    return new Promise((resolve) => {
      this.#closing.set(jobId, resolve);
      this.slowUntilMs.delete(jobId);
      this.post({ t: 'close-job', jobId });
    });
  }

  /** 0…1, how busy the thread was since the last question; null while it does not run. */
  takeUse(): number | null {
    if (this.#worker === null) return null;
    const { eventLoopUtilization } = this.#worker.performance;
    const now = eventLoopUtilization();
    const { utilization } = this.#useBefore === undefined ? now : eventLoopUtilization(now, this.#useBefore);
    this.#useBefore = now;
    return Number.isFinite(utilization) ? Math.max(0, Math.min(1, utilization)) : 0;
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.post({ t: 'stop' });
    this.#outgoing.flush();
    await this.#worker?.terminate();
  }

  /** Starts the thread where it does not run; a task does so too. */
  start(): void {
    if (this.#worker !== null || this.#isDisposed) return;
    const settings: WorkerSettings = { md5Module: this.#ports.md5Module() };
    const worker = new Worker(this.#ports.workerPath, {
      workerData: settings,
      resourceLimits: { maxYoungGenerationSizeMb: youngMebibytes, maxOldGenerationSizeMb: oldMebibytes },
    });
    this.#worker = worker;
    this.#useBefore = undefined;
    worker.on('message', (messages: readonly FromWorker[]) => {
      for (const message of messages) this.#receive(message);
    });
    worker.on('error', (error) => this.#lose(worker, error));
    worker.on('exit', (code) => this.#lose(worker, code));
  }

  #receive(message: FromWorker): void {
    if (message.t === 'report') {
      this.busy = message.busy;
      for (const report of message.jobs) this.#reported(report);
      return;
    }
    if (message.t === 'closed') {
      this.#closed(message.jobId);
      return;
    }
    const running = this.running.get(message.id);
    if (running === undefined) return;
    if (message.t === 'hashed') {
      running.hashedBytes = message.bytes;
      running.onHashed?.(message.bytes);
      return;
    }
    if (message.t === 'retrying') {
      running.onRetrying();
      return;
    }
    this.running.delete(message.id);
    if (message.t === 'done') running.resolve(message.result);
    else running.reject(failureOfThread(message));
  }

  #reported(report: JobReport): void {
    const open = this.#open.get(report.jobId) ?? { connections: 0, requests: 0 };
    open.connections += report.connections;
    open.requests += report.started - report.ended.length;
    this.#open.set(report.jobId, open);
    this.#ports.onReport(report);
  }

  #closed(jobId: string): void {
    this.#closing.get(jobId)?.();
    this.#closing.delete(jobId);
  }

  #lose(worker: Worker, how: Error | number): void {
    if (this.#worker !== worker) return;
    // What it was still to be told is told to the next one with its tasks.
    this.#outgoing.flush();
    this.#worker = null;
    this.#jobs.clear();
    for (const [jobId, open] of this.#open) this.#ports.onReport(takenBack(jobId, open));
    this.#open.clear();
    this.slowUntilMs.clear();
    for (const jobId of [...this.#closing.keys()]) this.#closed(jobId);
    // Written down also where its tasks go on without harm.
    if (!this.#isDisposed) unforeseen(lostWorker(how));
    const failure = this.#isDisposed ? cancelled() : lostTwice(how);
    const tasks = this.running.entries();
    this.running.clear();
    for (const [id, running] of tasks) {
      running.losses += 1;
      // Every task may be repeated: writes are idempotent or read back what the service holds.
      if (this.#isDisposed || running.losses > lossesAllowed) running.reject(failure);
      else this.send(id, running);
    }
  }
}

// One worker thread of the pool: starts it at its first task, sends it tasks and receives their results, and repeats
// the tasks in a new thread when this one was lost. pool.ts decides which thread runs which task. Over 300 lines with
// the reports about a lost thread.
import type { EventLoopUtilization } from 'node:perf_hooks';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { cancelled, StowageError, unforeseen } from '@shared/errors';
import { failureOfThread } from '@shared/thread-failure';
import type { AccountDescriptor } from '../../azure/account';
import { type ServedTokens, serveTokens } from '../../azure/token-port';
import type { RequestRecord } from '../../metrics/request-record';
import type { Md5Module } from '../md5/md5';
import {
  type Batch,
  createBatch,
  type AnyTask,
  type FromWorker,
  type JobReport,
  type ToWorker,
  type WorkerSettings,
} from '../worker/messages';

export interface ThreadTask {
  readonly jobId: string;
  readonly task: AnyTask;
  readonly signal: AbortSignal;
  readonly onRetrying?: (() => void) | undefined;
  /** Called now and then with the number of bytes hashed. */
  readonly onHashed?: ((bytes: number) => void) | undefined;
}

export interface TaskRun {
  /** Rejects with StowageError; with `cancelled.by-user` as soon as the signal aborts. */
  readonly result: Promise<unknown>;
  /** Allows a hash to read up to `bytes`. */
  readonly advance: (bytes: number) => void;
}

interface Running {
  readonly jobId: string;
  readonly task: AnyTask;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: StowageError) => void;
  readonly onRetrying: (() => void) | undefined;
  readonly onHashed: ((bytes: number) => void) | undefined;
  /** How often its thread was lost. */
  losses: number;
  /** The position up to which a hash may read. */
  readableBytes: number;
  /** The position that a hash has reached. */
  hashedBytes: number;
}

/** The accounts of a job: the target, and the source of a copy. */
export interface JobAccounts {
  readonly descriptor: AccountDescriptor;
  readonly source?: AccountDescriptor;
}

export interface MemberPorts {
  readonly workerPath: string;
  /** The program for hashing many messages at once; null when the thread never does. */
  readonly md5Module: () => Md5Module | null;
  /** The accounts that are sent to the thread before its first task of a job; undefined for a thread without requests. */
  readonly accountsOf: (jobId: string) => JobAccounts | undefined;
  readonly onReport: (report: JobReport) => void;
  /** Absent where no account signs in. */
  readonly tokens?: ServedTokens | undefined;
  /** How long a request continues while the service is busy or fails. Absent: for the tries of the retry policy. */
  readonly retryForMs?: number | undefined;
}

/** A task that loses its worker twice is itself the likely cause. */
const lossesAllowed = 1;
/** A thread retains little for long, so a larger young generation would only fill with garbage. */
const youngMebibytes = 12;
/** Many times what a thread has ever needed. The limit also determines how much garbage accumulates. */
const oldMebibytes = 512;

export class PoolMember {
  /** Recent load of the thread, 0…1. */
  busy = 0;
  /** Until when each job's account is throttled in this thread, monotonic ms. */
  readonly slowUntilMs = new Map<string, number>();
  readonly running = new Map<number, Running>();
  readonly #ports: MemberPorts;
  readonly #outgoing: Batch<ToWorker>;
  readonly #jobs = new Set<string>();
  /** The counts to subtract when the thread is lost. */
  readonly #open = new Map<string, OpenCounts>();
  /** Callbacks for the last report about a job. */
  readonly #closing = new Map<string, () => void>();
  #worker: Worker | null = null;
  #isDisposed = false;
  #nextId = 0;
  #useBefore: EventLoopUtilization | undefined;

  constructor(ports: MemberPorts) {
    this.#ports = ports;
    this.#outgoing = createBatch((messages) => this.#worker?.postMessage(messages));
  }

  /** Sends a message if the thread runs; otherwise there is nothing that it would have to know. */
  post(message: ToWorker): void {
    if (this.#worker !== null) this.#outgoing.add(message);
  }

  knows(jobId: string): boolean {
    return this.#jobs.has(jobId);
  }

  run({ jobId, task, signal, onRetrying, onHashed }: ThreadTask): TaskRun {
    const id = this.#nextId++;
    const advance = (bytes: number): void => {
      const running = this.running.get(id);
      if (running !== undefined) running.readableBytes = bytes;
      this.post({ t: 'advance', id, bytes });
    };
    if (this.#isDisposed || signal.aborted) return { result: Promise.reject(cancelled()), advance };
    const result = new Promise<unknown>((resolve, reject) => {
      // Rejected at once: a thread stuck in the file system must not hold up a user who cancels.
      const abort = (): void => {
        this.post({ t: 'cancel', id });
        this.running.delete(id);
        reject(cancelled());
      };
      const settle =
        <T>(then: (value: T) => void) =>
        (value: T): void => {
          signal.removeEventListener('abort', abort);
          then(value);
        };
      signal.addEventListener('abort', abort, { once: true });
      this.#send(id, {
        jobId,
        task,
        resolve: settle(resolve),
        reject: settle(reject),
        onRetrying,
        onHashed,
        losses: 0,
        readableBytes: 0,
        hashedBytes: 0,
      });
    });
    return { result, advance };
  }

  #send(id: number, running: Running): void {
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

  get isRunning(): boolean {
    return this.#worker !== null;
  }

  /** Resolves when the last report about the job has arrived. */
  closeJob(jobId: string): Promise<void> {
    if (!this.#jobs.delete(jobId)) return Promise.resolve();
    return new Promise((resolve) => {
      this.#closing.set(jobId, resolve);
      this.slowUntilMs.delete(jobId);
      this.post({ t: 'close-job', jobId });
    });
  }

  /** Load of the thread since the last call, 0…1; null while it does not run. */
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

  /** Starts the thread if it does not run; tasks do so too. */
  start(): void {
    if (this.#worker !== null || this.#isDisposed) return;
    const tokens = this.#tokenPort();
    const { md5Module, retryForMs = null } = this.#ports;
    const settings: WorkerSettings = { md5Module: md5Module(), tokens, retryForMs };
    const worker = new Worker(this.#ports.workerPath, {
      workerData: settings,
      transferList: tokens === null ? [] : [tokens],
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

  /** The thread's end of the channel over which it receives tokens. */
  #tokenPort(): MessagePort | null {
    const { tokens } = this.#ports;
    if (tokens === undefined) return null;
    const { port1, port2 } = new MessageChannel();
    serveTokens(tokens, port1);
    return port2;
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
      running.onRetrying?.();
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
    // The next thread receives everything with its tasks.
    this.#outgoing.flush();
    this.#worker = null;
    this.#jobs.clear();
    for (const [jobId, open] of this.#open) this.#ports.onReport(takenBack(jobId, open));
    this.#open.clear();
    this.slowUntilMs.clear();
    for (const jobId of [...this.#closing.keys()]) this.#closed(jobId);
    // Logged even if its tasks continue without harm.
    if (!this.#isDisposed) unforeseen(lostWorker(how));
    const failure = this.#isDisposed ? cancelled() : lostTwice(how);
    const tasks = [...this.running.entries()];
    this.running.clear();
    for (const [id, running] of tasks) {
      running.losses += 1;
      // Every task may be repeated: writes are idempotent or read back what the service holds.
      if (this.#isDisposed || running.losses > lossesAllowed) running.reject(failure);
      else this.#send(id, running);
    }
  }
}

// What remains of a worker thread that ended unexpectedly: the requests and connections that it had reported as open.
/** Open requests and connections according to the thread's reports. */
export interface OpenCounts {
  connections: number;
  requests: number;
}

/** A report for one job that subtracts the requests and connections that were open in the thread. */
function takenBack(jobId: string, open: Readonly<OpenCounts>): JobReport {
  const lost: RequestRecord = {
    atMs: Date.now(),
    connectionId: '',
    service: 'blob',
    operation: 'Lost',
    resource: '',
    partition: '',
    entities: 0,
    method: '',
    address: '',
    status: 0,
    errorCode: 'worker-lost',
    overLimit: '',
    attempt: 1,
    bytesUp: 0,
    bytesDown: 0,
    queueMs: 0,
    firstByteMs: 0,
    totalMs: 0,
    reusedConnection: false,
  };
  return {
    jobId,
    started: 0,
    ended: Array.from({ length: open.requests }, () => lost),
    uploadBytes: 0,
    downloadBytes: 0,
    connections: -open.connections,
    retried: [],
    slowdownMs: 0,
    slowdownOrigin: 'told',
  };
}

/** The failure of a task that lost its thread twice, as it is shown to users. */
export function lostTwice(how: Error | number): StowageError {
  const isMemory = typeof how !== 'number' && (how as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
  const context = { why: isMemory ? 'memory' : 'ended', ...(typeof how === 'number' ? { exit: how } : {}) };
  return new StowageError('bug.thread-lost', lostWorker(how).message, { context });
}

/** `how`: the error that ended it, or its exit code. */
function lostWorker(how: Error | number): StowageError {
  if (typeof how !== 'number') {
    return new StowageError('bug.unexpected', 'A transfer thread ended unexpectedly.', { cause: how });
  }
  return new StowageError('bug.unexpected', `A transfer thread ended unexpectedly, with code ${how}.`);
}

// The worker threads that serve requests, and one more that hashes whole files and syncs small ones: starts them at the first task, gives
// each task to the least busy one, hands on what they measure, and survives the loss of one.
import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { StowageError, cancelled } from '@shared/errors';
import { MiB } from '@shared/units';
import type { AccountDescriptor } from '../azure/account';
import type { RequestRecord } from '../metrics/request-record';
import type { Finish } from './worker/finish-file';
import type {
  AnyTask,
  DiskTaskKind,
  FromWorker,
  JobReport,
  ResultOf,
  TaskKind,
  TaskOf,
  ToWorker,
  WorkerSettings,
} from './worker/messages';

export interface Hash {
  /** The file may be read up to `bytes`. */
  advance(bytes: number): void;
  readonly result: Promise<ResultOf<'hash-file'>>;
}

export interface Pool {
  /** `source`: the account that the job copies from. */
  openJob(jobId: string, descriptor: AccountDescriptor, source?: AccountDescriptor): void;
  /** Resolves when everything of the job was reported. */
  closeJob(jobId: string): Promise<void>;
  /** Ends the wait of a job's account for a busy service. */
  tryNow(jobId: string): void;
  /** Runs one task; rejects with StowageError, with `cancelled.by-user` when `signal` aborts. */
  run<K extends Exclude<TaskKind, DiskTaskKind>>(
    jobId: string,
    kind: K,
    input: TaskOf<K>,
    signal: AbortSignal,
    onRetrying?: () => void,
  ): Promise<ResultOf<K>>;
  /** `onHashed` is told now and then how many bytes are hashed. */
  hash(jobId: string, input: TaskOf<'hash-file'>, signal: AbortSignal, onHashed?: (bytes: number) => void): Hash;
  /** As `run`, on the thread that serves no requests. */
  finishFiles(jobId: string, files: readonly Finish[], signal: AbortSignal): Promise<ResultOf<'finish-files'>>;
  /** Closes what workers hold open of one file. */
  release(jobId: string, file: number): void;
  /** 0…1, how busy the busiest request thread was lately. */
  threadUse(): number;
  dispose(): Promise<void>;
}

export interface PoolPorts {
  readonly workerPath: string;
  readonly requestThreads: number;
  readonly onReport: (report: JobReport) => void;
}

interface Running {
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

interface Member {
  worker: Worker | null;
  readonly running: Map<number, Running>;
  readonly jobs: Set<string>;
  /** What reports say is open and under way, by job, to be taken back when the worker is lost. */
  readonly open: Map<string, { connections: number; requests: number }>;
  /** Until when each job's account waits in this thread, monotonic ms. */
  readonly slowUntilMs: Map<string, number>;
  /** Who waits for the last report of a job. */
  readonly closing: Map<string, () => void>;
  busy: number;
}

/** How far blocks may be ahead of the hash of their file before it gets a core more. */
const hashLeadBytes = 48 * MiB;
/** Reports of one pause differ by what the clocks differ. */
const slowdownStepMs = 100;
/** A task that loses its worker twice is itself the likely cause. */
const lossesAllowed = 1;

export function createPool(ports: PoolPorts): Pool {
  const descriptors = new Map<string, AccountDescriptor>();
  const sources = new Map<string, AccountDescriptor>();
  const members: readonly Member[] = Array.from({ length: ports.requestThreads + 1 }, () => ({
    worker: null,
    running: new Map<number, Running>(),
    jobs: new Set<string>(),
    open: new Map<string, { connections: number; requests: number }>(),
    slowUntilMs: new Map<string, number>(),
    closing: new Map<string, () => void>(),
    busy: 0,
  }));
  const requestMembers = members.slice(0, ports.requestThreads);
  const diskMember = members[ports.requestThreads] as Member;
  let nextId = 0;
  let disposed = false;

  const post = (member: Member, message: ToWorker): void => member.worker?.postMessage(message);

  const start = (member: Member): void => {
    if (member.worker !== null) return;
    const settings: WorkerSettings = { index: members.indexOf(member) };
    const worker = new Worker(ports.workerPath, { workerData: settings });
    member.worker = worker;
    worker.on('message', (message: FromWorker) => receive(member, message));
    worker.on('error', (error) => lose(member, worker, error));
    worker.on('exit', () => lose(member, worker, null));
  };

  const receive = (member: Member, message: FromWorker): void => {
    if (message.t === 'report') {
      member.busy = message.busy;
      for (const report of message.jobs) {
        const open = member.open.get(report.jobId) ?? { connections: 0, requests: 0 };
        open.connections += report.connections;
        open.requests += report.started - report.ended.length;
        member.open.set(report.jobId, open);
        ports.onReport({ ...report, slowdownMs: shareSlowdown(member, report) });
      }
      return;
    }
    if (message.t === 'closed') {
      closed(member, message.jobId);
      return;
    }
    const running = member.running.get(message.id);
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
    member.running.delete(message.id);
    if (message.t === 'done') running.resolve(message.result);
    else running.reject(StowageError.fromShape(message.error));
  };

  // The service asks one request for patience and means the account: the other threads are told, and the job is told how
  // long the slowest of them waits.
  const shareSlowdown = (member: Member, { jobId, slowdownMs, slowdownOrigin }: JobReport): number => {
    const nowMs = performance.now();
    const untilMs = nowMs + slowdownMs;
    const grew = untilMs > (member.slowUntilMs.get(jobId) ?? 0) + slowdownStepMs;
    if (slowdownMs === 0) member.slowUntilMs.delete(jobId);
    else if (grew || slowdownOrigin === 'told') member.slowUntilMs.set(jobId, untilMs);
    const descriptor = descriptors.get(jobId);
    if (slowdownMs > 0 && slowdownOrigin === 'own' && grew && descriptor !== undefined) {
      for (const other of requestMembers) {
        if (other !== member) post(other, { t: 'slow-down', descriptor, ms: slowdownMs });
      }
    }
    return Math.max(0, ...requestMembers.map((one) => (one.slowUntilMs.get(jobId) ?? 0) - nowMs));
  };

  const closed = (member: Member, jobId: string): void => {
    member.closing.get(jobId)?.();
    member.closing.delete(jobId);
  };

  const lose = (member: Member, worker: Worker, cause: Error | null): void => {
    if (member.worker !== worker) return;
    member.worker = null;
    member.jobs.clear();
    for (const [jobId, open] of member.open) ports.onReport(takenBack(jobId, open));
    member.open.clear();
    member.slowUntilMs.clear();
    for (const jobId of [...member.closing.keys()]) closed(member, jobId);
    const tasks = [...member.running];
    member.running.clear();
    for (const [id, running] of tasks) {
      running.losses += 1;
      // Every task may be repeated: writes are idempotent or read back what the service holds.
      if (disposed || running.losses > lossesAllowed) running.reject(lostWorker(cause));
      else send(member, id, running);
    }
  };

  const send = (member: Member, id: number, running: Running): void => {
    start(member);
    member.running.set(id, running);
    const descriptor = descriptors.get(running.jobId);
    if (descriptor !== undefined && member !== diskMember && !member.jobs.has(running.jobId)) {
      member.jobs.add(running.jobId);
      const source = sources.get(running.jobId);
      const others = source === undefined ? {} : { source };
      post(member, { t: 'account', jobId: running.jobId, descriptor, ...others });
    }
    post(member, { t: 'run', id, jobId: running.jobId, task: running.task });
    if (running.readableBytes > 0) post(member, { t: 'advance', id, bytes: running.readableBytes });
  };

  // A block far beyond the hash of its file: the hash decides when the file is done, so one thread leaves it its core.
  const membersFor = (task: AnyTask): readonly Member[] => {
    if (task.kind !== 'put-block' || requestMembers.length === 1) return requestMembers;
    const { source, offset } = task.input;
    for (const { task: hashing, hashedBytes } of diskMember.running.values()) {
      if (hashing.kind !== 'hash-file' || hashing.input.path !== source.path) continue;
      if (offset > hashedBytes + hashLeadBytes) return requestMembers.slice(1);
    }
    return requestMembers;
  };

  const submit = (
    member: Member,
    jobId: string,
    task: AnyTask,
    signal: AbortSignal,
    onRetrying: () => void,
    onHashed?: (bytes: number) => void,
  ): { readonly id: number; readonly result: Promise<unknown> } => {
    const id = nextId++;
    if (disposed || signal.aborted) return { id, result: Promise.reject(cancelled()) };
    const result = new Promise<unknown>((resolve, reject) => {
      // Answered at once: a worker stuck in the file system must not hold up a person who cancels.
      const abort = (): void => {
        post(member, { t: 'cancel', id });
        member.running.delete(id);
        reject(cancelled());
      };
      const settle =
        <T>(then: (value: T) => void) =>
        (value: T): void => {
          signal.removeEventListener('abort', abort);
          then(value);
        };
      signal.addEventListener('abort', abort, { once: true });
      send(member, id, {
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
    return { id, result };
  };

  return {
    openJob: (jobId, descriptor, source) => {
      descriptors.set(jobId, descriptor);
      if (source !== undefined) sources.set(jobId, source);
    },
    closeJob: async (jobId) => {
      descriptors.delete(jobId);
      sources.delete(jobId);
      const using = members.filter((member) => member.jobs.delete(jobId));
      await Promise.all(
        using.map(
          (member) =>
            new Promise<void>((resolve) => {
              member.closing.set(jobId, resolve);
              member.slowUntilMs.delete(jobId);
              post(member, { t: 'close-job', jobId });
            }),
        ),
      );
    },
    tryNow: (jobId) => {
      for (const member of members) if (member.jobs.has(jobId)) post(member, { t: 'try-now', jobId });
    },
    run: <K extends Exclude<TaskKind, DiskTaskKind>>(
      jobId: string,
      kind: K,
      input: TaskOf<K>,
      signal: AbortSignal,
      onRetrying?: () => void,
    ) => {
      const task = { kind, input } as AnyTask;
      const member = membersFor(task).reduce((least, other) =>
        other.running.size < least.running.size ? other : least,
      );
      return submit(member, jobId, task, signal, onRetrying ?? (() => undefined)).result as Promise<ResultOf<K>>;
    },
    hash: (jobId, input, signal, onHashed) => {
      const task = { kind: 'hash-file', input } as const;
      const { id, result } = submit(diskMember, jobId, task, signal, () => undefined, onHashed);
      return {
        advance: (bytes) => {
          const running = diskMember.running.get(id);
          if (running !== undefined) running.readableBytes = bytes;
          post(diskMember, { t: 'advance', id, bytes });
        },
        result: result as Promise<ResultOf<'hash-file'>>,
      };
    },
    finishFiles: (jobId, files, signal) =>
      submit(diskMember, jobId, { kind: 'finish-files', input: { files } }, signal, () => undefined).result as Promise<
        ResultOf<'finish-files'>
      >,
    release: (jobId, file) => {
      for (const member of members) post(member, { t: 'release', jobId, file });
    },
    threadUse: () => Math.max(0, ...requestMembers.map((member) => member.busy)),
    dispose: async () => {
      disposed = true;
      const workers = members.flatMap((member) => (member.worker === null ? [] : [member.worker]));
      for (const member of members) post(member, { t: 'stop' });
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

function takenBack(jobId: string, open: { readonly connections: number; readonly requests: number }): JobReport {
  const lost: RequestRecord = {
    atMs: Date.now(),
    connectionId: '',
    service: 'blob',
    operation: 'Lost',
    resource: '',
    ...{ partition: '', entities: 0, method: '', address: '' },
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

function lostWorker(cause: Error | null): StowageError {
  return new StowageError('bug.unexpected', 'A transfer thread ended unexpectedly.', { cause });
}

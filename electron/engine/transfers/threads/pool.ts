// The worker threads of all transfers: some send requests, others hash whole files, and the first of those also syncs
// small files and, where it runs anyway, reads file metadata. Gives each task to the least busy thread and passes on the
// measurements of the threads.
import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';
import { MiB } from '@shared/units';
import type { AccountDescriptor } from '../../azure/account';
import type { ServedTokens } from '../../azure/token-port';
import type { MetricsSink } from '../../metrics/request-record';
import { type Md5Module, compileMd5 } from '../md5/md5';
import type { Finish } from '../worker/small-files';
import type { AnyTask, DiskTaskKind, JobReport, ResultOf, TaskKind, TaskOf } from '../worker/messages';
import { type JobAccounts, type MemberPorts, PoolMember } from './pool-member';

export interface Hash {
  /** Allows reading up to `bytes`. */
  advance(bytes: number): void;
  readonly result: Promise<ResultOf<'hash-file'>>;
}

export interface Pool {
  /** `source`: the account that the job copies from. */
  openJob(jobId: string, descriptor: AccountDescriptor, source?: AccountDescriptor): void;
  /** Starts the threads that a job will need, ahead of its first task. */
  startThreads(work: 'one file' | 'many files' | 'many files to disk'): void;
  /** Resolves when the last report about the job has arrived. */
  closeJob(jobId: string): Promise<void>;
  /** Ends the wait of a job's throttled account. */
  tryNow(jobId: string): void;
  /** Runs one task; rejects with StowageError, with `cancelled.by-user` when `signal` aborts. */
  run<K extends Exclude<TaskKind, DiskTaskKind>>(
    jobId: string,
    kind: K,
    input: TaskOf<K>,
    signal: AbortSignal,
    onRetrying?: () => void,
  ): Promise<ResultOf<K>>;
  /** `onHashed` is called now and then with the number of bytes hashed. */
  hash(jobId: string, input: TaskOf<'hash-file'>, signal: AbortSignal, onHashed?: (bytes: number) => void): Hash;
  /** As `run`, on one of the threads that send no requests. */
  sumRanges(jobId: string, task: TaskOf<'sum-ranges'>, signal: AbortSignal): Promise<ResultOf<'sum-ranges'>>;
  /** As `run`, on the first of the threads that send no requests. */
  finishFiles(jobId: string, files: readonly Finish[], signal: AbortSignal): Promise<ResultOf<'finish-files'>>;
  /** As `run`, on a thread that already runs: metadata alone is not worth starting one. */
  statFiles(jobId: string, task: TaskOf<'look-at-files'>, signal: AbortSignal): Promise<ResultOf<'look-at-files'>>;
  /** Closes the descriptors that workers hold open for one file. */
  release(jobId: string, file: number): void;
  /** Recent load of the busiest request thread, 0…1. */
  threadUse(): number;
  /** Load of each running thread since the last call, 0…1. */
  threadUses(): readonly number[];
  dispose(): Promise<void>;
}

export interface PoolPorts {
  readonly workerPath: string;
  readonly requestThreads: number;
  /** Maximum number of files hashed at once; each thread but the first starts when there is a file for it. */
  readonly hashThreads: number;
  readonly onReport: (report: JobReport) => void;
  /** Absent where no account signs in. */
  readonly tokens?: ServedTokens | undefined;
  /** How long a request continues while the service is busy or fails. Absent: for the tries of the retry policy. */
  readonly retryForMs?: number | undefined;
}

/** How many bytes blocks may be ahead of the hash of their file before one thread makes room for it. */
const hashLeadBytes = 48 * MiB;

export function createPool(ports: PoolPorts): Pool {
  const accounts = new Map<string, JobAccounts>();
  let compiled: Md5Module | null | undefined;
  // Compiled once; all threads share the machine code.
  const md5Module = (): Md5Module | null => {
    if (compiled === undefined) compiled = compileMd5();
    return compiled;
  };
  const memberWith = (own: Pick<MemberPorts, 'accountsOf' | 'md5Module'>): PoolMember => {
    const member: PoolMember = new PoolMember({
      workerPath: ports.workerPath,
      tokens: ports.tokens,
      retryForMs: ports.retryForMs,
      ...own,
      onReport: (report) => {
        const slowdownMs = shareSlowdown(report, member, requestMembers, accounts.get(report.jobId));
        ports.onReport({ ...report, slowdownMs });
      },
    });
    return member;
  };
  const requestMembers: readonly PoolMember[] = Array.from({ length: ports.requestThreads }, () =>
    memberWith({ accountsOf: (jobId) => accounts.get(jobId), md5Module }),
  );
  const diskPorts = { accountsOf: () => undefined, md5Module: () => null } as const;
  const diskMember = memberWith(diskPorts);
  const hashMembers = [diskMember, ...Array.from({ length: ports.hashThreads - 1 }, () => memberWith(diskPorts))];
  const members = [...requestMembers, ...hashMembers];

  // For a block well ahead of the hash of its file one thread is left free: the hash determines when the file is done,
  // and this leaves it a core.
  const membersFor = (task: AnyTask): readonly PoolMember[] => {
    if (task.kind !== 'put-block' || requestMembers.length === 1) return requestMembers;
    const { source, offset } = task.input;
    for (const member of hashMembers) {
      for (const { task: hashing, hashedBytes } of member.running.values()) {
        if (hashing.kind !== 'hash-file' || hashing.input.path !== source.path) continue;
        if (offset > hashedBytes + hashLeadBytes) return requestMembers.slice(1);
      }
    }
    return requestMembers;
  };

  return {
    openJob: (jobId, descriptor, source) => {
      accounts.set(jobId, source === undefined ? { descriptor } : { descriptor, source });
    },
    startThreads: (work) => {
      const requesting = work === 'one file' ? requestMembers.slice(0, 1) : requestMembers;
      for (const member of requesting) member.start();
      if (work === 'many files to disk') diskMember.start();
    },
    closeJob: async (jobId) => {
      accounts.delete(jobId);
      await Promise.all(members.map((member) => member.closeJob(jobId)));
    },
    tryNow: (jobId) => {
      for (const member of members) if (member.knows(jobId)) member.post({ t: 'try-now', jobId });
    },
    run: <K extends Exclude<TaskKind, DiskTaskKind>>(
      jobId: string,
      kind: K,
      input: TaskOf<K>,
      signal: AbortSignal,
      onRetrying?: () => void,
    ) => {
      const task = { kind, input } as AnyTask;
      const { result } = leastBusy(membersFor(task)).run({ jobId, task, signal, onRetrying });
      return result as Promise<ResultOf<K>>;
    },
    hash: (jobId, input, signal, onHashed) => {
      const task = { kind: 'hash-file', input } as const;
      const { result, advance } = leastBusy(hashMembers).run({ jobId, task, signal, onHashed });
      return { advance, result: result as Promise<ResultOf<'hash-file'>> };
    },
    sumRanges: (jobId, input, signal) => {
      const { result } = leastBusy(hashMembers).run({ jobId, task: { kind: 'sum-ranges', input }, signal });
      return result as Promise<ResultOf<'sum-ranges'>>;
    },
    finishFiles: (jobId, files, signal) => {
      const { result } = diskMember.run({ jobId, task: { kind: 'finish-files', input: { files } }, signal });
      return result as Promise<ResultOf<'finish-files'>>;
    },
    statFiles: (jobId, input, signal) => {
      const member = diskMember.isRunning ? diskMember : leastBusy(requestMembers);
      const { result } = member.run({ jobId, task: { kind: 'look-at-files', input }, signal });
      return result as Promise<ResultOf<'look-at-files'>>;
    },
    release: (jobId, file) => {
      for (const member of members) member.post({ t: 'release', jobId, file });
    },
    threadUse: () => Math.max(0, ...requestMembers.map((member) => member.busy)),
    threadUses: () => members.flatMap((member) => member.takeUse() ?? []),
    dispose: async () => {
      await Promise.all(members.map((member) => member.dispose()));
    },
  };
}

/** The first of those with the fewest tasks. */
function leastBusy(members: readonly PoolMember[]): PoolMember {
  return members.reduce((min, other) => (other.running.size < min.running.size ? other : min));
}

// Throttling concerns the whole account although only one request receives the response: passes it on to the other
// threads, and reports to a job how long the slowest of them waits.
/** Reports of the same wait may differ by this much, because clocks differ. */
const slowdownStepMs = 100;

/** Returns how long the job's accounts wait, in ms. */
export function shareSlowdown(
  { jobId, slowdownMs, slowdownOrigin, slowdownOf }: JobReport,
  member: PoolMember,
  members: readonly PoolMember[],
  accounts: JobAccounts | undefined,
): number {
  const nowMs = performance.now();
  const descriptor = slowdownOf === 'source' ? accounts?.source : accounts?.descriptor;
  const untilMs = nowMs + slowdownMs;
  const grew = untilMs > (member.slowUntilMs.get(jobId) ?? 0) + slowdownStepMs;
  if (slowdownMs === 0) member.slowUntilMs.delete(jobId);
  else if (grew || slowdownOrigin === 'told') member.slowUntilMs.set(jobId, untilMs);
  if (slowdownMs > 0 && slowdownOrigin === 'own' && grew && descriptor !== undefined) {
    for (const other of members) {
      if (other !== member) other.post({ t: 'slow-down', descriptor, ms: slowdownMs });
    }
  }
  return Math.max(0, ...members.map((one) => (one.slowUntilMs.get(jobId) ?? 0) - nowMs));
}

// How many threads this machine should use: for requests, enough to sign and encrypt in parallel while the window keeps
// its core; for the MD5s of whole files half of the cores, since each file occupies one core and cannot use two.
/**
 * Of two cores both, because a single thread is busy all the time with small files while the engine's main thread needs
 * a third of a core.
 */
export function availableThreads(): number {
  const cores = cpus().length;
  return upTo(3, cores === 2 ? 2 : cores - 1);
}

export function availableHashThreads(): number {
  return upTo(3, Math.floor(cpus().length / 2));
}

function upTo(max: number, threads: number): number {
  return Math.max(1, Math.min(max, threads));
}

/** Counts the requests that a worker thread reports as if they had been sent from here. */
export function countRequests(report: JobReport, metrics: MetricsSink): void {
  for (let count = 0; count < report.started; count += 1) metrics.requestStarted();
  for (const record of report.ended) metrics.requestEnded(record);
  for (const cause of report.retried) metrics.retried(cause);
  if (report.uploadBytes > 0) metrics.bytesMoved('up', report.uploadBytes);
  if (report.downloadBytes > 0) metrics.bytesMoved('down', report.downloadBytes);
  for (let count = Math.abs(report.connections); count > 0; count -= 1) {
    metrics.connectionsOpen(report.connections > 0 ? 1 : -1);
  }
}

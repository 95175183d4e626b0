// The worker threads of all transfers: some send requests, others hash whole files, and the first of those also looks at
// files and syncs small ones. Gives each task to the least busy thread and passes on what the threads measure.
import { MiB } from '@shared/units';
import type { AccountDescriptor } from '../../azure/account';
import { type Md5Module, compileMd5 } from '../md5/md5';
import { type JobAccounts, type MemberPorts, PoolMember } from './pool-member';
import { shareSlowdown } from './shared-slowdown';
import type { Finish } from '../worker/small-files';
import type { AnyTask, DiskTaskKind, JobReport, ResultOf, TaskKind, TaskOf } from '../worker/messages';

export interface Hash {
  /** Allows reading up to `bytes`. */
  advance(bytes: number): void;
  readonly result: Promise<ResultOf<'hash-file'>>;
}

export interface Pool {
  /** `source`: the account that the job copies from. */
  openJob(jobId: string, descriptor: AccountDescriptor, source?: AccountDescriptor): void;
  /** Starts the threads that a job will need, ahead of its first task. */
  startThreads(work: 'one file' | 'many files'): void;
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
}

/** How far blocks may be ahead of the hash of their file before one thread makes room for it. */
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

  // For a block far ahead of the hash of its file one thread is left out: the hash decides when the file is done, and this
  // leaves it a core.
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
      const needed = work === 'one file' ? requestMembers.slice(0, 1) : [...requestMembers, diskMember];
      for (const member of needed) member.start();
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
      const { result } = diskMember.run({ jobId, task: { kind: 'look-at-files', input }, signal });
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

// The worker threads that serve requests, and others that hash whole files, the first of which also looks at files and syncs
// small ones: gives each task to the least busy one and hands on what they measure.
import { cancelled } from '@shared/errors';
import { MiB } from '@shared/units';
import type { AccountDescriptor } from '../../azure/account';
import { type Md5Module, compileMd5 } from '../md5/md5-lanes';
import { type JobAccounts, type MemberPorts, PoolMember } from './pool-member';
import { shareSlowdown } from './shared-slowdown';
import type { Finish } from '../worker/finish-file';
import type { AnyTask, DiskTaskKind, JobReport, ResultOf, TaskKind, TaskOf } from '../worker/messages';

export interface Hash {
  /** The file may be read up to `bytes`. */
  advance(bytes: number): void;
  readonly result: Promise<ResultOf<'hash-file'>>;
}

export interface Pool {
  /** `source`: the account that the job copies from. */
  openJob(jobId: string, descriptor: AccountDescriptor, source?: AccountDescriptor): void;
  /** Starts all threads before there is a task, for a job that will have many: they take as long as its plan begins to. */
  startThreads(): void;
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
  /** As `run`, on the first of the threads that serve no requests. */
  finishFiles(jobId: string, files: readonly Finish[], signal: AbortSignal): Promise<ResultOf<'finish-files'>>;
  lookAtFiles(jobId: string, task: TaskOf<'look-at-files'>, signal: AbortSignal): Promise<ResultOf<'look-at-files'>>;
  /** Closes what workers hold open of one file. */
  release(jobId: string, file: number): void;
  /** 0…1, how busy the busiest request thread was lately. */
  threadUse(): number;
  /** 0…1 for each thread that runs, since the last question. */
  threadUses(): readonly number[];
  dispose(): Promise<void>;
}

export interface PoolPorts {
  readonly workerPath: string;
  readonly requestThreads: number;
  /** At most so many whole files are hashed at once; each thread but the first starts when there is a file for it. */
  readonly hashThreads: number;
  readonly onReport: (report: JobReport) => void;
}

/** How far blocks may be ahead of the hash of their file before it gets a core more. */
const hashLeadBytes = 48 * MiB;
export function createPool(ports: PoolPorts): Pool {
  const accounts = new Map<string, JobAccounts>();
  let compiled: Md5Module | null | undefined;
  // Once for all threads, which then share what the runtime makes of it.
  const md5Module = (): Md5Module | null => {
    if (compiled === undefined) compiled = compileMd5();
    return compiled;
  };
  const memberWith = (own: Pick<MemberPorts, 'accountsOf' | 'md5Module'>): PoolMember => {
    const member: PoolMember = new PoolMember({
      workerPath: ports.workerPath,
      ...own,
      onReport: (report) => {
        const descriptor = accounts.get(report.jobId)?.descriptor;
        const slowdownMs = shareSlowdown(report, member, requestMembers, descriptor);
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
  let nextId = 0;
  let disposed = false;

  // A block far beyond the hash of its file: the hash decides when the file is done, so one thread leaves it its core.
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

  const submit = (
    member: PoolMember,
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
        member.post({ t: 'cancel', id });
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
      member.send(id, {
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
      accounts.set(jobId, source === undefined ? { descriptor } : { descriptor, source });
    },
    startThreads: () => {
      for (const member of [...requestMembers, diskMember]) member.start();
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
      return submit(leastBusy(membersFor(task)), jobId, task, signal, onRetrying ?? (() => undefined))
        .result as Promise<ResultOf<K>>;
    },
    hash: (jobId, input, signal, onHashed) => {
      const task = { kind: 'hash-file', input } as const;
      const member = leastBusy(hashMembers);
      const { id, result } = submit(member, jobId, task, signal, () => undefined, onHashed);
      return {
        advance: (bytes) => {
          const running = member.running.get(id);
          if (running !== undefined) running.readableBytes = bytes;
          member.post({ t: 'advance', id, bytes });
        },
        result: result as Promise<ResultOf<'hash-file'>>,
      };
    },
    finishFiles: (jobId, files, signal) =>
      submit(diskMember, jobId, { kind: 'finish-files', input: { files } }, signal, () => undefined).result as Promise<
        ResultOf<'finish-files'>
      >,
    lookAtFiles: (jobId, input, signal) =>
      submit(diskMember, jobId, { kind: 'look-at-files', input }, signal, () => undefined).result as Promise<
        ResultOf<'look-at-files'>
      >,
    release: (jobId, file) => {
      for (const member of members) member.post({ t: 'release', jobId, file });
    },
    threadUse: () => Math.max(0, ...requestMembers.map((member) => member.busy)),
    threadUses: () => members.flatMap((member) => member.takeUse() ?? []),
    dispose: async () => {
      disposed = true;
      await Promise.all(members.map((member) => member.dispose()));
    },
  };
}

/** The first of those with the fewest tasks. */
function leastBusy(members: readonly PoolMember[]): PoolMember {
  return members.reduce((least, other) => (other.running.size < least.running.size ? other : least));
}

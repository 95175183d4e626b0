// The list of all jobs on tables, whatever their kind. A kind of work joins by adding its jobs here; the window sees one
// list and steers every job by the same calls.
import { type ErrorShape, StowageError } from '@shared/errors';
import type { CallHandlers, StreamHandlers } from '@shared/ipc/contract';
import type { TableJob, TableJobState } from '@shared/model/table-job';
import type { Clock } from '../../ports';
import { createSnapshotWatch } from '../../snapshot-watch';

/** The operations of every kind of job on a table. */
export interface ListedJob {
  readonly id: string;
  view(): TableJob;
  /** Finishes the requests in flight, then waits. */
  pause(): void;
  /** Resumes the job, from the end of its journal if it had stopped. Throws StowageError when that is impossible. */
  resume(): Promise<void>;
  /** Ends it for good. Resolves when nothing is in flight. */
  cancel(): Promise<void>;
  /** Stops it so that it can be resumed. Resolves when nothing is in flight. */
  interrupt(): Promise<void>;
  /** Absolute path of the complete file that it wrote for the user. */
  readonly outputPath?: string | null;
  /** Removes its files; the job must have ended. */
  forget(): Promise<void>;
}

export interface TableJobs {
  readonly calls: Pick<
    CallHandlers<'engine'>,
    'table-jobs.pause' | 'table-jobs.resume' | 'table-jobs.cancel' | 'table-jobs.forget' | 'table-jobs.output-path'
  >;
  readonly streams: Pick<StreamHandlers<'engine'>, 'table-jobs.watch' | 'table-jobs.unread'>;
  /** `letGo`: called when the user removes the job from the list, for an owner that holds it too. */
  add(job: ListedJob, letGo: () => void): void;
  /** Throws `not-found.job`. */
  get(jobId: string): ListedJob;
  /** Newest first. */
  list(): TableJob[];
  /** Why jobs of earlier runs could not be read: an error a job, or one for all of a kind. */
  readonly unread: readonly StowageError[];
  readonly reportUnreadable: (error: StowageError) => void;
  /** Call it when something about a job has changed. */
  changed(): void;
  /** Interrupts the running job. */
  dispose(): Promise<void>;
}

const snapshotEveryMs = 250;
const moving: ReadonlySet<TableJobState> = new Set<TableJobState>(['planning', 'running', 'finishing']);
const steerable: ReadonlySet<TableJobState> = new Set<TableJobState>([...moving, 'paused']);

export function isRunning(state: TableJobState): boolean {
  return steerable.has(state);
}

/** Whether it can be resumed, unlike a job that was rejected before its first row. */
export function isUnfinished({ state, rowsDone }: TableJob): boolean {
  return state === 'interrupted' || (state === 'failed' && rowsDone > 0);
}

export function createTableJobs(clock: Clock, log: (line: string) => void = () => undefined): TableJobs {
  const jobs = new Map<string, ListedJob>();
  const letGoOf = new Map<string, () => void>();
  const unread: StowageError[] = [];
  const watched = createSnapshotWatch(clock);
  const get = (jobId: string): ListedJob => {
    const job = jobs.get(jobId);
    if (job === undefined)
      throw new StowageError('not-found.job', 'There is no such job.', { context: { job: jobId } });
    return job;
  };
  const list = (): TableJob[] =>
    [...jobs.values()].map((job) => job.view()).sort((left, right) => right.createdAtMs - left.createdAtMs);
  return {
    add: (job, letGo) => {
      jobs.set(job.id, job);
      letGoOf.set(job.id, letGo);
      watched.changed();
    },
    get,
    list,
    unread,
    reportUnreadable: (error) => {
      unread.push(error);
      log(`An earlier job on a table could not be read: ${error.message} ${error.context.path ?? ''}`.trimEnd());
      watched.changed();
    },
    changed: () => watched.changed(),
    calls: {
      'table-jobs.pause': ({ jobId }) => {
        get(jobId).pause();
        return {};
      },
      'table-jobs.resume': async ({ jobId }) => {
        await get(jobId).resume();
        return {};
      },
      'table-jobs.cancel': async ({ jobId }) => {
        await get(jobId).cancel();
        return {};
      },
      'table-jobs.output-path': ({ jobId }) => ({ path: get(jobId).outputPath ?? null }),
      'table-jobs.forget': async ({ jobId }) => {
        const job = get(jobId);
        if (isRunning(job.view().state)) await job.cancel();
        await job.forget();
        jobs.delete(jobId);
        letGoOf.get(jobId)?.();
        letGoOf.delete(jobId);
        watched.changed();
        return {};
      },
    },
    streams: {
      'table-jobs.watch': (_, { signal, push }) => {
        const isMoving = (): boolean => list().some(({ state }) => moving.has(state));
        return watched.watch({ snapshot: list, isMoving, minIntervalMs: snapshotEveryMs }, push, signal);
      },
      'table-jobs.unread': (_, { signal, push }) => {
        const snapshot = (): ErrorShape[] => unread.map((error) => error.toShape());
        return watched.watch({ snapshot, isMoving: () => false, minIntervalMs: snapshotEveryMs }, push, signal);
      },
    },
    dispose: async () => {
      const running = [...jobs.values()].filter((job) => isRunning(job.view().state));
      // Each runs to its end, even if others fail.
      await Promise.allSettled(running.map((job) => job.interrupt()));
    },
  };
}

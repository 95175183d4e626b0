// The list of all jobs on tables, whatever their kind. A kind of work joins by adding its jobs here; the window sees one
// list and steers every job by the same calls.
import { StowageError } from '@shared/errors';
import type { CallHandlers, StreamHandlers } from '@shared/ipc/contract';
import type { TableJob, TableJobState } from '@shared/model/table-job';
import type { Clock } from '../../ports';

/** What every kind of job on a table offers. */
export interface ListedJob {
  readonly id: string;
  view(): TableJob;
  /** Finishes what is in flight, then waits. */
  pause(): void;
  /** Goes on; of a job that stopped, from where its journal ends. Throws StowageError where that is impossible. */
  resume(): Promise<void>;
  /** Ends for good. Resolves when nothing is in flight. */
  cancel(): Promise<void>;
  /** Stops so that it can go on later. Resolves when nothing is in flight. */
  interrupt(): Promise<void>;
  /** Absolute; of the complete file that it wrote for a person. */
  readonly outputPath?: string | null;
  /** Removes its files; the job has ended. */
  forget(): Promise<void>;
}

export interface TableJobs {
  readonly calls: Pick<
    CallHandlers<'engine'>,
    'table-jobs.pause' | 'table-jobs.resume' | 'table-jobs.cancel' | 'table-jobs.forget' | 'table-jobs.output-path'
  >;
  readonly streams: Pick<StreamHandlers<'engine'>, 'table-jobs.watch'>;
  /** `letGo`: whoever adds it may hold it too, and is told when a person no longer wants to see it. */
  add(job: ListedJob, letGo: () => void): void;
  /** Throws `not-found.job`. */
  get(jobId: string): ListedJob;
  /** Newest first. */
  list(): TableJob[];
  /** Something about a job changed. */
  changed(): void;
  /** Interrupts what runs. */
  dispose(): Promise<void>;
}

const snapshotEveryMs = 250;
const moving: ReadonlySet<TableJobState> = new Set<TableJobState>(['planning', 'running', 'finishing']);
const steerable: ReadonlySet<TableJobState> = new Set<TableJobState>([...moving, 'paused']);

export function isRunning(state: TableJobState): boolean {
  return steerable.has(state);
}

/** It stopped where it can be gone on from: not one that was refused before its first row. */
export function isUnfinished({ state, rowsDone }: TableJob): boolean {
  return state === 'interrupted' || (state === 'failed' && rowsDone > 0);
}

export function createTableJobs(clock: Clock): TableJobs {
  const jobs = new Map<string, ListedJob>();
  const letGoOf = new Map<string, () => void>();
  const listeners = new Set<() => void>();
  const get = (jobId: string): ListedJob => {
    const job = jobs.get(jobId);
    if (job === undefined)
      throw new StowageError('not-found.job', 'There is no such job.', { context: { job: jobId } });
    return job;
  };
  const list = (): TableJob[] =>
    [...jobs.values()].map((job) => job.view()).sort((left, right) => right.createdAtMs - left.createdAtMs);
  const changed = (): void => {
    for (const listen of listeners) listen();
  };
  return {
    add: (job, letGo) => {
      jobs.set(job.id, job);
      letGoOf.set(job.id, letGo);
      changed();
    },
    get,
    list,
    changed,
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
        changed();
        return {};
      },
    },
    streams: {
      'table-jobs.watch': async (_, { signal, push }) => {
        let isDirty = true;
        let sent = '';
        let wake: () => void = () => undefined;
        const mark = (): void => {
          isDirty = true;
          wake();
        };
        listeners.add(mark);
        signal.addEventListener('abort', mark, { once: true });
        try {
          while (!signal.aborted) {
            const views = list();
            if (!isDirty && !views.some(({ state }) => moving.has(state))) {
              await new Promise<void>((resolve) => (wake = resolve));
              continue;
            }
            isDirty = false;
            const text = JSON.stringify(views);
            if (text !== sent) push(views);
            sent = text;
            await clock.sleep(snapshotEveryMs, signal).catch(() => undefined);
          }
        } finally {
          listeners.delete(mark);
        }
      },
    },
    dispose: async () => {
      const running = [...jobs.values()].filter((job) => isRunning(job.view().state));
      // Each gets to its end, whatever the others meet.
      await Promise.allSettled(running.map((job) => job.interrupt()));
    },
  };
}

// All long jobs on tables as the engine reports them, held once for the list, the status bar and views that follow one.
import { StowageError } from '@shared/errors';
import type { TableJob } from '@shared/model/table-job';
import { type StreamStatus, sharedStream, useSharedStream } from './shared-stream';

export interface TableJobs {
  /** Newest first. */
  readonly jobs: readonly TableJob[];
}

export const liveTableJobs = sharedStream<'table-jobs.watch', TableJobs>({
  name: 'table-jobs.watch',
  input: {},
  initial: { jobs: [] },
  reduce: (_state, jobs) => ({ jobs }),
});

const liveUnread = sharedStream<'table-jobs.unread', { readonly errors: readonly StowageError[] }>({
  name: 'table-jobs.unread',
  input: {},
  initial: { errors: [] },
  reduce: (_state, shapes) => ({ errors: shapes.map((shape) => StowageError.fromShape(shape)) }),
});

/** Why jobs of earlier runs could not be read. */
export function useUnreadTableJobs(): readonly StowageError[] {
  return useSharedStream(liveUnread, ({ errors }) => errors);
}

/** Every job, newest first. */
export function useTableJobs(): readonly TableJob[] {
  return useSharedStream(liveTableJobs, (state) => state.jobs);
}

/** The current state of one job; undefined while it is not known, or after it was removed. */
export function useTableJob(jobId: string | null): TableJob | undefined {
  return useSharedStream(liveTableJobs, (state) => state.jobs.find(({ id }) => id === jobId));
}

/** Whether the list is there yet, and why not. */
export function useTableJobsStatus(): StreamStatus {
  const status = useSharedStream(liveTableJobs, (state) => state.status);
  const error = useSharedStream(liveTableJobs, (state) => state.error);
  return { status, error };
}

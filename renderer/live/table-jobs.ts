// All long jobs on tables as the engine reports them, held once for the list, the status bar and views that follow one.
import { StowageError } from '@shared/errors';
import type { TableJob } from '@shared/model/table-job';
import { liveJobs } from './jobs';
import { type StreamStatus, sharedStream, useSharedStream } from './shared-stream';

const liveUnread = sharedStream<'jobs.unread', { readonly errors: readonly StowageError[] }>({
  name: 'jobs.unread',
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
  return useSharedStream(liveJobs, (state) => state.tables);
}

/** Whether the list is there yet, and why not. */
export function useTableJobsStatus(): StreamStatus {
  const status = useSharedStream(liveJobs, (state) => state.status);
  const error = useSharedStream(liveJobs, (state) => state.error);
  return { status, error };
}

// Opens the transfers when one begins, so that nobody has to look for what was just started.
import type { TransferJob } from '@shared/model/transfer';
import { liveJobs } from '@renderer/live/jobs';
import { showDock } from './layout-store';

const settled: ReadonlySet<TransferJob['state']> = new Set(['done', 'failed', 'cancelled']);

/** Follows the transfers until the returned function is called. */
export function openDockForWork(): () => void {
  const release = liveJobs.retain();
  const stop = liveJobs.store.subscribe(({ jobs }, before) => {
    if (jobs !== before.jobs && hasNewWork(before.status === 'waiting' ? null : before.jobs, jobs)) showDock();
  });
  // Others may have followed them before.
  if (hasNewWork(null, liveJobs.store.getState().jobs)) showDock();
  return () => {
    stop();
    release();
  };
}

/** In the first list only jobs that have not ended count as new; later every job that was not in the list before does. */
export function hasNewWork(before: readonly TransferJob[] | null, now: readonly TransferJob[]): boolean {
  if (before === null) return now.some(({ state }) => !settled.has(state));
  const known = new Set(before.map(({ id }) => id));
  return now.some(({ id }) => !known.has(id));
}

// Updates the navigator after jobs that create or delete tables: a copy into a new one, a renaming, a run of the lab.
import { loadNames, refreshConnection } from '@renderer/features/connections';
import { watchLabRuns } from '@renderer/features/lab';
import { liveTableJobs } from '@renderer/live/table-jobs';

/** Reads the names anew whenever such a job comes to a rest, until the returned function is called. */
export function showMadeTables(): () => void {
  const release = liveTableJobs.retain();
  const stop = liveTableJobs.store.subscribe(({ jobs }, before) => {
    if (jobs === before.jobs || before.status === 'waiting') return;
    const earlier = new Map(before.jobs.map(({ id, state }) => [id, state]));
    const rested = jobs.filter(
      ({ id, kind, state }) =>
        (kind === 'copy' || kind === 'rename') && state !== 'running' && state !== earlier.get(id),
    );
    for (const connectionId of new Set(rested.map((job) => job.connectionId))) void loadNames(connectionId, 'tables');
  });
  const stopLab = watchLabRuns((connectionId) => void refreshConnection(connectionId));
  return () => {
    stop();
    stopLab();
    release();
  };
}

// Tells a container that an upload into it has ended, whoever started it.
import { useEffect, useEffectEvent } from 'react';
import type { TransferJob } from '@shared/model/transfer';
import { liveJobs } from '@renderer/live/jobs';

const ended: ReadonlySet<TransferJob['state']> = new Set(['done', 'failed', 'cancelled']);

/** Calls back once for every upload into the container that ends while the view is there. */
export function useFinishedUploads(connectionId: string, container: string, onFinished: () => void): void {
  const finished = useEffectEvent(onFinished);
  useEffect(() => {
    const release = liveJobs.retain();
    const stop = liveJobs.store.subscribe(({ jobs }, { jobs: before }) => {
      if (uploadsEnded(before, jobs, connectionId, container)) finished();
    });
    return () => {
      stop();
      release();
    };
  }, [connectionId, container]);
}

/** True when an upload into the container ended between two lists. */
export function uploadsEnded(
  before: readonly TransferJob[],
  after: readonly TransferJob[],
  connectionId: string,
  container: string,
): boolean {
  const states = new Map(before.map((job) => [job.id, job.state]));
  return after.some((job) => {
    if (job.kind !== 'upload' || job.connectionId !== connectionId || !ended.has(job.state)) return false;
    const earlier = states.get(job.id);
    const isInto =
      job.target === container || job.target.startsWith(`${container}/`) || job.target.startsWith(`${container} `);
    return isInto && earlier !== undefined && !ended.has(earlier);
  });
}

// Tells a container that what goes into it or leaves it has ended, whoever started it.
import { useEffect, useEffectEvent } from 'react';
import type { TransferJob } from '@shared/model/transfer';
import { liveJobs } from '@renderer/live/jobs';

const ended: ReadonlySet<TransferJob['state']> = new Set(['done', 'failed', 'cancelled']);

/** Calls back once for every transfer that changes the container and ends while the view is there. */
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

/** True when an upload or copy into the container, or a move out of it, ended between two lists. */
export function uploadsEnded(
  before: readonly TransferJob[],
  after: readonly TransferJob[],
  connectionId: string,
  container: string,
): boolean {
  const states = new Map(before.map((job) => [job.id, job.state]));
  return after.some((job) => {
    if (job.kind === 'download' || !ended.has(job.state)) return false;
    const earlier = states.get(job.id);
    const isNamed =
      job.target === container || job.target.startsWith(`${container}/`) || job.target.startsWith(`${container} `);
    const isInto = isNamed && job.connectionId === connectionId;
    // The job does not tell the account it moves from: one look too many is better than rows that are gone.
    const isFrom = job.kind === 'move' && job.source === container;
    return (isInto || isFrom) && earlier !== undefined && !ended.has(earlier);
  });
}

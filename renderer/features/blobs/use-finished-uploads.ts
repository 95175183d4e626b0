// Tells a container that what goes into it or leaves it has ended, whoever started it.
import { useEffect, useEffectEvent } from 'react';
import type { TransferJob } from '@shared/model/transfer';
import { liveJobs } from '@renderer/live/jobs';

const ended: ReadonlySet<TransferJob['state']> = new Set(['done', 'failed', 'cancelled']);

/** Calls back once for every transfer that changes the container and ends while the view is there. */
export function useFinishedUploads(connectionId: string, container: string, onFinished: () => void): void {
  const finished = useEffectEvent(onFinished);
  useEffect(() => {
    const sinceMs = Date.now();
    const release = liveJobs.retain();
    const stop = liveJobs.store.subscribe(({ jobs }, { jobs: before }) => {
      if (uploadsEnded(before, jobs, { connectionId, container, sinceMs })) finished();
    });
    return () => {
      stop();
      release();
    };
  }, [connectionId, container]);
}

type EndingJob = Pick<TransferJob, 'id' | 'kind' | 'state' | 'connectionId' | 'source' | 'target' | 'endedAtMs'>;

interface Watched {
  readonly connectionId: string;
  readonly container: string;
  /** What ended before does not count. */
  readonly sinceMs: number;
}

/** True when an upload or copy into the container, or a move out of it, ended between two lists. */
export function uploadsEnded(
  before: readonly EndingJob[],
  after: readonly EndingJob[],
  { connectionId, container, sinceMs }: Watched,
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
    // A short one has ended before it is told of for the first time, and so have those of earlier days.
    const hasJustEnded = earlier === undefined ? (job.endedAtMs ?? 0) >= sinceMs : !ended.has(earlier);
    return (isInto || isFrom) && hasJustEnded;
  });
}

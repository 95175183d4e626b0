// Tells a container that what goes into it or leaves it has ended or come a good way, whoever started it.
import { useEffect, useEffectEvent } from 'react';
import type { TransferJob } from '@shared/model/transfer';
import { liveJobs } from '@renderer/live/jobs';

const ended: ReadonlySet<TransferJob['state']> = new Set(['done', 'failed', 'cancelled']);

/**
 * Calls back for every transfer that changes the container while the view is there: when its first file is over, each
 * time ten times as many are, when it ends, and when its line is back: what was listed meanwhile has failed as well.
 */
export function useFinishedUploads(connectionId: string, container: string, onFinished: () => void): void {
  const finished = useEffectEvent(onFinished);
  useEffect(() => {
    const sinceMs = Date.now();
    const release = liveJobs.retain();
    const stop = liveJobs.store.subscribe(({ jobs }, { jobs: before }) => {
      if (uploadsMoved(before, jobs, { connectionId, container, sinceMs })) finished();
    });
    return () => {
      stop();
      release();
    };
  }, [connectionId, container]);
}

type WatchedJob = Pick<
  TransferJob,
  'id' | 'kind' | 'state' | 'connectionId' | 'source' | 'target' | 'endedAtMs' | 'filesDone' | 'waitsFor'
>;

interface Watched {
  readonly connectionId: string;
  readonly container: string;
  /** What ended before does not count. */
  readonly sinceMs: number;
}

/**
 * True when an upload or copy into the container, or a move out of it, ended or came a good way between two lists, and
 * when one of them or a download out of it has its line back.
 */
export function uploadsMoved(
  before: readonly WatchedJob[],
  after: readonly WatchedJob[],
  { connectionId, container, sinceMs }: Watched,
): boolean {
  const known = new Map(before.map((job) => [job.id, job]));
  return after.some((job) => {
    const earlier = known.get(job.id);
    const isBack = earlier?.waitsFor === 'network' && job.waitsFor !== 'network';
    if (job.kind === 'download') return isBack && job.source === container && job.connectionId === connectionId;
    const isNamed =
      job.target === container || job.target.startsWith(`${container}/`) || job.target.startsWith(`${container} `);
    const isInto = isNamed && job.connectionId === connectionId;
    // The job does not tell the account it moves from: one look too many is better than rows that are gone.
    const isFrom = job.kind === 'move' && job.source === container;
    // A short one has ended before it is told of for the first time, and so have those of earlier days.
    const hasJustEnded = earlier === undefined ? (job.endedAtMs ?? 0) >= sinceMs : !ended.has(earlier.state);
    const hasMoved = ended.has(job.state) ? hasJustEnded : digits(job.filesDone) > digits(earlier?.filesDone ?? 0);
    return (isInto || isFrom) && (hasMoved || isBack);
  });
}

/** 0 for none, 1 from the first, 2 from the tenth: a list that is looked at again as rarely costs next to nothing. */
function digits(files: number): number {
  return files === 0 ? 0 : String(files).length;
}

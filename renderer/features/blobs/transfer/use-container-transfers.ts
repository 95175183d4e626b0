// Informs a container's tab about transfers, whoever started them: that they changed its contents, and that a lost
// connection is back.
import { useEffect, useEffectEvent } from 'react';
import type { WaitReason } from '@shared/model/job-state';
import type { TransferJob } from '@shared/model/transfer';
import { touchesContainer } from '@renderer/live/container-jobs';
import { liveJobs } from '@renderer/live/jobs';

const ended: ReadonlySet<TransferJob['state']> = new Set(['done', 'failed', 'cancelled']);

export interface ContainerListeners {
  /** A transfer's first file is over, or ten times as many as last time, or all of it is. */
  readonly onChanged: () => void;
  /** Called when the network works again: other calls that were made meanwhile may also have failed. */
  readonly onLineBack: () => void;
}

/** Calls back for the transfers into the container and out of it while the view is there. */
export function useContainerTransfers(connectionId: string, container: string, listeners: ContainerListeners): void {
  const changed = useEffectEvent(listeners.onChanged);
  const lineBack = useEffectEvent(listeners.onLineBack);
  useEffect(() => {
    const watched = { connectionId, container, sinceMs: Date.now() };
    const release = liveJobs.retain();
    const stop = liveJobs.store.subscribe(({ transfers: jobs }, { transfers: before }) => {
      if (contentChanged(before, jobs, watched)) changed();
      else if (lineIsBack(before, jobs, watched)) lineBack();
    });
    return () => {
      stop();
      release();
    };
  }, [connectionId, container]);
}

type WatchedJob = Pick<
  TransferJob,
  | 'id'
  | 'kind'
  | 'state'
  | 'connectionId'
  | 'sourceConnectionId'
  | 'source'
  | 'target'
  | 'endedAtMs'
  | 'filesDone'
  | 'waitsFor'
>;

interface Watched {
  readonly connectionId: string;
  readonly container: string;
  /** Jobs that ended before this moment are not counted. */
  readonly sinceMs: number;
}

/** True when an upload or copy into the container, or a move out of it, ended or came a good way between two lists. */
export function contentChanged(before: readonly WatchedJob[], after: readonly WatchedJob[], watched: Watched): boolean {
  const known = byId(before);
  return after.some((job) => {
    if (job.kind === 'download' || !touchesContainer(job, watched.connectionId, watched.container)) return false;
    const earlier = known.get(job.id);
    // A short one has ended before its first event, and so have those of earlier days.
    const hasJustEnded = earlier === undefined ? (job.endedAtMs ?? 0) >= watched.sinceMs : !ended.has(earlier.state);
    return ended.has(job.state) ? hasJustEnded : digits(job.filesDone) > digits(earlier?.filesDone ?? 0);
  });
}

/** Waits that do not indicate a network failure: the service has answered. */
const besidesTheLine: ReadonlySet<WaitReason | undefined> = new Set([undefined, 'server']);

/** True when a transfer into or out of the container waited for the network and moves again: a pause does not count. */
export function lineIsBack(before: readonly WatchedJob[], after: readonly WatchedJob[], watched: Watched): boolean {
  const known = byId(before);
  return after.some(
    (job) =>
      known.get(job.id)?.waitsFor === 'network' &&
      job.state === 'running' &&
      besidesTheLine.has(job.waitsFor) &&
      touchesContainer(job, watched.connectionId, watched.container),
  );
}

function byId(jobs: readonly WatchedJob[]): ReadonlyMap<string, WatchedJob> {
  return new Map(jobs.map((job) => [job.id, job]));
}

/** 0 for none, 1 from the first, 2 from the tenth: a list that is looked at again as rarely costs next to nothing. */
function digits(files: number): number {
  return files === 0 ? 0 : String(files).length;
}

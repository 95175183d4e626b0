// Which transfers take from a container or put into it. Pure.
import type { TransferJob } from '@shared/model/transfer';

export type JobPlaces = Pick<TransferJob, 'kind' | 'connectionId' | 'source' | 'target'>;

/** A copy does not tell the account it takes from: one of another account whose container has the same name counts. */
export function touchesContainer(job: JobPlaces, connectionId: string, container: string): boolean {
  if (job.kind === 'download') return isIn(job.source, container) && job.connectionId === connectionId;
  const isMovedFrom = job.kind === 'move' && isIn(job.source, container);
  return (isIn(job.target, container) && job.connectionId === connectionId) || isMovedFrom;
}

/** `box`, `box/a.txt`, `box/a.txt and 2 more`; of a whole container and others `box and 2 more`. */
function isIn(place: string, container: string): boolean {
  return place === container || place.startsWith(`${container}/`) || place.startsWith(`${container} `);
}

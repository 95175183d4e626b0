// Which transfers read from or write to a container. Pure.
import type { TransferJob } from '@shared/model/transfer';

export type JobEndpoints = Pick<TransferJob, 'kind' | 'connectionId' | 'sourceConnectionId' | 'source' | 'target'>;

/** Whether it changes the contents of the container, or downloads from it. */
export function touchesContainer(job: JobEndpoints, connectionId: string, container: string): boolean {
  if (job.kind === 'download') return needsContainer(job, connectionId, container);
  return putsInto(job, connectionId, container) || (job.kind === 'move' && takesFrom(job, connectionId, container));
}

/** Whether it reads or writes anything there, and fails without the container. */
export function needsContainer(job: JobEndpoints, connectionId: string, container: string): boolean {
  return putsInto(job, connectionId, container) || takesFrom(job, connectionId, container);
}

/** Whether it reads or writes anything of the connection. */
export function needsConnection(job: JobEndpoints, connectionId: string): boolean {
  return job.connectionId === connectionId || job.sourceConnectionId === connectionId;
}

function putsInto(job: JobEndpoints, connectionId: string, container: string): boolean {
  return job.kind !== 'download' && job.connectionId === connectionId && isIn(job.target, container);
}

function takesFrom(job: JobEndpoints, connectionId: string, container: string): boolean {
  const from = job.kind === 'download' ? job.connectionId : job.sourceConnectionId;
  return from === connectionId && isIn(job.source, container);
}

/** `box`, `box/a.txt`, `box/a.txt and 2 more`; of a whole container and others `box and 2 more`. */
function isIn(path: string, container: string): boolean {
  return path === container || path.startsWith(`${container}/`) || path.startsWith(`${container} `);
}

// Warns how many unfinished transfers would end if a connection or a container is removed.
import type { TransferJob } from '@shared/model/transfer';
import { plural } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { needsConnection, needsContainer } from '@renderer/live/container-jobs';
import { liveJobs } from '@renderer/live/jobs';
import { useSharedStream } from '@renderer/live/shared-stream';

const over: ReadonlySet<TransferJob['state']> = new Set(['done', 'failed', 'cancelled']);

export interface UnfinishedTransfersProps {
  readonly connectionId: string;
  /** Absent: all of the connection. */
  readonly container?: string;
}

/** Renders nothing if there are none. */
export function UnfinishedTransfers({ connectionId, container }: UnfinishedTransfersProps) {
  const count = useSharedStream(
    liveJobs,
    ({ transfers }) =>
      transfers.filter(
        (job) =>
          !over.has(job.state) &&
          (container === undefined ? needsConnection(job, connectionId) : needsContainer(job, connectionId, container)),
      ).length,
  );
  if (count === 0) return null;
  const lost =
    container === undefined
      ? plural(
          count,
        )`${formatCount(count)} transfer that uses it is not finished. Once stopped, it cannot resume without the connection. | ${formatCount(count)} transfers that use it are not finished. Once stopped, they cannot resume without the connection.`
      : plural(
          count,
        )`${formatCount(count)} transfer that uses it is not finished and will fail. | ${formatCount(count)} transfers that use it are not finished and will fail.`;
  return (
    <>
      {' '}
      <strong>{lost}</strong>
    </>
  );
}

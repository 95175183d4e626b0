// "What does this cost?" for one transfer, over all its runs, including those before a restart of the app.
import { t } from '@shared/strings/t';
import { useCall } from '@renderer/bridge';
import { CostButton, CostExplanation } from '@renderer/cost/cost-popover';
import { ErrorNotice } from '@renderer/ui';

const besides = t`Billed besides: bytes read from the cool, cold and archive tiers, and bytes that leave the region.`;
const notes = {
  'all-runs': t`Of all runs of this transfer. ${besides}`,
  'this-run': t`Of this run since the app was started. ${besides}`,
  unknown: besides,
};

export function TransferCost({ jobId }: { readonly jobId: string }) {
  return (
    <CostButton>
      <Sent jobId={jobId} />
    </CostButton>
  );
}

/** Asked when it opens, and kept as it was then: figures that move cannot be read. */
function Sent({ jobId }: { readonly jobId: string }) {
  const { data, error } = useCall('transfers.sent', { jobId });
  if (error !== null) return <ErrorNotice error={error} />;
  if (data === undefined) return null;
  return <CostExplanation sent={data.of === 'unknown' ? null : data.operations} note={notes[data.of]} />;
}

// "What does this cost?" for everything this engine has sent, by billed class; stores that bill nothing are excluded.
import { memo } from 'react';
import { t } from '@shared/strings/t';
import { useCall } from '@renderer/bridge';
import { CostButton, CostExplanation } from '@renderer/cost/cost-popover';
import { ErrorNotice } from '@renderer/ui';

export const MonitorCost = memo(function MonitorCost() {
  return (
    <CostButton>
      <Sent />
    </CostButton>
  );
});

/** Asked when it opens, and kept as it was then: figures that move cannot be read. */
function Sent() {
  const { data, error } = useCall('monitor.operations', {});
  if (error !== null) return <ErrorNotice error={error} />;
  if (data === undefined) return null;
  return (
    <CostExplanation
      sent={data}
      note={t`Since the engine started, counted when this was opened. Billed besides: bytes read from the cool, cold and archive tiers, and bytes that leave the region.`}
    />
  );
}

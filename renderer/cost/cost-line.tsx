// One line with the cost of something before it starts, and an explanation on demand.
import { partByBill } from '@shared/cost/billing';
import { type RequestCost, costOfRequests, moneyText } from '@shared/cost/request-cost';
import type { SentOperation } from '@shared/model/monitor';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { useSettings, useStream } from '@renderer/bridge';
import { CostPopover, type CostPopoverProps } from './cost-popover';
import styles from './cost-popover.module.css';

export interface CostLineProps extends Pick<CostPopoverProps, 'sent' | 'note'> {
  readonly expected: readonly SentOperation[];
  /** A sentence on what `expected` is made from. */
  readonly basis: string;
}

/** Billed requests, and money where their prices were entered. */
export function CostLine({ sent, expected, basis, note }: CostLineProps) {
  const prices = useSettings((settings) => settings.prices);
  const connections = useStream('connections.watch', {}).latest ?? [];
  const { billed, free } = partByBill(expected, connections);
  if (billed.length === 0 && free > 0) {
    return <p className={styles.line}>{t`Cost: none. The local store and emulators are free.`}</p>;
  }
  return (
    <div className={styles.line}>
      <span>{costText(costOfRequests(billed, prices), prices.currency)}</span>
      <CostPopover sent={sent} toCome={{ kind: 'estimate', counts: expected, basis }} note={note} />
    </div>
  );
}

function costText({ lines, covers, amount }: RequestCost, currency: string): string {
  const requests = lines.reduce((sum, line) => sum + (line.billedClass === 'free' ? 0 : line.requests), 0);
  if (requests === 0) return t`Cost: none, as far as known.`;
  const text = counted(requests, 'request');
  if (amount === null) return t`Cost: about ${text}.`;
  const money = moneyText(amount, currency);
  return covers === 'all'
    ? t`Cost: about ${text}, ${money}.`
    : t`Cost: about ${text}, more than ${money}. Not all prices are known.`;
}

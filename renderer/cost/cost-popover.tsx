// "What does this cost?": the requests that were sent, by billed class, the remaining ones if they are known, and an
// amount of money if prices were entered.
import { Coins } from 'lucide-react';
import type { ReactNode } from 'react';
import { isBilled, partByBill } from '@shared/cost/billing';
import { type RequestCost, costOfRequests, moneyText } from '@shared/cost/request-cost';
import type { SentOperation } from '@shared/model/monitor';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { useSettings, useStream } from '@renderer/bridge';
import { IconButton, Popover } from '@renderer/ui';
import styles from './cost-popover.module.css';
import type { BilledClass } from '@shared/cost/billed-class';

/** The cost of reading on, or of what is about to start. `unknown`: it is not known how much is left of a query. */
export type RequestsToCome =
  | { readonly kind: 'none' | 'unknown' }
  | { readonly kind: 'at-least'; readonly counts: readonly SentOperation[] }
  /** `basis`: a sentence on what the counts are made from. */
  | { readonly kind: 'estimate'; readonly counts: readonly SentOperation[]; readonly basis: string };

export interface CostPopoverProps {
  /** Every attempt, including retries and attempts that are not billed; null if that was not recorded. */
  readonly sent: readonly SentOperation[] | null;
  readonly toCome?: RequestsToCome;
  /**
   * A sentence on costs that the number of requests does not show, such as what is billed by the byte; empty for none.
   */
  readonly note: string;
  /** Size of the coins; default `standard`. */
  readonly size?: 'standard' | 'small';
}

export function CostPopover({ size = 'standard', ...explained }: CostPopoverProps) {
  return (
    <CostButton size={size}>
      <CostExplanation {...explained} />
    </CostButton>
  );
}

export interface CostButtonProps extends Pick<CostPopoverProps, 'size'> {
  readonly children: ReactNode;
}

/** The coins, and the explanation behind them: rendered when it is opened. */
export function CostButton({ size = 'standard', children }: CostButtonProps) {
  const label = t`What does this cost?`;
  return (
    <Popover
      label={label}
      placement="top end"
      trigger={<IconButton label={label} size={size} icon={<Coins size={size === 'small' ? 14 : 16} aria-hidden />} />}
    >
      {children}
    </Popover>
  );
}

export function CostExplanation({ sent, toCome, note }: Omit<CostPopoverProps, 'size'>) {
  const prices = useSettings((settings) => settings.prices);
  const connections = useStream('connections.watch', {}).latest ?? [];
  const { billed, free } = partByBill(sent ?? [], connections);
  const cost = costOfRequests(billed, prices);
  const ahead = toCome !== undefined && 'counts' in toCome ? partByBill(toCome.counts, connections) : null;
  const coming = ahead === null ? null : costOfRequests(ahead.billed, prices);
  const isAllFree = free > 0 && billed.length === 0;
  const isEstimate = toCome?.kind === 'estimate';
  const isPriced = isEstimate ? (coming ?? cost) : cost;
  return (
    <div className={styles.panel}>
      <h2 className={styles.title}>{t`What does this cost?`}</h2>
      {isEstimate && coming !== null && (
        <>
          <CostTable cost={coming} currency={prices.currency} caption={t`Estimated remaining`} />
          <p>{toCome.basis}</p>
        </>
      )}
      {cost.lines.length > 0 ? (
        <CostTable cost={cost} currency={prices.currency} caption={isEstimate ? t`Sent so far` : ''} />
      ) : (
        !isEstimate &&
        !isAllFree && <p>{sent === null ? t`The number of requests sent is unknown.` : t`No requests sent yet.`}</p>
      )}
      {free > 0 && <p>{freeText(free)}</p>}
      {toCome !== undefined && !isEstimate && !isAllFree && <p>{remainingText(toCome, coming, prices.currency)}</p>}
      {isPriced.lines.length > 0 && <p className={styles.quiet}>{priceText(isPriced)}</p>}
      {note !== '' && !isAllFree && <p className={styles.quiet}>{note}</p>}
      <p className={styles.quiet}>{t`Retries are included.`}</p>
    </div>
  );
}

interface CostTableProps {
  readonly cost: RequestCost;
  readonly currency: string;
  /** Empty where there is one table only. */
  readonly caption: string;
}

function CostTable({ cost, currency, caption }: CostTableProps) {
  const hasMoney = cost.covers !== 'none';
  return (
    <table className={styles.table}>
      {caption !== '' && <caption>{caption}</caption>}
      <thead>
        <tr>
          <th scope="col">{t`Billed as`}</th>
          <th scope="col">{t`Requests`}</th>
          {hasMoney && <th scope="col">{t`Per 10,000`}</th>}
          {hasMoney && <th scope="col">{t`Amount`}</th>}
        </tr>
      </thead>
      <tbody>
        {cost.lines.map(({ billedClass, requests, price, amount }) => (
          <tr key={billedClass}>
            <th scope="row">{billedClassNames[billedClass]}</th>
            <td>{formatCount(requests)}</td>
            {hasMoney && <td>{price === null ? t`no price` : String(price)}</td>}
            {hasMoney && <td>{amount === null ? '–' : moneyText(amount, currency)}</td>}
          </tr>
        ))}
      </tbody>
      {cost.amount !== null && cost.lines.length > 1 && (
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {cost.covers === 'all' ? t`Total` : t`Total, without unpriced requests`}
            </th>
            <td>{moneyText(cost.amount, currency)}</td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

function remainingText(
  toCome: Exclude<RequestsToCome, { kind: 'estimate' }>,
  coming: RequestCost | null,
  currency: string,
): string {
  if (toCome.kind === 'none') return t`The query is complete: no more requests.`;
  if (coming === null) return t`The remaining number of rows is unknown. Count shows the minimum number of requests.`;
  const requests = coming.lines.reduce((sum, line) => sum + line.requests, 0);
  const text = counted(requests, 'request');
  return coming.amount === null
    ? t`To read all: at least ${text} more.`
    : t`To read all: at least ${text} more, ${moneyText(coming.amount, currency)}.`;
}

function freeText(free: number): string {
  return t`Not billed: ${counted(free, 'request')} to the local store or to emulators.`;
}

const formula = t`Amount = requests ÷ 10,000 × your price for the class, from Settings → Prices.`;
const whereFrom = t`Prices depend on your contract, region and access tier. Find them in the Azure portal under Cost Management + Billing → Price sheet, and enter them in Settings → Prices.`;

function priceText({ covers }: RequestCost): string {
  return { all: formula, some: `${formula} ${whereFrom}`, none: whereFrom }[covers];
}

// The names of the billed classes of operations, as on a bill.

export const billedClassNames: Readonly<Record<BilledClass, string>> = {
  tableOperation: t`Table operations`,
  blobWrite: t`Blob write operations`,
  blobList: t`List and create container operations`,
  blobRead: t`Blob read operations`,
  blobOther: t`Other blob operations`,
  free: t`Delete operations (free)`,
};

/** Also while connections are not known yet. */
export function useIsBilled(connectionId: string): boolean {
  const connection = useStream('connections.watch', {}).latest?.find(({ id }) => id === connectionId);
  return connection === undefined || isBilled(connection);
}

// The cost of requests: how many of each billed class, and money for those whose price the user entered. Pure.
import { formatFixed, formatNumber } from '../strings/numbers';
import type { Prices } from '../model/prices';
import { type BilledClass, billedClassOf, billedClasses } from './billed-class';

export interface OperationCount {
  /** As the request log names it. */
  readonly operation: string;
  readonly requests: number;
}

/** The service, because each has different operation names. */
export interface ServiceOperation extends OperationCount {
  readonly service: 'blob' | 'table';
}

export interface CostLine {
  readonly billedClass: BilledClass;
  readonly requests: number;
  /** Per 10,000 requests; null when none was entered. */
  readonly price: number | null;
  /** In the currency of the price; null when unknown. */
  readonly amount: number | null;
}

export interface RequestCost {
  /** One line per class with requests, in the order of the classes. */
  readonly lines: readonly CostLine[];
  /** Sum of the lines with a known price; null when there is none. */
  readonly amount: number | null;
  /** Whether `amount` is the sum of all lines. */
  readonly covers: 'all' | 'some' | 'none';
}

const perPrice = 10_000;

/** `sent`: billed requests only. */
export function costOfRequests(sent: readonly ServiceOperation[], prices: Prices): RequestCost {
  const requestsOf = new Map<BilledClass, number>();
  for (const { service, operation, requests } of sent) {
    const billedClass = billedClassOf(service, operation);
    requestsOf.set(billedClass, (requestsOf.get(billedClass) ?? 0) + requests);
  }
  const lines = billedClasses.flatMap((billedClass) => {
    const requests = requestsOf.get(billedClass) ?? 0;
    if (requests === 0) return [];
    const price = billedClass === 'free' ? 0 : prices.perTenThousand[billedClass];
    return [{ billedClass, requests, price, amount: price === null ? null : (requests / perPrice) * price }];
  });
  const billed = lines.filter(({ billedClass }) => billedClass !== 'free');
  const known = billed.filter(({ price }) => price !== null);
  const covers = known.length === billed.length ? 'all' : known.length > 0 ? 'some' : 'none';
  return {
    lines,
    amount: covers === 'none' ? null : known.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
    covers,
  };
}

/**
 * The minimum number of requests for that many rows. The service may end a page early, at a partition boundary or after
 * five seconds, so there may be more.
 */
export function fewestRequests(rows: number, pageSize: number): number {
  return Math.ceil(Math.max(0, rows) / pageSize);
}

const smallestShown = 0.000001;

/** `12.40 EUR`, `0.000036`; two significant figures below one. */
export function moneyText(amount: number, currency: string): string {
  const unit = currency === '' ? '' : ` ${currency}`;
  if (amount > 0 && amount < smallestShown) return `< ${formatFixed(smallestShown, 6)}${unit}`;
  const figure =
    amount >= 1 || amount === 0
      ? formatNumber(amount, { min: 2, max: 2 })
      : formatNumber(Number(amount.toPrecision(2)), { max: 20 });
  return `${figure}${unit}`;
}

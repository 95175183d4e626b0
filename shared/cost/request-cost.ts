// What requests cost: how many of each billed class, and money for those whose price a person entered. Pure.
import { formatFixed, formatNumber } from '../formats/numbers';
import type { Prices } from '../model/prices';
import { type BilledClass, billedClassOf, billedClasses } from './billed-class';

export interface OperationCount {
  /** As the request log names it. */
  readonly operation: string;
  readonly requests: number;
}

/** To one of the services, which names operations of its own. */
export interface ServiceOperation extends OperationCount {
  readonly service: 'blob' | 'table';
}

export interface CostLine {
  readonly billedClass: BilledClass;
  readonly requests: number;
  /** For 10,000 requests; null where none was entered. */
  readonly price: number | null;
  /** In the currency of the price; null where that is not known. */
  readonly amount: number | null;
}

export interface RequestCost {
  /** One a class that has requests, in the order of the classes. */
  readonly lines: readonly CostLine[];
  /** Of the lines whose price is known; null where none is. */
  readonly amount: number | null;
  /** Whether `amount` is the sum of all lines. */
  readonly covers: 'all' | 'some' | 'none';
}

const perPrice = 10_000;

/** `sent` are requests that are billed at all. */
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
 * The fewest requests that rows can come in. The service may end a page early, at a boundary of partitions or after five
 * seconds, so it can be more.
 */
export function fewestRequests(rows: number, pageSize: number): number {
  return Math.ceil(Math.max(0, rows) / pageSize);
}

const smallestShown = 0.000001;

/** `12.40 EUR`, `0.000036`; two figures that count where it is less than one. */
export function moneyText(amount: number, currency: string): string {
  const unit = currency === '' ? '' : ` ${currency}`;
  if (amount > 0 && amount < smallestShown) return `< ${formatFixed(smallestShown, 6)}${unit}`;
  const figure =
    amount >= 1 || amount === 0
      ? formatNumber(amount, { least: 2, most: 2 })
      : formatNumber(Number(amount.toPrecision(2)), { most: 20 });
  return `${figure}${unit}`;
}

// The price of requests: list prices of general-purpose v2 accounts, hot tier, locally redundant, in US dollars. An
// estimate for choosing between settings, not an invoice: regions and contracts differ. Pure.

import { succeeded, sumOf } from './grouping';
import type { Sample } from './run';

/** For 10,000 transactions each. */
const pricePerTenThousand = { tableTransaction: 0.00036, blobWrite: 0.055, blobRead: 0.0044 } as const;
/** For a GiB that leaves the data centre. */
export const egressPerGiB = 0.08;

/** Of a million entities that arrived, refused requests included: they are billed, too. Null where none arrived. */
export function costOfMillion(requests: readonly Sample[]): number | null {
  const arrived = sumOf(succeeded(requests), 'entities');
  return arrived === 0 ? null : transactionCost('tableTransaction', (requests.length / arrived) * 1_000_000);
}

export function transactionCost(kind: keyof typeof pricePerTenThousand, count: number): number {
  return (count / 10_000) * pricePerTenThousand[kind];
}

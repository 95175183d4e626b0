// What a table holds under some keys of one partition, read as one range instead of row by row.
import type { Entity } from '@shared/model/entity';
import { ordinal } from '@shared/query/edm-value';
import type { LeanAccount } from '../../azure/account';
import type { Clock } from '../../ports';
import { openQuerySession } from '../query-session';

export interface StoredRowsTarget {
  readonly account: LeanAccount;
  readonly table: string;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/** By RowKey; keys without a row are not in it. Rows in between are read and passed over. */
export async function storedRows(
  { account, table, clock, signal }: StoredRowsTarget,
  partitionKey: string,
  rowKeys: readonly string[],
): Promise<ReadonlyMap<string, Entity>> {
  const found = new Map<string, Entity>();
  const keys = [...rowKeys].sort(ordinal);
  const [first, last] = [keys[0], keys[keys.length - 1]];
  if (first === undefined || last === undefined) return found;
  const wanted = new Set(keys);
  const session = openQuerySession({
    account,
    clock,
    query: {
      table,
      partitionKey: { kind: 'is', value: partitionKey },
      rowKey: { kind: 'range', from: { value: first, inclusive: true }, to: { value: last, inclusive: true } },
      select: [],
      pageSize: 1000,
    },
  });
  try {
    for (let more = true; more;) {
      const page = await session.nextPage(signal);
      for (const row of page.rows) if (wanted.has(row.rowKey)) found.set(row.rowKey, row);
      ({ more } = page);
    }
  } finally {
    session.close();
  }
  return found;
}

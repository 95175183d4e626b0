// Reads the rows of many keys: keys that lie close together with one range query per partition, scattered keys one by
// one. The first page of the range decides.
import { setMaxListeners } from 'node:events';
import { mapConcurrent } from '@shared/map-concurrent';
import type { EntityKeys } from '@shared/model/edit';
import type { Entity } from '@shared/model/entity';
import { ordinal } from '@shared/query/edm-value';
import type { RestAccount } from '../azure/account';
import type { Clock } from '../ports';
import { openQuery } from './query';
import { isInKeyOrder } from './read-check';
import { readEntity } from './ambiguous-writes';

export interface ReadManyTarget {
  readonly account: RestAccount;
  readonly table: string;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

export interface ManyRows {
  /** In the order of the keys; null where there is no such row. */
  readonly rows: readonly (Entity | null)[];
  readonly requests: number;
}

/** Partitions with fewer keys are read one by one. */
const fewKeys = 4;
/** A range is worth reading while at least one in this many of its rows is wanted. */
const rowsForOneWanted = 25;
const concurrency = 16;
/** Where these stand among others depends on whether a service sorts by UTF-16 or by code points, so no range is sure. */
const sortsApart = /[\ud800-\uffff]/;

/** @throws StowageError of the transport, `not-found.table` */
export async function readMany(target: ReadManyTarget, keys: readonly EntityKeys[]): Promise<ManyRows> {
  // Every read listens to it, and many run at once.
  if (target.signal !== undefined) setMaxListeners(0, target.signal);
  const found = new Map<string, Map<string, Entity>>();
  let requests = 0;
  const take = (row: Entity): void => {
    const partition = found.get(row.partitionKey) ?? new Map<string, Entity>();
    partition.set(row.rowKey, row);
    found.set(row.partitionKey, partition);
  };
  const readOne = async (key: EntityKeys): Promise<void> => {
    requests += 1;
    const row = await readEntity(target, key);
    if (row !== null) take(row);
  };
  const single: EntityKeys[] = [];
  const readPartition = async (partitionKey: string, rowKeys: readonly string[]): Promise<void> => {
    const { rows, missed, requests: requestCount } = await readRange(target, partitionKey, rowKeys);
    requests += requestCount;
    rows.forEach(take);
    single.push(...missed.map((rowKey) => ({ partitionKey, rowKey })));
  };
  const groups = [...byPartition(keys.filter(({ rowKey }) => !sortsApart.test(rowKey)))];
  single.push(...keys.filter(({ rowKey }) => sortsApart.test(rowKey)));
  const dense = groups.filter(([, rowKeys]) => rowKeys.length > fewKeys);
  await mapConcurrent(dense, concurrency, ([partitionKey, rowKeys]) => readPartition(partitionKey, rowKeys));
  for (const [partitionKey, rowKeys] of groups) {
    if (rowKeys.length <= fewKeys) single.push(...rowKeys.map((rowKey) => ({ partitionKey, rowKey })));
  }
  await mapConcurrent(single, concurrency, readOne);
  return { rows: keys.map(({ partitionKey, rowKey }) => found.get(partitionKey)?.get(rowKey) ?? null), requests };
}

/** `missed`: keys that are cheaper to read one by one. */
async function readRange(
  { account, table, clock, signal }: ReadManyTarget,
  partitionKey: string,
  rowKeys: readonly string[],
): Promise<{ readonly rows: readonly Entity[]; readonly missed: readonly string[]; readonly requests: number }> {
  const keys = [...rowKeys].sort(ordinal);
  const wanted = new Set(keys);
  const [first = '', last = first] = [keys[0], keys[keys.length - 1]];
  const session = openQuery({
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
  const rows: Entity[] = [];
  let requests = 0;
  try {
    for (let more = true; more;) {
      const page = await session.nextPage(signal);
      requests += (page.stats.requests ?? 1) + page.stats.retries;
      const hits = page.rows.filter(({ rowKey }) => wanted.has(rowKey));
      rows.push(...hits);
      ({ more } = page);
      const reached = page.rows[page.rows.length - 1]?.rowKey;
      if (!more || hits.length * rowsForOneWanted >= page.rows.length) continue;
      const seen = new Set(rows.map(({ rowKey }) => rowKey));
      const isLeft = (key: string): boolean =>
        isInKeyOrder(account) ? reached === undefined || key > reached : !seen.has(key);
      const missed = keys.filter(isLeft);
      return { rows, missed, requests };
    }
  } finally {
    session.close();
  }
  return { rows, missed: [], requests };
}

function byPartition(keys: readonly EntityKeys[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const { partitionKey, rowKey } of keys) {
    const group = groups.get(partitionKey);
    if (group === undefined) groups.set(partitionKey, [rowKey]);
    else group.push(rowKey);
  }
  return groups;
}

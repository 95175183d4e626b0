// Fits the ends of a query to the keys and columns of the table, before `query` and `export` read it: the end of a
// range includes the keys that continue it with a delimiter, and a time window compares the times that the rows have.
import type { Entity } from '@shared/model/entity';
import { keyDelimiters } from '@shared/query/composite-key';
import type { TableQuery } from '@shared/model/table-query';
import { checkedFilter } from '@shared/query/key-filter';
import { type PreciseProperty, preciseProperties } from '@shared/query/wad-window';
import { unpackRows } from '@shared/rows/packed-rows';
import type { Session } from '../session';

/** Rows that are read to find out how keys continue after the end of a range. */
const probedRows = 20;
/** Pages without a row that are followed before the table counts as having none here. */
const maxEmptyPages = 5;

export interface OpenEnds {
  /** The ends of ranges are those keys alone. */
  readonly exactBounds: boolean;
  /** The query for rows that hold their exact time there, or nowhere; null where no time is compared. */
  readonly withTimesIn: ((time: PreciseProperty | null) => TableQuery) | null;
}

/**
 * The query as it is to be sent. Reads up to a few pages for each end, and reports what it made of it.
 * @throws StowageError as `checkedFilter` does, before anything is read
 */
export async function againstTable(query: TableQuery, ends: OpenEnds, session: Session): Promise<TableQuery> {
  checkedFilter(query);
  const timed = ends.withTimesIn === null ? query : await withExactTimes(query, ends.withTimesIn, session);
  return ends.exactBounds ? timed : withWholeParts(timed, session);
}

/**
 * A window that ends within a minute compares the time of each row. Tables store it in different columns: without this,
 * one without `EventTickCount` would have no row in any window.
 */
async function withExactTimes(
  query: TableQuery,
  withTimesIn: NonNullable<OpenEnds['withTimesIn']>,
  session: Session,
): Promise<TableQuery> {
  const { table, partitionKey, rowKey } = query;
  const { rows } = await firstRows({ table, partitionKey, rowKey, select: [], pageSize: 1, limit: 1 }, session);
  const [row] = rows;
  if (row === undefined) return query;
  const property = timeOf(row);
  if (property === null) {
    session.output.info(
      `${table} has neither EventTickCount nor PreciseTimeStamp, so the window is widened to whole minutes.`,
    );
  }
  return withTimesIn(property);
}

function timeOf({ properties }: Entity): PreciseProperty | null {
  const found = preciseProperties.find(({ property, type }) =>
    properties.some(({ name, value }) => name === property && value.type === type),
  );
  return found?.property ?? null;
}

/** The query with the ends of its ranges as whole parts, where the table has keys such as `2026-02-28;000195`. */
async function withWholeParts(query: TableQuery, session: Session): Promise<TableQuery> {
  let whole = query;
  for (const key of ['partitionKey', 'rowKey'] as const) {
    const condition = query[key];
    if (condition.kind !== 'range' || condition.to?.inclusive !== true || condition.delimiter !== undefined) continue;
    const { value } = condition.to;
    if (value === '' || query.filterText !== undefined) continue;
    const { delimiter, longer } = await continuationOf(query, key, value, session);
    const name = key === 'rowKey' ? 'RowKey' : 'PartitionKey';
    if (delimiter !== null) {
      whole = { ...whole, [key]: { ...condition, delimiter } };
      const part = value.endsWith(delimiter) ? value : value + delimiter;
      session.output.info(
        `${name} to ${value} includes keys that start with ${part}, such as ${longer}. To include only this key: --exact-bounds`,
      );
    } else if (longer !== null) {
      session.output.info(
        `${name} to ${value} excludes longer keys that start with ${value}, such as ${longer}, because they sort after it. To include them, end the range after them.`,
      );
    }
  }
  return whole;
}

interface Continuation {
  /** The text that follows the end in some key; null if no known key continues it. */
  readonly delimiter: string | null;
  /** A key that continues after the end. */
  readonly longer: string | null;
}

async function continuationOf(
  query: TableQuery,
  key: 'partitionKey' | 'rowKey',
  end: string,
  session: Session,
): Promise<Continuation> {
  // Only keys matter: a condition on properties would merely delay the first matching row.
  const { table, partitionKey, rowKey } = query;
  const keysFrom = async (prefix: string, limit: number) => {
    const select = ['PartitionKey', 'RowKey'];
    const shape = { table, partitionKey, rowKey, select, pageSize: limit, limit };
    const { rows, more } = await firstRows({ ...shape, [key]: { kind: 'starts-with', prefix } }, session);
    return { keys: rows.map((row) => row[key]).filter((found) => found.length > end.length), more, rows: rows.length };
  };
  const first = await keysFrom(end, probedRows);
  for (const longer of first.keys) {
    const delimiter = delimiterAfter(end, longer);
    if (delimiter !== null) return { delimiter, longer };
  }
  const [longer = null] = first.keys;
  // Longer keys of another kind, such as `10` after `1`, may hide `1;…`. Each lookup is cheap only within a partition.
  const isComplete = first.rows < probedRows && !first.more;
  if (isComplete || (key === 'rowKey' && partitionKey.kind !== 'is')) return { delimiter: null, longer };
  for (const delimiter of [...keyDelimiters, ':', ',', ' ']) {
    const [behind] = (await keysFrom(end + delimiter, 1)).keys;
    if (behind !== undefined) return { delimiter, longer: behind };
  }
  return { delimiter: null, longer };
}

/** A point is none: `12.5` is a number above 12 rather than a part of it. */
const otherDelimiter = /^[^\p{L}\p{N}.]/u;

function delimiterAfter(end: string, key: string): string | null {
  const rest = key.slice(end.length);
  const known = keyDelimiters.find((delimiter) => rest.startsWith(delimiter));
  if (known !== undefined) return known;
  // The time of day after a date.
  if (/\d{2}$/.test(end) && /^T\d{2}/.test(rest)) return 'T';
  return otherDelimiter.exec(rest)?.[0] ?? keyDelimiters.find((delimiter) => end.endsWith(delimiter)) ?? null;
}

export async function firstRows(
  query: TableQuery,
  { engine, signal, connectionId }: Session,
): Promise<{ readonly rows: readonly Entity[]; readonly more: boolean }> {
  const opened = await engine.calls['tables.open']({ connectionId: await connectionId(), query }, { signal });
  try {
    for (let pages = 0; ; pages += 1) {
      const page = await engine.calls['tables.next-packed-page']({ sessionId: opened.sessionId }, { signal });
      const { more } = page;
      const rows = page.blocks.flatMap(unpackRows);
      if (rows.length > 0 || !more || pages === maxEmptyPages) return { rows, more };
    }
  } finally {
    await engine.calls['tables.close']({ sessionId: opened.sessionId }, { signal: new AbortController().signal });
  }
}

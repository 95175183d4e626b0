// How the fake table service reads: from a token or the start, limited by keys, page size and time.
import type { Entity } from '@shared/model/entity';
import { compareKeys, matches } from '@shared/query/evaluate';
import type { FilterNode } from '@shared/model/table-query';
import { keyBounds } from '@shared/query/key-bounds';
import { parseFilter } from '@shared/query/odata';

/** As in the headers: opaque to clients. The row key may be missing. */
export interface ServiceToken {
  readonly partitionKey: string;
  readonly rowKey: string | null;
}

export interface TableReading {
  readonly rows: readonly Entity[];
  /** Null at the end. */
  readonly next: ServiceToken | null;
}

/** What may end a page before it is full. */
export type EarlyEnd =
  | { readonly kind: 'time-over'; readonly rowsRead: number }
  | { readonly kind: 'partition-boundary' }
  | { readonly kind: 'truncated-body' | 'empty-page' | 'busy' | 'refused' | 'no-filter' | 'first-page' };

interface KeyPosition {
  readonly partitionKey: string;
  readonly rowKey: string;
}

/**
 * A page of these entities, which must be in key order.
 * @returns null for a filter or a token that the service would reject
 */
export function readTable(
  entities: readonly Entity[],
  query: URLSearchParams,
  early: EarlyEnd | null,
): TableReading | null {
  const filterText = query.get('$filter');
  const filter = filterText === null ? null : parsed(filterText);
  const from = startOf(query);
  if (filter === undefined || from === undefined) return null;
  const top = Math.min(1000, Number(query.get('$top') ?? 1000));
  const columns = query.get('$select')?.split(',') ?? null;
  const { lowest, isBehind } = seekOf(filter);
  const start = firstAtOrAfter(entities, from === null || compareKeys(from, lowest) < 0 ? lowest : from);
  const rows: Entity[] = [];
  let read = 0;
  for (let index = start; index < entities.length; index += 1) {
    const entity = entities[index];
    if (entity === undefined || isBehind(entity)) break;
    const before = entities[index - 1];
    if (rows.length === top || (early?.kind === 'time-over' && read >= early.rowsRead)) {
      return { rows, next: tokenOf(entity) };
    }
    if (early?.kind === 'partition-boundary' && read > 0 && before?.partitionKey !== entity.partitionKey) {
      return { rows, next: { ...tokenOf(entity), rowKey: null } };
    }
    read += 1;
    if (filter === null || matches(filter, entity)) rows.push(columns === null ? entity : projected(entity, columns));
  }
  return { rows, next: null };
}

export function tokenOf({ partitionKey, rowKey }: KeyPosition): ServiceToken {
  return { partitionKey: packed(partitionKey), rowKey: packed(rowKey) };
}

function packed(key: string): string {
  return `1!${Buffer.byteLength(key)}!${Buffer.from(key).toString('base64')}`;
}

function unpacked(text: string): string | undefined {
  const [, bytes, key] = /^\d+!(\d+)!([A-Za-z0-9+/=]*)$/.exec(text) ?? [];
  if (bytes === undefined || key === undefined) return undefined;
  const value = Buffer.from(key, 'base64');
  return value.length === Number(bytes) ? value.toString('utf8') : undefined;
}

/** Null for the start of the table, undefined for an invalid token. */
function startOf(query: URLSearchParams): KeyPosition | null | undefined {
  const partition = query.get('NextPartitionKey');
  if (partition === null) return null;
  const row = query.get('NextRowKey');
  const partitionKey = unpacked(partition);
  const rowKey = row === null ? '' : unpacked(row);
  return partitionKey === undefined || rowKey === undefined ? undefined : { partitionKey, rowKey };
}

function parsed(text: string): FilterNode | undefined {
  try {
    return parseFilter(text);
  } catch {
    return undefined;
  }
}

/** Where the filter's conditions on keys let the service start and end. */
function seekOf(filter: FilterNode | null): {
  readonly lowest: KeyPosition;
  readonly isBehind: (entity: Entity) => boolean;
} {
  if (filter === null) return { lowest: { partitionKey: '', rowKey: '' }, isBehind: () => false };
  const partition = keyBounds(filter, 'PartitionKey');
  const row = keyBounds(filter, 'RowKey');
  const lastPartition = partition.exact ?? partition.to?.value;
  const lastRow = partition.exact === null ? undefined : (row.exact ?? row.to?.value);
  return {
    lowest: {
      partitionKey: partition.exact ?? partition.from?.value ?? '',
      rowKey: partition.exact === null ? '' : (row.exact ?? row.from?.value ?? ''),
    },
    isBehind: ({ partitionKey, rowKey }) =>
      lastPartition !== undefined &&
      (partitionKey > lastPartition || (lastRow !== undefined && partitionKey === lastPartition && rowKey > lastRow)),
  };
}

function firstAtOrAfter(entities: readonly Entity[], key: KeyPosition): number {
  let low = 0;
  let high = entities.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const entity = entities[middle];
    if (entity !== undefined && compareKeys(entity, key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function projected(entity: Entity, columns: readonly string[]): Entity {
  return {
    ...entity,
    timestamp: columns.includes('Timestamp') ? entity.timestamp : '',
    properties: entity.properties.filter(({ name }) => columns.includes(name)),
  };
}

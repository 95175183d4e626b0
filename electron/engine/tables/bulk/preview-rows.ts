// The rows that a bulk change affects, page by page, with only the columns that the action needs.
import type { Entity } from '@shared/model/entity';
import type { BulkRequest } from '@shared/model/table-bulk';
import { filterProperties } from '@shared/query/filter-properties';
import { checkedFilter } from '@shared/query/key-filter';
import type { Account } from '../../azure/account';
import type { Clock } from '../../ports';
import { entityPages } from '../export/entity-pages';
import { scanEntities } from '../scan-entities';

export interface RowPage {
  readonly rows: readonly Entity[];
  readonly requests: number;
}

const parallelRanges = 8;
const keyColumns = ['PartitionKey', 'RowKey', 'Timestamp'];

/** Empty for all columns. Undo needs whole rows, and so does everything that is sent as a replacement. */
export function neededColumns({ scope, action, undo }: BulkRequest): readonly string[] {
  const sendsWhole =
    action.kind === 'update' && (action.mode === 'replace' || action.changes.some(({ kind }) => kind !== 'set'));
  if (undo === 'keep' || sendsWhole) return [];
  const touched = action.kind === 'update' ? action.changes.map(({ name }) => name) : [];
  // The filter is evaluated again after the service, which returns ranges for prefixes.
  const filtered = scope.kind === 'query' ? filterProperties(checkedFilter(scope.query).node) : [];
  return [...new Set([...keyColumns, ...touched, ...filtered])];
}

/** @throws StowageError from the query or the transport */
export async function* rowPages(
  account: Account,
  request: BulkRequest,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): AsyncGenerator<RowPage, void, undefined> {
  const { scope } = request;
  const select = [...neededColumns(request)];
  if (scope.kind === 'keys') {
    const columns = select.filter((name) => !keyColumns.includes(name));
    yield* entityPages({ account, source: scope, columns, clock, signal, from: null });
    return;
  }
  const query = { ...scope.query, select, pageSize: 1000 };
  // Which rows a limit selects depends on their order.
  const order = query.limit === undefined ? 'any' : 'key';
  for await (const { entities, page } of scanEntities(account, query, {
    concurrency: parallelRanges,
    order,
    signal,
    clock,
  })) {
    const { requests = 1, retries } = page.stats;
    yield { rows: entities, requests: requests + retries };
  }
}

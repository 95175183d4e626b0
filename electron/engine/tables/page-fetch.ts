// One page of one range from the service: the request, the rows, where it goes on, what it cost. An answer that
// was cut is asked for again; a part never passes for the whole.
import { StowageError } from '@shared/errors';
import type { Entity } from '@shared/model/entity';
import type { Account, ServiceResponse } from '../azure/account';
import type { Clock } from '../ports';
import { decodePage } from './entity-codec';

/** Where a range stands. The service's token is opaque; its RowKey part may be absent. */
export type Position =
  | { readonly kind: 'start' }
  | { readonly kind: 'at'; readonly partitionKey: string; readonly rowKey: string | null }
  | { readonly kind: 'end' };

export interface RangeRequest {
  readonly table: string;
  /** Empty for the whole table. */
  readonly filter: string;
  /** Empty for all columns. */
  readonly select: readonly string[];
  /** Rows asked for, 1…1000. */
  readonly top: number;
}

export interface FetchedPage {
  readonly rows: readonly Entity[];
  readonly next: Position;
  readonly latencyMs: number;
  readonly firstByteMs: number;
  readonly bytes: number;
  readonly retries: number;
  readonly decodeMs: number;
}

/** The leanest form that still tells types; sent with every read of entities. */
export const readHeaders = {
  accept: 'application/json;odata=minimalmetadata',
  dataserviceversion: '3.0',
  maxdataserviceversion: '3.0;NetFx',
} as const;

const mostTries = 3;

/** @throws StowageError of the transport; `network.truncated` when the answer is cut again and again */
export async function fetchPage(
  account: Account,
  range: RangeRequest,
  from: Position,
  { clock, signal }: { readonly clock: Clock; readonly signal?: AbortSignal },
): Promise<FetchedPage> {
  let retries = 0;
  for (let attempt = 1; ; attempt += 1) {
    const response = await account.send({
      service: 'table',
      operation: 'QueryEntities',
      method: 'GET',
      path: `/${range.table}()`,
      resource: range.table,
      query: queryOf(range, from),
      headers: readHeaders,
      replay: 'safe',
      signal,
    });
    retries += response.attempts - 1;
    const startedMs = clock.monotonic();
    try {
      const rows = decodePage(response.body);
      return {
        rows,
        next: positionAfter(response),
        latencyMs: response.totalMs,
        firstByteMs: response.firstByteMs,
        bytes: response.body.length,
        retries,
        decodeMs: clock.monotonic() - startedMs,
      };
    } catch (thrown) {
      const failure = StowageError.from(thrown);
      if (failure.code !== 'network.truncated' || attempt === mostTries) {
        throw new StowageError(failure.code, failure.message, {
          retry: failure.retry,
          context: { table: range.table, operation: 'QueryEntities', attempts: attempt },
          requestId: response.headers['x-ms-request-id'],
          cause: thrown,
        });
      }
      retries += 1;
    }
  }
}

/** The keys are always asked for: a row is nothing without them. */
function queryOf(range: RangeRequest, from: Position): Record<string, string> {
  const columns = [...new Set(['PartitionKey', 'RowKey', ...range.select])];
  return {
    ...(range.filter === '' ? {} : { $filter: range.filter }),
    ...(range.select.length === 0 ? {} : { $select: columns.join(',') }),
    $top: String(range.top),
    ...(from.kind === 'at' ? { NextPartitionKey: from.partitionKey } : {}),
    ...(from.kind === 'at' && from.rowKey !== null ? { NextRowKey: from.rowKey } : {}),
  };
}

function positionAfter(response: ServiceResponse): Position {
  const partitionKey = response.headers['x-ms-continuation-nextpartitionkey'];
  if (partitionKey === undefined) return { kind: 'end' };
  return { kind: 'at', partitionKey, rowKey: response.headers['x-ms-continuation-nextrowkey'] ?? null };
}

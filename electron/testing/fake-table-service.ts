// An in-memory table service that does what the real one may do and an emulator never does: ends pages early, sends
// empty pages, tokens without a row key, truncated bodies, and throttling. Read-only; a real http server on a free
// port.
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { Socket } from 'node:net';
import type { Entity } from '@shared/model/entity';
import { compareKeys } from '@shared/query/evaluate';
import { originOf } from './local-servers';
import { encodeEntity } from '../engine/tables/entity-codec';
import type { AccountDescriptor } from '../engine/azure/account';
import { emulatorAccountKey, emulatorAccountName } from './azurite';
import { type TableReading, readTable, tokenOf } from './fake-tables/table-reading';

export type FakeTableFault =
  /** A page without rows whose token leads to the same position. It is another token each time. */
  | { readonly kind: 'empty-page' }
  /** As a proxy that drops the filter of a request. */
  | { readonly kind: 'no-filter' }
  /** Like a cache that answers with the first page again and again. */
  | { readonly kind: 'first-page' }
  /** The request times out after considering that many rows. */
  | { readonly kind: 'time-over'; readonly rowsRead: number }
  /** The page ends with its first partition; the token names the next one and no row. */
  | { readonly kind: 'partition-boundary' }
  /** The body and its announced length are truncated. */
  | { readonly kind: 'truncated-body'; readonly bytes: number }
  /** 503 with Retry-After. */
  | { readonly kind: 'busy'; readonly retryAfterSeconds: number }
  /** 400, as for a token that the service no longer accepts. */
  | { readonly kind: 'refused' };

export interface FakeTableRequest {
  /** The number of the request, from 1. */
  readonly number: number;
  readonly table: string;
  readonly query: URLSearchParams;
}

export interface FakeTableService {
  readonly descriptor: AccountDescriptor;
  /** Path-style, without trailing slash. */
  readonly endpoint: string;
  /** For an account that has tables only. */
  readonly connectionString: string;
  /** Replaces the contents of a table. */
  fill(table: string, entities: readonly Entity[]): void;
  /** The fault of each request from now on; null for none. */
  suffer(fault: (request: FakeTableRequest) => FakeTableFault | null): void;
  /** All requests so far, the oldest first. */
  readonly requests: readonly FakeTableRequest[];
  /** The maximum number of requests answered concurrently since the last `fill`. */
  maxAtOnce(): number;
  /** Resolves when no request is being answered. */
  idle(): Promise<void>;
  dispose(): Promise<void>;
}

const requestHeaders = { 'x-ms-request-id': 'fake-table-service', 'x-ms-version': '2019-02-02' };
const jsonType = 'application/json;odata=minimalmetadata;streaming=true;charset=utf-8';
const systemMembers = `{"odata.etag":"W/\\"datetime'2026-01-01T00%3A00%3A00.0000000Z'\\"",`;

export interface FakeTableOptions {
  /** Delay before each answer, to measure reads over a distant connection; default none. */
  readonly latencyMs?: number;
}

export async function startFakeTableService({ latencyMs = 0 }: FakeTableOptions = {}): Promise<FakeTableService> {
  const tables = new Map<string, readonly Entity[]>();
  const names = new Set<string>();
  const requests: FakeTableRequest[] = [];
  let faultOf: (request: FakeTableRequest) => FakeTableFault | null = () => null;
  let open = 0;
  const waiting: (() => void)[] = [];
  let max = 0;

  const answer = (incoming: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(incoming.url ?? '/', 'http://fake');
    if (/^\/[^/]+\/Tables(\(\))?$/.test(url.pathname)) {
      listTables(response, names);
      return;
    }
    const table = /^\/[^/]+\/([^/()]+)\(\)$/.exec(url.pathname)?.[1] ?? '';
    const request = { number: requests.length + 1, table, query: url.searchParams };
    requests.push(request);
    const entities = tables.get(table.toLowerCase());
    const fault = faultOf(request);
    if (incoming.method !== 'GET' || entities === undefined) {
      reject(response, 404, 'TableNotFound');
      return;
    }
    if (fault?.kind === 'busy') {
      reject(response, 503, 'ServerBusy', { 'retry-after': String(fault.retryAfterSeconds) });
      return;
    }
    const query = suffered(url.searchParams, fault);
    const reading = fault?.kind === 'empty-page' ? emptyPage(query, request.number) : readTable(entities, query, fault);
    if (fault?.kind === 'refused' || reading === null) reject(response, 400, 'InvalidInput');
    else reply(response, reading, fault);
  };

  const server = createServer((incoming, response) => {
    open += 1;
    max = Math.max(max, open);
    let isOpen = true;
    const ended = (): void => {
      if (!isOpen) return;
      isOpen = false;
      open -= 1;
      if (open === 0) for (const resolve of waiting.splice(0)) resolve();
    };
    // Either answered, or aborted by the client.
    response.once('finish', ended);
    response.once('close', ended);
    incoming.resume();
    // Concurrent requests are all seen before the first is answered.
    if (latencyMs === 0) setImmediate(() => answer(incoming, response));
    else setTimeout(() => answer(incoming, response), latencyMs);
  });
  server.keepAliveTimeout = 60_000;
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const endpoint = `${await originOf(server)}/${emulatorAccountName}`;
  return {
    endpoint,
    connectionString: `AccountName=${emulatorAccountName};AccountKey=${emulatorAccountKey};TableEndpoint=${endpoint}`,
    descriptor: {
      connectionId: 'fake',
      accountName: emulatorAccountName,
      endpoints: { table: endpoint },
      credential: { kind: 'key', accountName: emulatorAccountName, accountKey: emulatorAccountKey },
    },
    fill: (table, entities) => {
      names.add(table);
      tables.set(table.toLowerCase(), [...entities].sort(compareKeys));
      max = 0;
    },
    suffer: (fault) => {
      faultOf = fault;
    },
    requests,
    maxAtOnce: () => max,
    idle: () =>
      new Promise((resolve) => {
        if (open === 0) resolve();
        else waiting.push(resolve);
      }),
    dispose: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** The part of the response to a query that arrives. */
function suffered(query: URLSearchParams, fault: FakeTableFault | null): URLSearchParams {
  const left = new URLSearchParams(query);
  if (fault?.kind === 'no-filter') left.delete('$filter');
  if (fault?.kind === 'first-page') {
    left.delete('NextPartitionKey');
    left.delete('NextRowKey');
  }
  return left;
}

/** The token leads to the position where the request would have started. Its first number makes it unique. */
function emptyPage(query: URLSearchParams, number: number): TableReading {
  const partitionKey = query.get('NextPartitionKey');
  const next =
    partitionKey === null
      ? tokenOf({ partitionKey: '', rowKey: '' })
      : { partitionKey, rowKey: query.get('NextRowKey') };
  return { rows: [], next: { ...next, partitionKey: next.partitionKey.replace(/^\d+/u, String(number + 1)) } };
}

/** Cached, because measurements read the same rows again and again. */
const bodies = new WeakMap<Entity, string>();

function bodyOf(row: Entity): string {
  const known = bodies.get(row);
  if (known !== undefined) return known;
  const body = `${systemMembers}${encodeEntity(row).slice(1)}`;
  bodies.set(row, body);
  return body;
}

function reply(response: ServerResponse, { rows, next }: TableReading, fault: FakeTableFault | null): void {
  const values = rows.map(bodyOf);
  const whole = Buffer.from(`{"odata.metadata":"http://fake/$metadata","value":[${values.join(',')}]}`);
  const body = fault?.kind === 'truncated-body' ? whole.subarray(0, fault.bytes) : whole;
  response.writeHead(200, {
    ...requestHeaders,
    'content-type': jsonType,
    'content-length': body.length,
    ...(next === null ? {} : { 'x-ms-continuation-nextpartitionkey': next.partitionKey }),
    ...(typeof next?.rowKey !== 'string' ? {} : { 'x-ms-continuation-nextrowkey': next.rowKey }),
  });
  response.end(body);
}

function listTables(response: ServerResponse, names: ReadonlySet<string>): void {
  const value = [...names].sort().map((TableName) => ({ TableName }));
  const body = JSON.stringify({ 'odata.metadata': 'http://fake/$metadata#Tables', value });
  response.writeHead(200, {
    ...requestHeaders,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

function reject(
  response: ServerResponse,
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const body = JSON.stringify({ 'odata.error': { code, message: { lang: 'en-US', value: code } } });
  response.writeHead(status, {
    ...requestHeaders,
    'content-type': 'application/json',
    'x-ms-error-code': code,
    'content-length': Buffer.byteLength(body),
    ...headers,
  });
  response.end(body);
}

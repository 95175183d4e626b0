// The table side of the null server: pages are rendered once and sent as often as requested, also for a range of keys;
// writes are discarded. Protocol: "Table service REST API" of the service's documentation.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { keySpan, pageSize, partitionKeyOf, rowKeyOf } from './key-span';
import { collect, drain, sendError, reply } from './replies';

/** Every table has the shape that its name implies: `few` properties, or 16 of all `typed` kinds for any other name. */
export type EntityShape = 'few' | 'typed';

export interface TablePages {
  readonly few: readonly Buffer[];
  readonly typed: readonly Buffer[];
}

const etag = `W/"datetime'2026-01-01T00%3A00%3A00.0000000Z'"`;
const entityHeaders = { etag, dataserviceversion: '3.0;', 'preference-applied': 'return-no-content' };

/** Renders all pages before the first request. `entities` is rounded up to whole pages. */
export function renderPages(entities: number): TablePages {
  const count = Math.max(1, Math.ceil(entities / pageSize));
  const pages = (shape: EntityShape): readonly Buffer[] =>
    Array.from({ length: count }, (_, page) => renderRows(shape, page * pageSize, (page + 1) * pageSize));
  return { few: pages('few'), typed: pages('typed') };
}

/** Answers one request; resolves to the name under which it is counted. */
export async function answerTableRequest(
  request: IncomingMessage,
  response: ServerResponse,
  pages: TablePages,
  counted: { readonly received: (bytes: number) => void; readonly sent: (bytes: number) => void },
): Promise<string> {
  const url = new URL(request.url ?? '/', 'http://null');
  const resource = url.pathname.split('/').slice(2).join('/');
  if (resource === '$batch') {
    const body = await collect(request);
    counted.received(body.length);
    replyBatch(response, operationsIn(body));
    return 'batch';
  }
  if (resource.startsWith('Tables')) return answerTables(request, response);
  if (request.method !== 'GET') {
    counted.received(await drain(request));
    reply(response, 204, entityHeaders);
    return request.method === 'POST' ? 'insert-entity' : 'write-entity';
  }
  await drain(request);
  const shape = /^few\b/.test(resource) ? 'few' : 'typed';
  const prepared = pages[shape];
  const { searchParams } = url;
  const span = keySpan(searchParams.get('$filter') ?? '', prepared.length);
  if (span === null) {
    sendError(response, 501, 'NotImplemented');
    return 'refused';
  }
  const first = Math.max(span.first, Number(searchParams.get('NextPartitionKey') ?? 0) || 0);
  const page = Math.floor(first / pageSize);
  const top = Number(searchParams.get('$top') ?? pageSize) || pageSize;
  const end = Math.min(span.end, first + top, (page + 1) * pageSize);
  const whole = end - first === pageSize ? prepared[page] : undefined;
  const body = whole ?? renderRows(shape, first, end);
  const more = end < span.end;
  reply(
    response,
    200,
    {
      'content-type': 'application/json;odata=minimalmetadata;streaming=true;charset=utf-8',
      ...(more ? { 'x-ms-continuation-nextpartitionkey': String(end), 'x-ms-continuation-nextrowkey': '0' } : {}),
    },
    body,
  );
  counted.sent(body.length);
  return 'query-entities';
}

async function answerTables(request: IncomingMessage, response: ServerResponse): Promise<string> {
  await drain(request);
  if (request.method === 'GET') {
    const value = [{ TableName: 'few' }, { TableName: 'typed' }];
    reply(response, 200, { 'content-type': 'application/json' }, JSON.stringify({ value }));
  } else {
    reply(response, 204, { 'preference-applied': 'return-no-content' });
  }
  return 'tables';
}

function operationsIn(batch: Buffer): number {
  let count = 0;
  for (const mark of ['application/http', 'Application/Http']) {
    for (let at = batch.indexOf(mark); at >= 0; at = batch.indexOf(mark, at + mark.length)) count += 1;
  }
  return count;
}

function replyBatch(response: ServerResponse, operations: number): void {
  const parts = Array.from(
    { length: operations },
    (_, index) =>
      `--changesetresponse_null\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n` +
      `HTTP/1.1 204 No Content\r\nContent-ID: ${index + 1}\r\nDataServiceVersion: 1.0;\r\nETag: ${etag}\r\n\r\n\r\n`,
  );
  const head = '--batchresponse_null\r\nContent-Type: multipart/mixed; boundary=changesetresponse_null\r\n\r\n';
  const body = `${head}${parts.join('')}--changesetresponse_null--\r\n--batchresponse_null--\r\n`;
  reply(response, 202, { 'content-type': 'multipart/mixed; boundary=batchresponse_null' }, body);
}

/** Entities by their numbers over the whole table. */
function renderRows(shape: EntityShape, first: number, end: number): Buffer {
  const rows: string[] = [];
  for (let sequence = first; sequence < end; sequence += 1) rows.push(JSON.stringify(entityOf(shape, sequence)));
  return Buffer.from(`{"odata.metadata":"http://null/$metadata#${shape}","value":[${rows.join(',')}]}`, 'utf8');
}

/** About 1 KiB either way. */
function entityOf(shape: EntityShape, sequence: number): Record<string, unknown> {
  const index = sequence % pageSize;
  const system = {
    'odata.etag': etag,
    PartitionKey: partitionKeyOf(Math.floor(sequence / pageSize)),
    RowKey: rowKeyOf(index),
    Timestamp: '2026-01-01T00:00:00.0000000Z',
  };
  if (shape === 'few') {
    return { ...system, Manifest: filler(760), Sequence: sequence, Weight: sequence + 0.5, Sealed: true };
  }
  return {
    ...system,
    Shipper: filler(100),
    Consignee: filler(100),
    Route: filler(100),
    Remarks: filler(80),
    Deck: index % 9,
    Bay: index,
    Tier: sequence,
    Weight: sequence + 0.5,
    Draught: 3.25,
    Sealed: true,
    Hazardous: false,
    'Serial@odata.type': 'Edm.Int64',
    Serial: String(9_007_199_254_740_993n + BigInt(sequence)),
    'Tally@odata.type': 'Edm.Int64',
    Tally: '12345678901',
    'LoadedAt@odata.type': 'Edm.DateTime',
    LoadedAt: '2026-01-01T00:00:00.1234567Z',
    'Id@odata.type': 'Edm.Guid',
    Id: '0b7d2f6e-55c1-4a0e-9d36-7f0d1c5a2e11',
    'Stamp@odata.type': 'Edm.Binary',
    Stamp: 'AAECAwQFBgc=',
  };
}

const filler = (length: number): string => 'harbour '.repeat(Math.ceil(length / 8)).slice(0, length);

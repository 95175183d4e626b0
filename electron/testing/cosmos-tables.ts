// Azurite's tables as Cosmos DB for Table answers: rows in no order of their keys, continuation tokens of many KB, merges
// only as a POST that names them, throttling with its own header (also inside a batch), no version and no request id,
// lower limits. Written after the public documentation; never compared with the service itself.
import { type IncomingMessage, type ServerResponse, createServer, request as httpRequest } from 'node:http';
import { collected } from './bodies';
import { originOf } from './local-servers';

export interface CosmosTables {
  /** `http://127.0.0.1:PORT`, to be used in place of Azurite's origin. */
  readonly origin: string;
  /** Of every request, in order. */
  readonly requests: readonly { readonly method: string; readonly path: string; readonly atMs: number }[];
  /** The next requests are throttled: with an answer of their own, or inside the answer to a batch. */
  throttle(kind: 'alone' | 'in-batch', count: number, retryAfterMs: number): void;
  dispose(): Promise<void>;
}

interface Throttle {
  readonly kind: 'alone' | 'in-batch';
  readonly retryAfterMs: number;
}

interface Reply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** A service may return fewer rows than were asked for. */
const maxRows = 250;
const tokenPadding = 'x'.repeat(6000);
const reserved = /"(?:id|rid|etag|ResourceId)"\s*:/i;

export async function startCosmosTables(targetOrigin: string): Promise<CosmosTables> {
  const requests: { method: string; path: string; atMs: number }[] = [];
  const throttles: Throttle[] = [];

  const forward = (from: IncomingMessage, path: string, body: Buffer): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const target = new URL(targetOrigin);
      const { host: _ignored, 'transfer-encoding': _encoding, ...headers } = from.headers;
      const sent = httpRequest(
        { host: target.hostname, port: target.port, method: from.method, path, headers, maxHeaderSize: 65_536 },
        (reply) => {
          collected(reply)
            .then((answer) => {
              const relayed = Object.entries(reply.headers).filter(([name]) => !dropped.has(name));
              resolve({
                status: reply.statusCode ?? 500,
                headers: Object.fromEntries(relayed.map(([name, value]) => [name, String(value)])),
                body: answer,
              });
            })
            .catch(reject);
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });

  /** Every row that matches, read page by page from Azurite. */
  const allRows = async (from: IncomingMessage, url: URL): Promise<{ rows: object[]; rest: object; reply: Reply }> => {
    const rows: object[] = [];
    let next: readonly (readonly [string, string])[] = [];
    for (;;) {
      const query = new URLSearchParams(url.searchParams);
      query.delete('$top');
      query.delete('NextPartitionKey');
      query.delete('NextRowKey');
      for (const [name, value] of next) query.set(name, value);
      const reply = await forward(from, `${url.pathname}?${query.toString().replaceAll('+', '%20')}`, Buffer.alloc(0));
      if (reply.status !== 200) return { rows, rest: {}, reply };
      const { value, ...rest } = JSON.parse(reply.body.toString('utf8')) as { value: object[] };
      rows.push(...value);
      const partition = reply.headers['x-ms-continuation-nextpartitionkey'];
      if (partition === undefined) return { rows, rest, reply };
      next = [
        ['NextPartitionKey', partition],
        ['NextRowKey', reply.headers['x-ms-continuation-nextrowkey'] ?? ''],
      ];
    }
  };

  const page = async (from: IncomingMessage, url: URL): Promise<Reply> => {
    const { rows, rest, reply } = await allRows(from, url);
    if (reply.status !== 200) return reply;
    const mixed = rows
      .map((row) => ({ row, order: scattered(JSON.stringify(row)) }))
      .sort((left, right) => left.order - right.order)
      .map(({ row }) => row);
    const token = url.searchParams.get('NextPartitionKey') ?? '';
    const start = token === '' ? 0 : Number(/^at(\d+)-x+$/.exec(token)?.[1] ?? Number.NaN);
    if (Number.isNaN(start)) return rejection(400, 'InvalidInput', 'The continuation token is not one of ours.');
    const end = start + Math.min(maxRows, Number(url.searchParams.get('$top') ?? maxRows));
    const { 'x-ms-continuation-nextpartitionkey': _p, 'x-ms-continuation-nextrowkey': _r, ...headers } = reply.headers;
    return {
      status: 200,
      headers: {
        ...headers,
        ...(end < mixed.length
          ? { 'x-ms-continuation-nextpartitionkey': `at${end}-${tokenPadding}`, 'x-ms-continuation-nextrowkey': 'NA' }
          : {}),
      },
      body: Buffer.from(JSON.stringify({ ...rest, value: mixed.slice(start, end) })),
    };
  };

  const answerTo = async (request: IncomingMessage, body: Buffer): Promise<Reply> => {
    const url = new URL(request.url ?? '/', targetOrigin);
    const isBatch = url.pathname.endsWith('/$batch');
    const text = body.toString('utf8');
    const throttle = throttles[0];
    if (throttle !== undefined && (throttle.kind === 'alone' || isBatch)) {
      throttles.shift();
      const wait = { 'x-ms-retry-after-ms': String(throttle.retryAfterMs) };
      const busy = rejection(429, 'TooManyRequests', 'The request rate is too large.', wait);
      return throttle.kind === 'alone' ? busy : insideBatch(busy);
    }
    if (request.method === 'PATCH' || request.method === 'MERGE') {
      return rejection(405, 'MethodNotAllowed', `The verb ${request.method} is not supported.`);
    }
    if (/^(?:PATCH|MERGE) /m.test(text)) {
      return insideBatch(rejection(400, 'InvalidInput', '0:The verb of the operation is not supported.'));
    }
    if (url.searchParams.has('comp'))
      return rejection(501, 'NotImplemented', 'The requested operation is not implemented.');
    if (body.length > 2 * 1024 * 1024) return rejection(413, 'RequestBodyTooLarge', 'The request is too large.');
    if (reserved.test(text)) return rejection(400, 'PropertyNameInvalid', 'The property name is reserved.');
    const rowKey = /"RowKey"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? '';
    if (Buffer.byteLength(rowKey) > 255)
      return rejection(400, 'KeyValueTooLarge', 'The RowKey is longer than 255 bytes.');
    if (request.method === 'GET' && url.pathname.endsWith('()')) return page(request, url);
    // Azurite knows the merge in a batch by its verb only.
    const merged = isBatch ? text.replaceAll(/^POST (\S+ HTTP\/1\.1\r\n)X-HTTP-Method: MERGE\r\n/gm, 'PATCH $1') : text;
    const sent = merged === text ? body : Buffer.from(merged);
    if (sent !== body) request.headers['content-length'] = String(sent.length);
    const reply = await forward(request, request.url ?? '/', sent);
    return reply.status === 403
      ? rejection(401, 'Unauthorized', 'The input authorization token cannot serve it.')
      : reply;
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests.push({ method: request.method ?? '', path: (request.url ?? '').split('?', 1)[0] ?? '', atMs: Date.now() });
    const { status, headers, body } = await answerTo(request, await collected(request));
    const charged = { ...headers, 'x-ms-request-charge': '2.5', 'content-length': String(body.length) };
    response.writeHead(status, status === 204 ? { 'x-ms-request-charge': '2.5' } : charged);
    response.end(status === 204 ? undefined : body);
  };

  const server = createServer({ maxHeaderSize: 65_536 }, (request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  const origin = await originOf(server);
  return {
    origin,
    requests,
    throttle: (kind, count, retryAfterMs) => {
      for (let left = count; left > 0; left -= 1) throttles.push({ kind, retryAfterMs });
    },
    dispose: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const dropped: ReadonlySet<string> = new Set([
  'x-ms-version',
  'x-ms-request-id',
  'x-ms-client-request-id',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
]);

function rejection(status: number, code: string, message: string, headers: Record<string, string> = {}): Reply {
  const body = JSON.stringify({
    'odata.error': { code, message: { lang: 'en-us', value: `${message}\nActivityId: 0` } },
  });
  return { status, headers: { ...headers, 'content-type': 'application/json' }, body: Buffer.from(body) };
}

/** The answer to a batch of which one operation was refused. */
function insideBatch({ status, headers, body }: Reply): Reply {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const text = [
    '--batchresponse_1',
    'Content-Type: multipart/mixed; boundary=changesetresponse_1',
    '',
    '--changesetresponse_1',
    'Content-Type: application/http',
    'Content-Transfer-Encoding: binary',
    '',
    `HTTP/1.1 ${status} Refused`,
    ...lines,
    '',
    body.toString('utf8'),
    '--changesetresponse_1--',
    '--batchresponse_1--',
    '',
  ].join('\r\n');
  return {
    status: 202,
    headers: { 'content-type': 'multipart/mixed; boundary=batchresponse_1' },
    body: Buffer.from(text),
  };
}

/** The same for each text in every run, and without any order. */
function scattered(text: string): number {
  let hash = 2_166_136_261;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619);
  }
  return hash >>> 0;
}

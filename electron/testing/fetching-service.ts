// A proxy in front of Azurite that implements Put Block From URL, which Azurite lacks: it fetches the range of the
// source itself, using only what the request names, and stores it as a block. Everything else passes through.
import { type IncomingHttpHeaders, type IncomingMessage, createServer, request as httpRequest } from 'node:http';
import { originOf } from './local-servers';
import type { Account } from '../engine/azure/account';
import { relayedHeaders } from './metadata-case';
import { serviceHeaders } from './faults';

export interface FetchingService {
  /** To be used instead of the target's origin. */
  readonly origin: string;
  dispose(): Promise<void>;
}

/** `account`: the target's own, for storing blocks. `targetOrigin`: `http://host:port`. */
export async function startFetchingService(targetOrigin: string, account: Account): Promise<FetchingService> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', targetOrigin);
    const isFetch = url.searchParams.get('comp') === 'block' && request.headers['x-ms-copy-source'] !== undefined;
    const work = isFetch ? storeFetched(request, url, account) : passed(request, targetOrigin);
    work.then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      () => {
        response.writeHead(502).end();
      },
    );
  });
  const origin = await originOf(server);
  return {
    origin,
    dispose: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

async function storeFetched(request: IncomingMessage, url: URL, account: Account): Promise<Answer> {
  await collected(request);
  const { headers } = request;
  const source = await sendRequest(new URL(String(headers['x-ms-copy-source'])), 'GET', {
    // Under the name that its own kind and all others know.
    'x-ms-range': headers['x-ms-source-range'],
    range: String(headers['x-ms-source-range'] ?? ''),
    ...(headers['x-ms-source-if-match'] === undefined ? {} : { 'if-match': String(headers['x-ms-source-if-match']) }),
    'x-ms-version': headers['x-ms-version'],
  });
  if (source.status !== 206) {
    const code = serviceHeaders({ 'x-ms-error-code': 'CannotVerifyCopySource' });
    return { status: source.status, headers: code, body: Buffer.alloc(0) };
  }
  const [, , container = '', ...name] = url.pathname.split('/');
  const stored = await account.send({
    service: 'blob',
    operation: 'PutBlock',
    method: 'PUT',
    path: `/${[container, ...name].join('/')}`,
    resource: container,
    query: { comp: 'block', blockid: url.searchParams.get('blockid') ?? '' },
    body: source.body,
    replay: 'safe',
  });
  return { status: stored.status, headers: serviceHeaders(), body: Buffer.alloc(0) };
}

async function passed(request: IncomingMessage, targetOrigin: string): Promise<Answer> {
  const body = await collected(request);
  const url = new URL(targetOrigin);
  const answer = await sendRequest(
    url,
    request.method ?? 'GET',
    { ...relayedHeaders(request), host: url.host },
    {
      path: request.url ?? '/',
      body,
    },
  );
  const headers = { ...answer.headers };
  delete headers['transfer-encoding'];
  delete headers.connection;
  delete headers['keep-alive'];
  return { ...answer, headers };
}

function sendRequest(
  url: URL,
  method: string,
  headers: IncomingHttpHeaders,
  { path = `${url.pathname}${url.search}`, body = Buffer.alloc(0) }: { path?: string; body?: Buffer } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
    const asking = httpRequest({ host: url.hostname, port: url.port, method, path, headers: given });
    asking.on('error', reject);
    asking.on('response', (reply) => {
      collected(reply).then(
        (received) => resolve({ status: reply.statusCode ?? 0, headers: relayedHeaders(reply), body: received }),
        reject,
      );
    });
    asking.end(body.length > 0 ? body : undefined);
  });
}

async function collected(message: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

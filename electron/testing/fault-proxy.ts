// A loopback http proxy between a client and Azurite (or any http target) that breaks chosen requests in chosen ways
// and logs all of them. Path-style emulator URLs do not sign the host, so requests signed for the proxy stay valid
// behind it; S3 signs the host, which therefore stays as it is.
import { Agent, type IncomingMessage, createServer, request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { originOf } from './local-servers';
import { FaultPlan, type FaultRule, type OrderedFault, type ProxiedRequest, serviceHeaders } from './faults';
import { drained, flipped } from './bodies';
import { relayedHeaders } from './metadata-case';
import { type Exchange, type LogEntry, answer, receive } from './proxied-exchange';
import { relay } from './relayed-reply';

export { type ProxiedRequest, serviceHeaders } from './faults';

export interface FaultProxy {
  /** `http://127.0.0.1:PORT`, to be used in place of the target's origin. */
  readonly origin: string;
  inject(rule: FaultRule): OrderedFault;
  clearFaults(): void;
  /** All requests so far, the oldest first. */
  readonly requests: readonly ProxiedRequest[];
  /** Number of open client connections. */
  openConnections(): number;
  dispose(): Promise<void>;
}

const emptyPageToken = 'fault-proxy-empty-page-';

/** `targetOrigin`: `http://host:port`. */
export async function startFaultProxy(targetOrigin: string): Promise<FaultProxy> {
  const target = new URL(targetOrigin);
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity, noDelay: true });
  const plan = new FaultPlan();
  const log: LogEntry[] = [];
  const sockets = new Map<Socket, number>();
  const emptyPages = new Map<string, URLSearchParams>();
  let connections = 0;

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', targetOrigin);
    const entry: LogEntry = {
      atMs: Date.now(),
      method: request.method ?? '',
      path: (request.url ?? '/').split('?', 1)[0] ?? '/',
      query: url.searchParams,
      headers: request.headers,
      connection: sockets.get(request.socket) ?? 0,
      fault: null,
      status: 0,
      bytesUp: 0,
      bytesDown: 0,
      forwarded: false,
    };
    log.push(entry);
    const fault = plan.take(entry);
    entry.fault = fault?.kind ?? null;
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    void serve({ request, response, entry, fault }, { target, agent, emptyPages });
  });
  server.keepAliveTimeout = 60_000;
  server.on('connection', (socket) => {
    connections += 1;
    sockets.set(socket, connections);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  const origin = await originOf(server);

  return {
    origin,
    inject: (rule) => plan.add(rule),
    clearFaults: () => plan.clear(),
    requests: log,
    openConnections: () => sockets.size,
    dispose: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets.keys()) socket.destroy();
      agent.destroy();
      await closed;
    },
  };
}

interface Way {
  readonly target: URL;
  readonly agent: Agent;
  /** The queries that empty pages replaced, by the token that was returned. */
  readonly emptyPages: Map<string, URLSearchParams>;
}

async function serve(exchange: Exchange, way: Way): Promise<void> {
  const { request, response, entry, fault } = exchange;
  switch (fault?.kind) {
    case 'stall-upload':
    case 'reset-upload': {
      await receive(request, entry, fault.afterBytes);
      if (fault.kind === 'reset-upload') request.socket.resetAndDestroy();
      else request.pause();
      return;
    }
    case 'hang':
      await receive(request, entry);
      return;
    case 'answer':
      await receive(request, entry);
      answer(exchange, fault.status, fault.headers ?? serviceHeaders(), Buffer.from(fault.body ?? ''));
      return;
    case 'empty-page':
      await receive(request, entry);
      answerEmptyPage(exchange, way);
      return;
    default:
  }

  let body = await receive(request, entry);
  if (fault?.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.ms));
  if (fault?.kind === 'meanwhile' || fault?.kind === 'no-etag') await fault.act?.();
  if (fault?.kind === 'flip-bit-up') body = flipped(body, fault.atByte);
  if (request.socket.destroyed) return;
  entry.forwarded = true;
  try {
    if (fault?.kind === 'duplicate') await drained(await forward(exchange, way, body));
    const reply = await forward(exchange, way, body);
    await relay(exchange, reply);
  } catch {
    if (!response.headersSent) answer(exchange, 502, {}, Buffer.from('The target did not answer.'));
    else request.socket.destroy();
  }
}

function forward(exchange: Exchange, way: Way, body: Buffer): Promise<IncomingMessage> {
  const { request, entry, fault } = exchange;
  return new Promise((resolve, reject) => {
    const headers = relayedHeaders(request);
    const path = rewrittenPath(forwardedPath(request.url ?? '/', entry.query, way), fault);
    const isWithout = fault?.kind === 'no-etag';
    if (isWithout) {
      delete headers['if-match'];
      delete headers.authorization;
    }
    // Where the host is signed, it has to stay the one that was signed.
    if (!signsHost(request)) headers.host = way.target.host;
    const onward = httpRequest({
      host: way.target.hostname,
      port: way.target.port,
      agent: way.agent,
      method: entry.method,
      path: isWithout ? `${path}${path.includes('?') ? '&' : '?'}${fault.sas}` : path,
      headers,
    });
    onward.on('response', resolve);
    // The target closed this connection while it was idle, which is no evidence about the target: retry on another one.
    onward.on('error', (error) => (onward.reusedSocket ? resolve(forward(exchange, way, body)) : reject(error)));
    onward.end(body.length > 0 ? body : undefined);
  });
}

/** The token of an empty page is the proxy's own: the target receives the query that the page replaced. */
function forwardedPath(url: string, query: URLSearchParams, way: Way): string {
  const original = way.emptyPages.get(query.get('NextPartitionKey') ?? '');
  return original === undefined ? url : `${url.split('?', 1)[0] ?? ''}?${original.toString()}`;
}

function rewrittenPath(path: string, fault: Exchange['fault']): string {
  if (fault?.kind !== 'rewritten' || fault.query === undefined) return path;
  const [start = '', text = ''] = path.split('?', 2);
  const query = new URLSearchParams(text);
  fault.query(query);
  return `${start}?${query.toString().replaceAll('+', '%20')}`;
}

function answerEmptyPage(exchange: Exchange, way: Way): void {
  const continuation = exchange.entry.query.get('NextPartitionKey') ?? '';
  const token = `${emptyPageToken}${way.emptyPages.size + 1}`;
  way.emptyPages.set(token, way.emptyPages.get(continuation) ?? exchange.entry.query);
  const headers = serviceHeaders({
    'content-type': 'application/json;odata=minimalmetadata',
    'x-ms-continuation-NextPartitionKey': token,
  });
  answer(exchange, 200, headers, Buffer.from('{"value":[]}'));
}

function signsHost({ headers, url = '' }: IncomingMessage): boolean {
  return headers.authorization?.startsWith('AWS4-HMAC-SHA256') === true || url.includes('X-Amz-Signature=');
}

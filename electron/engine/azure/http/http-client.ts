// The http client of the SDKs and of everything that is not a transfer: keep-alive connections of node:http. The
// meaning of an attempt, its time-outs and its accounting are in attempt.ts.
import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  request as httpRequest,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { type Socket, isIP } from 'node:net';
import { type StowageError, cancelled } from '@shared/errors';
import type { NetworkRoute } from '@shared/model/network';
import { directRoute, wayTo } from '@shared/model/network-way';
import type { MetricsSink } from '../../metrics/request-record';
import { KiB } from '@shared/units';
import type { Clock } from '../../ports';
import { PieceSize, sendBody } from './bodies';
import {
  type HttpResponse,
  type HttpClient,
  type HttpRequest,
  type TransportFailure,
  metadataNames,
  plainHeaders,
} from './http-types';
import {
  type UsableProxy,
  forwardsHttp,
  proxyFailure,
  proxyHeaders,
  proxyRejection,
  proxyUnusable,
} from './network/tunnel';
import { SecureTunnelAgent, TunnelAgent } from './network/tunnel-agent';
import { trustedIn } from './network/trust';
import { type AttemptTools, HttpAttempt } from './attempt';
import { hostOf, networkError, neverConnected, transportError } from './transport-error';
import { Watchdog } from './timeouts';

export interface HttpClientOptions {
  readonly metrics: MetricsSink;
  readonly clock: Clock;
  /** Maximum number of connections to one host; further requests wait. Default 128. */
  readonly maxConnectionsPerHost?: number;
  /** How often time-outs are checked; default 250 ms. */
  readonly watchMs?: number;
  /** Certificates to trust instead of the system's, PEM. For tests against a local TLS server. */
  readonly trustedCertificates?: string;
  /** Default: straight to every host. */
  readonly network?: NetworkRoute;
}

// Emulators close idle connections after 5 s, the service after minutes: close them a little earlier ourselves.
export const idleHttpMs = 4_000;
export const idleHttpsMs = 30_000;
export const defaultConnectionsPerHost = 128;

/** One for the process (or worker thread); dispose it at the end. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const maxSockets = options.maxConnectionsPerHost ?? defaultConnectionsPerHost;
  const pool = { keepAlive: true, maxSockets, maxFreeSockets: maxSockets, noDelay: true };
  const route = options.network ?? directRoute;
  const ca = options.trustedCertificates ?? trustedIn(route);
  const secure = { ...pool, timeout: idleHttpsMs, ...(ca === undefined ? {} : { ca }) };
  const bare = { ...pool, timeout: idleHttpMs };
  const proxy = route.proxy === null || route.proxy.scheme === 'unusable' ? null : route.proxy;
  const shared: Shared = {
    route,
    metrics: options.metrics,
    clock: options.clock,
    watchdog: new Watchdog(options.watchMs ?? 250, () => options.clock.monotonic()),
    pieceSize: new PieceSize(),
    knownSockets: new WeakSet(),
    http: new HttpAgent(bare),
    https: new HttpsAgent(secure),
    tunnels:
      proxy === null ? null : { http: new TunnelAgent(proxy, bare), https: new SecureTunnelAgent(proxy, secure) },
  };
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        if (request.signal?.aborted) reject(cancelled());
        else new NodeAttempt(request, shared, resolve, reject).start();
      }),
    dispose: () => {
      shared.http.destroy();
      shared.https.destroy();
      shared.tunnels?.http.destroy();
      shared.tunnels?.https.destroy();
    },
  };
}

interface Shared extends AttemptTools {
  readonly route: NetworkRoute;
  readonly knownSockets: WeakSet<Socket>;
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
  /** Null without a proxy that can be used. */
  readonly tunnels: { readonly http: HttpAgent; readonly https: HttpsAgent } | null;
}

/** Continuation tokens of Cosmos DB take many KB. The same limit as over direct sockets. */
const maxHeaderSize = 64 * KiB;

interface Way extends RequestOptions {
  readonly agent: HttpAgent;
  /** Of the new connection: a request in plain HTTP reaches an HTTPS proxy over TLS. */
  readonly protocol: 'http:' | 'https:';
  readonly host: string;
  readonly port: number;
  /** Of a proxy with a certificate; otherwise Node takes the `host` header, which names the target. */
  readonly servername?: string;
}

class NodeAttempt extends HttpAttempt {
  readonly #shared: Shared;
  #leaveIdle: () => void = () => undefined;
  #request: ClientRequest | undefined;
  #response: IncomingMessage | undefined;
  /** The proxy that answered instead of the host; null when the host itself answered. */
  #fetchingProxy: UsableProxy | null = null;
  /** When a new connection can carry the request. */
  #readyEvent: 'connect' | 'secureConnect' = 'connect';

  constructor(
    request: HttpRequest,
    shared: Shared,
    resolve: (answer: HttpResponse) => void,
    reject: (failure: TransportFailure | StowageError) => void,
  ) {
    super(request, shared, resolve, reject);
    this.#shared = shared;
  }

  protected open(): void {
    const { method, headers } = this.request;
    const way = this.#way();
    const isSecure = way.protocol === 'https:';
    this.#readyEvent = isSecure ? 'secureConnect' : 'connect';
    const request = (isSecure ? httpsRequest : httpRequest)({ method, headers, maxHeaderSize, ...way });
    this.#request = request;
    this.#leaveIdle = () => closeIdle(way);
    request.on('socket', (socket) => this.#onSocket(socket));
    request.on('response', (response) => this.#onResponse(response));
    request.on('error', (error) => this.#onError(error));
    // Once there is a response, its events report the end: this one may come before its last bytes were read.
    request.on('close', () => {
      this.#request?.socket?.off('end', this.#onPeerEnd);
      if (this.#response === undefined) this.#onError(undefined);
    });
  }

  /** Where the request is sent: to the host, through a tunnel to it, or to a forwarding proxy. */
  #way(): Way {
    const { origin, path, headers } = this.request;
    const { protocol } = origin;
    const { route, http, https, tunnels } = this.#shared;
    const way = wayTo(origin, route);
    if (way === 'none') throw networkError('network.offline', origin, {});
    // Brackets belong to URLs only.
    const socketOptions = { host: origin.hostname.replace(/^\[|\]$/g, ''), port: origin.port, path, protocol };
    const { proxy } = route;
    if (way === 'direct' || proxy === null) return { ...socketOptions, agent: protocol === 'https:' ? https : http };
    if (proxy.scheme === 'unusable') throw proxyUnusable(proxy, origin);
    if (tunnels === null) throw new TypeError('A proxy that can be used has agents.');
    if (protocol === 'https:') return { ...socketOptions, agent: tunnels.https };
    if (!forwardsHttp(proxy)) return { ...socketOptions, agent: tunnels.http };
    this.#fetchingProxy = proxy;
    return {
      ...(proxy.scheme === 'https' ? { agent: https, protocol: 'https:' } : { agent: http, protocol: 'http:' }),
      servername: isIP(proxy.host) === 0 ? proxy.host : '',
      host: proxy.host,
      port: proxy.port,
      path: `http://${hostOf(origin)}${path}`,
      headers: { ...headers, host: hostOf(origin), ...proxyHeaders(proxy) },
    };
  }

  protected destroy(): void {
    this.#request?.destroy();
  }

  protected leaveIdle(): void {
    this.#leaveIdle();
  }

  protected get isSentWhole(): boolean {
    return this.#request?.writableEnded ?? true;
  }

  #onSocket(socket: Socket): void {
    if (!this.#shared.knownSockets.has(socket)) this.#adopt(socket);
    this.gotConnection(this.#request?.reusedSocket === true ? 'reused' : 'new');
    socket.once('end', this.#onPeerEnd);
    const ready = (): void => this.#send();
    if (!socket.connecting && this.isReused) {
      ready();
      return;
    }
    this.connecting();
    const readyEvent = this.#readyEvent;
    if (socket.connecting || readyEvent === 'secureConnect') {
      socket.once(readyEvent, ready);
      this.#request?.once('close', () => socket.off(readyEvent, ready));
    } else ready();
  }

  #adopt(socket: Socket): void {
    const { metrics, knownSockets } = this.#shared;
    knownSockets.add(socket);
    socket.setNoDelay(true);
    socket.setMaxListeners(0);
    metrics.connectionsOpen(1);
    socket.once('close', () => metrics.connectionsOpen(-1));
  }

  #send(): void {
    const request = this.#request;
    if (request === undefined || this.hasEnded) return;
    const { body } = this.request;
    if (body === undefined || (body instanceof Uint8Array && body.length === 0)) {
      request.end();
      this.waiting();
      return;
    }
    this.sending();
    sendBody(body, {
      request: {
        isDestroyed: () => request.destroyed,
        write: (piece, taken) => request.write(piece, taken),
        end: (piece, taken) => request.end(piece, taken),
      },
      pieceSize: this.#shared.pieceSize,
      monotonic: () => this.#shared.clock.monotonic(),
      onSent: (bytes) => this.sent(bytes),
      onDone: () => this.doneSending(),
      onSourceError: (error) => this.giveUp(error),
    });
  }

  #onResponse(response: IncomingMessage): void {
    if (this.hasEnded) return;
    if (this.#fetchingProxy !== null && isOfProxy(response)) {
      this.lost(proxyRejection(this.#fetchingProxy, this.request.origin, response.statusCode ?? 0));
      return;
    }
    this.#response = response;
    const flow = { pause: () => void response.pause(), resume: () => void response.resume() };
    const head = {
      status: response.statusCode ?? 0,
      headers: plainHeaders(response),
      metadataNames: metadataNames(response),
    };
    this.gotHead(head, flow);
    if (this.hasEnded) return;
    response.on('data', (piece: Buffer) => this.gotBody(piece, 'owned'));
    response.on('error', (error) => this.#onError(error));
    response.on('close', () => this.#onError(undefined));
    response.on('end', () => {
      if (response.complete || this.hasLessThanAnnounced) this.complete();
      else this.#onError(undefined);
    });
  }

  /** `undefined`: the connection closed without saying why. */
  #onError(thrown: unknown): void {
    if (this.#response?.complete === true) return;
    const [proxy, { origin }] = [this.#fetchingProxy, this.request];
    const isOfWay = proxy !== null && neverConnected(transportError(thrown, { origin, phase: 'connecting' }));
    this.lost(isOfWay ? proxyFailure(proxy, origin, thrown) : thrown);
  }

  readonly #onPeerEnd = (): void => {
    this.isPeerEnded = true;
  };
}

/** Node lists idle sockets under names that begin with host and port, without the time since when they are idle. */
function closeIdle({ agent, host, port }: Way): void {
  for (const [name, sockets] of Object.entries(agent.freeSockets)) {
    if (name.startsWith(`${host}:${port}:`)) for (const socket of sockets ?? []) socket.destroy();
  }
}

/**
 * Whether the proxy itself answered: it requires a login (407), or did not reach the host. The service always sends its
 * version.
 */
function isOfProxy({ statusCode = 0, headers }: IncomingMessage): boolean {
  return (
    statusCode === 407 || (statusCode >= 500 && headers['x-ms-version'] === undefined && 'proxy-status' in headers)
  );
}

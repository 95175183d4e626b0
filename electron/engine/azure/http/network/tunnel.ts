// A tunnel through a proxy to one host: requests it from an HTTP or HTTPS proxy with CONNECT, or from a SOCKS proxy by
// its protocol, and returns the socket, over which the request or TLS then goes.
import { lookup } from 'node:dns/promises';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { Socket } from 'node:net';
import { type StowageError } from '@shared/errors';
import type { NetworkRoute } from '@shared/model/network';
import { hostOf, networkError, transportError } from '../transport-error';
import type { Origin } from '../http-types';

export type Proxy = NonNullable<NetworkRoute['proxy']>;
export type UsableProxy = Exclude<Proxy, { readonly scheme: 'unusable' }>;

type Done = (error: StowageError | null, socket: Socket | null) => void;

/** How long the proxy may take to open the tunnel, ms. */
const tunnelLimitMs = 30_000;

/** Whether requests in plain HTTP are sent to the proxy, which forwards them; SOCKS proxies only open tunnels. */
export function forwardsHttp({ scheme }: UsableProxy): boolean {
  return scheme === 'http' || scheme === 'https';
}

/**
 * Calls back once: with the open socket, or with `network.proxy`.
 * @param ca authorities that an HTTPS proxy is trusted by; undefined for Node's own
 */
export function openTunnel(proxy: UsableProxy, origin: Origin, ca: string | string[] | undefined, done: Done): void {
  if (forwardsHttp(proxy)) openByConnect(proxy, origin, ca, done);
  else
    openBySocks(proxy, origin).then(
      (socket) => done(null, socket),
      (error: unknown) => done(socksFailure(proxy, origin, error), null),
    );
}

function openByConnect(proxy: UsableProxy, origin: Origin, ca: string | string[] | undefined, done: Done): void {
  const target = `${origin.hostname}:${origin.port}`;
  const request = (proxy.scheme === 'https' ? httpsRequest : httpRequest)({
    host: proxy.host,
    port: proxy.port,
    method: 'CONNECT',
    path: target,
    headers: { host: target, ...proxyHeaders(proxy) },
    agent: false,
    timeout: tunnelLimitMs,
    ...(ca === undefined ? {} : { ca }),
    // By default Node would check the certificate against the `host` header, which names the target.
    ...(proxy.scheme === 'https' ? { servername: isIP(proxy.host) === 0 ? proxy.host : '' } : {}),
  });
  let isDone = false;
  const end: Done = (error, socket) => {
    if (isDone) return;
    isDone = true;
    done(error, socket);
  };
  request.on('connect', ({ statusCode = 0 }, socket, early) => {
    if (statusCode === 200 && early.length === 0) {
      socket.setTimeout(0);
      end(null, socket);
      return;
    }
    socket.destroy();
    end(proxyRejection(proxy, origin, statusCode), null);
  });
  // A response instead of a tunnel.
  request.on('response', (response) => {
    response.destroy();
    end(proxyRejection(proxy, origin, response.statusCode ?? 0), null);
  });
  request.on('timeout', () => request.destroy());
  request.on('error', (error) => end(proxyFailure(proxy, origin, error), null));
  request.on('close', () => end(proxyFailure(proxy, origin, undefined), null));
  request.end();
}

/** The library is loaded with the first SOCKS proxy: most users have none. */
async function openBySocks(proxy: UsableProxy, origin: Origin): Promise<Socket> {
  const { SocksClient } = await import('socks');
  const name = origin.hostname.replace(/^\[|\]$/g, '');
  // Version 4 has no room for names.
  const host = proxy.scheme === 'socks4' ? (await lookup(name, { family: 4 })).address : name;
  const { login } = proxy;
  const { socket } = await SocksClient.createConnection({
    proxy: {
      host: proxy.host,
      port: proxy.port,
      type: proxy.scheme === 'socks5' ? 5 : 4,
      ...(login === null ? {} : { userId: login.user, password: login.password }),
    },
    command: 'connect',
    destination: { host, port: origin.port },
    timeout: tunnelLimitMs,
  });
  // The library leaves it paused, so that no bytes are lost that arrive before there is a reader.
  return socket;
}

/** The library's errors have texts only, of its enumeration `ERRORS`. */
function socksFailure(proxy: UsableProxy, origin: Origin, error: unknown): StowageError {
  const text = error instanceof Error ? error.message : '';
  if (/authentication|no accepted authentication type/i.test(text)) {
    return proxyError(proxy, origin, { reason: 'authentication' });
  }
  const isOwnLookup = error instanceof Error && 'syscall' in error && error.syscall === 'getaddrinfo';
  if (isOwnLookup && proxy.scheme === 'socks4' && !('proxy' in error)) {
    return transportError(error, { origin, phase: 'connecting' });
  }
  const rejected = /rejected connection(?: - \(?(\w+))?/i.exec(text);
  if (rejected !== null) return proxyError(proxy, origin, { reason: 'refused', status: rejected[1] ?? '' });
  return proxyFailure(proxy, origin, error);
}

/** The headers that identify the user to an HTTP or HTTPS proxy. */
export function proxyHeaders({ login }: UsableProxy): Readonly<Record<string, string>> {
  if (login === null) return {};
  const credentials = Buffer.from(`${login.user}:${login.password}`, 'utf8').toString('base64');
  return { 'proxy-authorization': ['Basic', credentials].join(' ') };
}

/** The proxy answered, and does not open the tunnel. */
export function proxyRejection(proxy: UsableProxy, origin: Origin, status: number): StowageError {
  return proxyError(proxy, origin, { reason: status === 407 ? 'authentication' : 'refused', status });
}

/** No proxy answers there, or an HTTPS proxy is not trusted. */
export function proxyFailure(proxy: UsableProxy, origin: Origin, thrown: unknown): StowageError {
  const { code, context } = transportError(thrown, { origin, phase: 'connecting' });
  return proxyError(
    proxy,
    origin,
    code === 'network.certificate'
      ? { reason: 'certificate', problem: String(context.reason ?? '') }
      : { reason: 'unreachable' },
  );
}

/** A proxy is set which cannot be used. */
export function proxyUnusable({ name }: Extract<Proxy, { readonly scheme: 'unusable' }>, origin: Origin): StowageError {
  return networkError('network.proxy', origin, { reason: 'unusable', proxy: name, target: hostOf(origin) });
}

function proxyError(
  { host, port }: UsableProxy,
  origin: Origin,
  facts: { readonly reason: string; readonly status?: number | string; readonly problem?: string },
): StowageError {
  const target = hostOf(origin);
  return networkError('network.proxy', origin, { ...facts, proxy: `${host}:${port}`, target });
}

// A tunnel through a proxy to one host: requests it with CONNECT and returns the socket, on which TLS then begins.
import { request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { type StowageError } from '@shared/errors';
import type { NetworkRoute } from '@shared/model/network';
import { hostOf, networkError } from '../transport-error';
import type { Origin } from '../http-types';

export type Proxy = NonNullable<NetworkRoute['proxy']>;

/** How long the proxy may take to open the way, ms. */
const tunnelLimitMs = 30_000;

/** Calls back once: with the open socket, or with `network.proxy`. */
export function openTunnel(
  proxy: Proxy,
  origin: Origin,
  done: (error: StowageError | null, socket: Socket | null) => void,
): void {
  const target = `${origin.hostname}:${origin.port}`;
  const request = httpRequest({
    host: proxy.host,
    port: proxy.port,
    method: 'CONNECT',
    path: target,
    headers: { host: target, ...proxyHeaders(proxy) },
    agent: false,
    timeout: tunnelLimitMs,
  });
  let isDone = false;
  const end = (error: StowageError | null, socket: Socket | null): void => {
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
    end(proxyRefusal(proxy, origin, statusCode), null);
  });
  // An answer in place of a way.
  request.on('response', (response) => {
    response.destroy();
    end(proxyRefusal(proxy, origin, response.statusCode ?? 0), null);
  });
  request.on('timeout', () => request.destroy());
  request.on('error', () => end(proxyUnreachable(proxy, origin), null));
  request.on('close', () => end(proxyUnreachable(proxy, origin), null));
  request.end();
}

export function proxyHeaders({ authorization }: Proxy): Readonly<Record<string, string>> {
  return authorization === null ? {} : { 'proxy-authorization': authorization };
}

/** The proxy answered, and does not open the way. */
export function proxyRefusal(proxy: Proxy, origin: Origin, status: number): StowageError {
  return proxyError(proxy, origin, { reason: status === 407 ? 'authentication' : 'refused', status });
}

/** Nothing that acts as a proxy answers there. */
export function proxyUnreachable(proxy: Proxy, origin: Origin): StowageError {
  return proxyError(proxy, origin, { reason: 'unreachable' });
}

function proxyError(
  { host, port }: Proxy,
  origin: Origin,
  facts: { readonly reason: string; readonly status?: number },
): StowageError {
  const target = hostOf(origin);
  return networkError('network.proxy', origin, { ...facts, proxy: `${host}:${port}`, target });
}

// Through real proxies to real servers: plain http and TLS, with and without a login, bypassing the proxy where
// configured; a custom authority; and offline, when nothing leaves this machine. Both clients behave the same.
import { type RequestListener, createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type StowageError } from '@shared/errors';
import type { NetworkRoute } from '@shared/model/network';
import { directRoute, loopbackMark } from '@shared/model/network-way';
import { systemClock } from '../../../../testing/clock';
import { createMetricsLog } from '../../../../testing/metrics-log';
import { testCertificate, testCertificateKey } from '../../../../testing/tls-certificate';
import { startSocksProxy } from '../../../../testing/socks-proxy';
import { type WebProxy, type WebProxyOptions, startWebProxy } from '../../../../testing/web-proxy';
import { createDirectClient } from '../direct/direct-client';
import { createHttpClient } from '../http-client';
import { type HttpRequest, TransportFailure } from '../http-types';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

/** Echoes the request. */
const echo: RequestListener = (incoming, response) => {
  const pieces: Buffer[] = [];
  incoming.on('data', (piece: Buffer) => pieces.push(piece));
  incoming.on('end', () => {
    response.setHeader('x-ms-version', '2021-12-02');
    response.end(`${incoming.method} ${incoming.url} of ${incoming.headers.host}: ${Buffer.concat(pieces).length}`);
  });
};

async function serve(protocol: HttpRequest['origin']['protocol']): Promise<number> {
  const server: Server & { closeAllConnections(): void } =
    protocol === 'http:'
      ? createServer(echo)
      : createTlsServer({ cert: testCertificate, key: testCertificateKey }, echo);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

async function proxied(options: WebProxyOptions = {}, route: Partial<NetworkRoute> = {}) {
  const proxy = await startWebProxy(options);
  cleanUp.push(() => proxy.close());
  return { proxy, route: routeTo(proxy, route) };
}

function routeTo({ port }: Pick<WebProxy, 'port'>, route: Partial<NetworkRoute>): NetworkRoute {
  return { ...directRoute, proxy: { scheme: 'http', host: '127.0.0.1', port, login: null }, ...route };
}

const request = (protocol: HttpRequest['origin']['protocol'], port: number, body?: Buffer): HttpRequest => ({
  label: {
    connectionId: 'c',
    service: 'blob',
    operation: 'PutBlob',
    resource: 'r',
    partition: '',
    entities: 0,
    attempt: 1,
  },
  origin: { protocol, hostname: 'localhost', port },
  method: body === undefined ? 'GET' : 'PUT',
  path: '/box/a%20b?comp=list',
  headers: body === undefined ? {} : { 'content-length': String(body.length) },
  body,
  limits: { connectMs: 10_000, headerMs: 10_000, stallMs: 10_000, totalMs: 30_000 },
});

describe.each([
  ['node:http', createHttpClient],
  ['its own sockets', createDirectClient],
] as const)('over %s', (_, create) => {
  const client = (network: NetworkRoute) => {
    const metrics = createMetricsLog();
    const http = create({ metrics, clock: systemClock, network });
    cleanUp.push(() => http.dispose());
    return { http, metrics };
  };
  const failureOf = async (sent: Promise<unknown>): Promise<StowageError> => {
    const thrown: unknown = await sent.catch((error: unknown) => error);
    if (!(thrown instanceof TransportFailure)) throw new TypeError('The request was to fail.');
    expect(thrown.sent).toBe('nothing');
    return thrown.error;
  };

  it('fetches plain http through a proxy, which receives the whole address', async () => {
    const port = await serve('http:');
    const { proxy, route } = await proxied();
    const { http } = client(route);
    const answer = await http.send(request('http:', port, Buffer.alloc(300_000)));
    expect(answer.body.toString()).toBe(`PUT /box/a%20b?comp=list of localhost:${port}: 300000`);
    expect(proxy.requested).toEqual([`PUT http://localhost:${port}/box/a%20b?comp=list`]);
  });

  it('sends several requests through one TLS tunnel, and trusts the added authority', async () => {
    const port = await serve('https:');
    const { proxy, route } = await proxied({ login: 'ann:pa:ss' });
    const { http, metrics } = client({
      ...route,
      proxy: {
        scheme: 'http',
        host: '127.0.0.1',
        port: proxy.port,
        login: { user: 'ann', password: 'pa:ss' },
      },
      authorities: [testCertificate],
    });
    for (const bytes of [0, 2_000_000]) {
      const answer = await http.send(request('https:', port, Buffer.alloc(bytes)));
      expect(answer.body.toString()).toBe(`PUT /box/a%20b?comp=list of localhost:${port}: ${bytes}`);
    }
    expect(proxy.requested).toEqual([`CONNECT localhost:${port}`]);
    expect(metrics.records.map(({ reusedConnection }) => reusedConnection)).toEqual([false, true]);
  });

  it('does not trust a certificate through a tunnel that it does not trust without one', async () => {
    const port = await serve('https:');
    const { route } = await proxied();
    const error = await failureOf(client(route).http.send(request('https:', port)));
    expect(error.code).toBe('network.certificate');
  });

  it('trusts an added authority without a proxy', async () => {
    const port = await serve('https:');
    const { http } = client({ ...directRoute, authorities: [testCertificate] });
    expect((await http.send(request('https:', port))).status).toBe(200);
  });

  it.each(['http:', 'https:'] as const)('reports that the proxy requires another login: %s', async (protocol) => {
    const { route } = await proxied({ login: 'ann:right' });
    const error = await failureOf(client(route).http.send(request(protocol, 9)));
    expect(error).toMatchObject({ code: 'network.proxy', retry: 'no', context: { reason: 'authentication' } });
  });

  it.each(['http:', 'https:'] as const)('reports that the proxy denies access: %s', async (protocol) => {
    const { route } = await proxied({ rejectWith: 502 });
    const error = await failureOf(client(route).http.send(request(protocol, 9)));
    expect(error).toMatchObject({ code: 'network.proxy', context: { reason: 'refused', status: 502 } });
  });

  it.each(['http:', 'https:'] as const)('reports that no proxy answers: %s', async (protocol) => {
    const { proxy, route } = await proxied();
    await proxy.close();
    const error = await failureOf(client(route).http.send(request(protocol, 9)));
    expect(error).toMatchObject({ code: 'network.proxy', context: { reason: 'unreachable' } });
  });

  describe.each(['http:', 'https:'] as const)('to a server of %s', (protocol) => {
    it.each([
      ['socks5', 'SOCKS5 localhost'],
      ['socks4a', 'SOCKS4a localhost'],
      ['socks4', 'SOCKS4 127.0.0.1'],
    ] as const)('connects through a proxy of %s, and reuses its tunnel', async (scheme, line) => {
      const port = await serve(protocol);
      const proxy = await startSocksProxy();
      cleanUp.push(() => proxy.close());
      const { http, metrics } = client({
        ...directRoute,
        proxy: { scheme, host: '127.0.0.1', port: proxy.port, login: null },
        authorities: [testCertificate],
      });
      for (const bytes of [0, 500_000]) {
        const answer = await http.send(request(protocol, port, Buffer.alloc(bytes)));
        expect(answer.body.toString()).toBe(`PUT /box/a%20b?comp=list of localhost:${port}: ${bytes}`);
      }
      expect(proxy.requested).toEqual([`${line}:${port}`]);
      expect(metrics.records.map(({ reusedConnection }) => reusedConnection)).toEqual([false, true]);
    });

    it('connects through an HTTPS proxy with a login', async () => {
      const port = await serve(protocol);
      const proxy = await startWebProxy({ login: 'ann:right', tls: true });
      cleanUp.push(() => proxy.close());
      const { http } = client({
        ...directRoute,
        proxy: { scheme: 'https', host: 'localhost', port: proxy.port, login: { user: 'ann', password: 'right' } },
        authorities: [testCertificate],
      });
      for (const bytes of [0, 500_000]) {
        const answer = await http.send(request(protocol, port, Buffer.alloc(bytes)));
        expect(answer.body.toString()).toBe(`PUT /box/a%20b?comp=list of localhost:${port}: ${bytes}`);
      }
    });

    it('sends nothing through an HTTPS proxy that is not trusted', async () => {
      const proxy = await startWebProxy({ tls: true });
      cleanUp.push(() => proxy.close());
      const { http } = client({
        ...directRoute,
        proxy: { scheme: 'https', host: 'localhost', port: proxy.port, login: null },
      });
      const error = await failureOf(http.send(request(protocol, await serve(protocol))));
      expect(error).toMatchObject({ code: 'network.proxy', context: { reason: 'certificate' } });
      expect(proxy.requested).toEqual([]);
    });

    it.each([
      ['a missing login', { login: 'ann:right' }, null, 'authentication'],
      ['a wrong password', { login: 'ann:right' }, { user: 'ann', password: 'wrong' }, 'authentication'],
      ['a refusal', { refuses: true }, null, 'refused'],
    ] as const)('reports %s of a SOCKS proxy', async (_case, options, login, reason) => {
      const proxy = await startSocksProxy(options);
      cleanUp.push(() => proxy.close());
      const route = {
        ...directRoute,
        proxy: { scheme: 'socks5', host: '127.0.0.1', port: proxy.port, login },
      } as const;
      const error = await failureOf(client(route).http.send(request(protocol, await serve(protocol))));
      expect(error).toMatchObject({ code: 'network.proxy', retry: 'no', context: { reason } });
    });

    it('reports that no SOCKS proxy answers', async () => {
      const proxy = await startSocksProxy();
      await proxy.close();
      const route = {
        ...directRoute,
        proxy: { scheme: 'socks5', host: '127.0.0.1', port: proxy.port, login: null },
      } as const;
      const error = await failureOf(client(route).http.send(request(protocol, await serve(protocol))));
      expect(error).toMatchObject({ code: 'network.proxy', context: { reason: 'unreachable' } });
    });

    it('does not bypass a proxy that cannot be used', async () => {
      const route = { ...directRoute, proxy: { scheme: 'unusable', name: 'QUIC corp:443' } } as const;
      const error = await failureOf(client(route).http.send(request(protocol, await serve(protocol))));
      expect(error).toMatchObject({
        code: 'network.proxy',
        retry: 'no',
        context: { reason: 'unusable', proxy: 'QUIC corp:443' },
      });
    });
  });

  it('bypasses the proxy for hosts that are reached directly', async () => {
    const port = await serve('http:');
    const { proxy, route } = await proxied({}, { bypass: [loopbackMark] });
    expect((await client(route).http.send(request('http:', port))).status).toBe(200);
    expect(proxy.requested).toEqual([]);
  });

  it('connects only to this machine while offline', async () => {
    const port = await serve('http:');
    const { proxy, route } = await proxied({}, { access: 'offline' });
    const { http } = client(route);
    expect((await http.send(request('http:', port))).status).toBe(200);
    const away = {
      ...request('https:', 443),
      origin: { protocol: 'https:', hostname: 'example.invalid', port: 443 },
    } as const;
    expect(await failureOf(http.send(away))).toMatchObject({ code: 'network.offline', retry: 'no' });
    expect(proxy.requested).toEqual([]);
  });
});

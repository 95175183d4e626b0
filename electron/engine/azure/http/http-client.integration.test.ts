import type { ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../testing/clock';
import { serviceHeaders } from '../../../testing/faults';
import { createMetricsLog } from '../../../testing/metrics-log';
import { testCertificate, testCertificateKey } from '../../../testing/tls-certificate';
import { createDirectClient } from './direct/direct-client';
import { useServers } from '../fixtures/use-servers';
import { createHttpClient } from './http-client';
import { type HttpRequest, TransportFailure } from './http-types';

const { start, listen, atEnd } = useServers();

/** Both clients behave the same. */
const clients = [
  ['node:http', createHttpClient],
  ['its own sockets', createDirectClient],
] as const;
let create: typeof createHttpClient = createHttpClient;

function client(options: Partial<Parameters<typeof createHttpClient>[0]> = {}) {
  const metrics = createMetricsLog();
  const http = create({ metrics, clock: systemClock, watchMs: 10, ...options });
  atEnd(() => http.dispose());
  return { http, metrics };
}

const request = (port: number, more: Partial<HttpRequest> = {}): HttpRequest => ({
  label: {
    connectionId: 'c',
    service: 'blob',
    operation: 'GetBlob',
    resource: 'r',
    partition: '',
    entities: 0,
    attempt: 1,
  },
  origin: { protocol: 'http:', hostname: '127.0.0.1', port },
  method: 'GET',
  path: '/x',
  headers: {},
  limits: { connectMs: 1_000, headerMs: 1_000, stallMs: 1_000, totalMs: 10_000 },
  ...more,
});
const put = (port: number, body: Uint8Array): HttpRequest =>
  request(port, { method: 'PUT', body, headers: { 'content-length': String(body.length) } });
const failureOf = async (work: Promise<unknown>): Promise<TransportFailure> => {
  const thrown: unknown = await work.catch((error: unknown) => error);
  if (thrown instanceof TransportFailure) return thrown;
  throw new Error('Expected a TransportFailure.');
};

describe.each(clients)('over %s,', (_name, createClient) => {
  beforeEach(() => {
    create = createClient;
  });

  describe('the accounting of a request', () => {
    it('reports bytes, times and whether the connection was reused', async () => {
      const { port } = await start((incoming, response) => {
        incoming.resume().on('end', () => response.writeHead(201, serviceHeaders()).end(Buffer.alloc(1_000)));
      });
      const { http, metrics } = client();
      await http.send(put(port, Buffer.alloc(70_000)));
      await http.send(put(port, Buffer.alloc(5)));
      expect(metrics.records).toMatchObject([
        {
          status: 201,
          bytesUp: 70_000,
          bytesDown: 1_000,
          errorCode: '',
          reusedConnection: false,
          operation: 'GetBlob',
        },
        { status: 201, bytesUp: 5, bytesDown: 1_000, reusedConnection: true },
      ]);
      for (const { firstByteMs, totalMs, queueMs } of metrics.records) {
        expect(firstByteMs).toBeGreaterThan(0);
        expect(totalMs).toBeGreaterThanOrEqual(firstByteMs);
        expect(queueMs).toBeGreaterThanOrEqual(0);
      }
      expect([metrics.bytes, metrics.openConnections(), metrics.inFlight()]).toEqual([
        { up: 70_005, down: 2_000 },
        1,
        0,
      ]);
    });

    it('reports an upload in pieces while it is sent, adding up exactly', async () => {
      const { port } = await start((incoming, response) => {
        incoming.resume().on('end', () => response.writeHead(201).end());
      });
      const { http, metrics } = client();
      const bytes = 20_000_003;
      await http.send(put(port, Buffer.alloc(bytes)));
      expect(metrics.pieces.up.length).toBeGreaterThan(15);
      expect(metrics.pieces.up.reduce((sum, piece) => sum + piece, 0)).toBe(bytes);
    });

    it('counts a closed connection and one that never opened', async () => {
      const { port } = await start((_, response) => response.writeHead(200, { connection: 'close' }).end());
      const { http, metrics } = client();
      await http.send(request(port));
      await failureOf(http.send(request(1)));
      while (metrics.openConnections() > 0) await new Promise((resolve) => setImmediate(resolve));
      expect(metrics.records.map(({ status, errorCode }) => [status, errorCode])).toEqual([
        [200, ''],
        [0, 'network.refused'],
      ]);
    });
  });

  describe('connections', () => {
    it('are bounded for each host; further requests wait and report how long', async () => {
      let open = 0;
      let max = 0;
      const { port } = await start((_, response) => {
        open += 1;
        max = Math.max(max, open);
        setTimeout(() => {
          open -= 1;
          response.writeHead(200).end();
        }, 20);
      });
      const { http, metrics } = client({ maxConnectionsPerHost: 2 });
      const tookMs = new Map<string, number>();
      const sent = ['1', '2', '3', '4', '5', '6'].map(async (partition) => {
        const { label } = request(port);
        const startedAtMs = systemClock.monotonic();
        await http.send(request(port, { label: { ...label, partition } }));
        tookMs.set(partition, systemClock.monotonic() - startedAtMs);
      });
      await Promise.all(sent);
      expect([max, metrics.openConnections()]).toEqual([2, 2]);
      expect(Math.max(...metrics.records.map(({ queueMs }) => queueMs))).toBeGreaterThan(20);
      // No other figure includes the wait.
      for (const { partition, queueMs, totalMs } of metrics.records) {
        expect(queueMs + totalMs).toBeLessThanOrEqual(tookMs.get(partition) ?? 0);
      }
    });

    it('are all closed when the first of those that died while idle is found', async () => {
      const waiting: ServerResponse[] = [];
      const doomed = new Set<Socket>();
      const { port } = await start((incoming, response) => {
        if (doomed.has(incoming.socket)) incoming.socket.resetAndDestroy();
        else if (doomed.size > 0) response.writeHead(200).end();
        else if (waiting.push(response) === 3) {
          for (const one of waiting) {
            doomed.add(one.req.socket);
            one.writeHead(200).end();
          }
        }
      });
      const { http, metrics } = client();
      await Promise.all([1, 2, 3].map(() => http.send(request(port))));
      expect(metrics.openConnections()).toBe(3);
      expect(await failureOf(http.send(request(port)))).toMatchObject({ connection: 'stale' });
      expect(await http.send(request(port))).toMatchObject({ status: 200 });
      expect(metrics.records.at(-1)).toMatchObject({ reusedConnection: false });
      while (metrics.openConnections() > 1) await new Promise((resolve) => setImmediate(resolve));
    });

    it('that are reset as soon as they are used again count as stale, fresh ones do not', async () => {
      let answers = 1;
      const { port } = await start((incoming, response) => {
        if (answers > 0) response.writeHead(200).end();
        else incoming.socket.resetAndDestroy();
        answers -= 1;
      });
      const { http } = client();
      await http.send(request(port));
      expect(await failureOf(http.send(request(port)))).toMatchObject({ connection: 'stale', sent: 'perhaps' });
      expect(await failureOf(http.send(request(port)))).toMatchObject({ connection: 'live', sent: 'perhaps' });
    });

    it('can be cancelled while they wait in the queue', async () => {
      const { port } = await start(() => undefined);
      const { http, metrics } = client({ maxConnectionsPerHost: 1 });
      const stop = new AbortController();
      const first = http.send(request(port, { signal: stop.signal }));
      const second = http.send(request(port, { signal: stop.signal }));
      stop.abort();
      await expect(first).rejects.toMatchObject({ code: 'cancelled.by-user' });
      await expect(second).rejects.toMatchObject({ code: 'cancelled.by-user' });
      expect(metrics.inFlight()).toBe(0);
    });
  });

  describe('response', () => {
    it('in pieces of unknown length that ends early is truncated', async () => {
      const { port } = await start((incoming, response) => {
        response.writeHead(200).write('half');
        setImmediate(() => incoming.socket.end());
      });
      const { http } = client();
      expect(await failureOf(http.send(request(port)))).toMatchObject({ error: { code: 'network.truncated' } });
    });

    it('before the end of the upload is accepted, and its connection not reused', async () => {
      const { port } = await start((_, response) => response.writeHead(413).end('too large'));
      const { http, metrics } = client();
      const answer = await http.send(put(port, Buffer.alloc(30_000_000)));
      expect([answer.status, answer.body.toString()]).toEqual([413, 'too large']);
      while (metrics.openConnections() > 0) await new Promise((resolve) => setImmediate(resolve));
    });

    it('whose consumer fails ends with the error of the consumer', async () => {
      const { port } = await start((_, response) => response.writeHead(200).end(Buffer.alloc(100_000)));
      const { http, metrics } = client();
      const sent = http.send(
        request(port, {
          onHead: () => 'pieces',
          onBody: () => {
            throw Object.assign(new Error('disk'), { name: 'DiskError' });
          },
        }),
      );
      await expect(sent).rejects.toMatchObject({ code: 'bug.unexpected' });
      expect(metrics.inFlight()).toBe(0);
    });

    it('that its consumer pauses is not a stall', async () => {
      const { port } = await start((_, response) => response.writeHead(200).end(Buffer.alloc(5_000_000)));
      const { http } = client();
      let bytes = 0;
      const answer = await http.send(
        request(port, {
          limits: { connectMs: 1_000, headerMs: 1_000, stallMs: 100, totalMs: 10_000 },
          onHead: (_, flow) => {
            flow.pause();
            setTimeout(() => flow.resume(), 300);
            return 'pieces';
          },
          onBody: (piece) => {
            bytes += piece.length;
          },
        }),
      );
      expect([answer.status, bytes]).toEqual([200, 5_000_000]);
    });
  });

  describe('TLS', () => {
    const secure = async (): Promise<number> => {
      const server = createTlsServer({ cert: testCertificate, key: testCertificateKey }, (incoming, response) => {
        incoming.resume().on('end', () => response.writeHead(200, serviceHeaders()).end('ok'));
      });
      atEnd(() => server.closeAllConnections());
      return listen(server);
    };
    const over = (port: number): HttpRequest => ({
      ...put(port, Buffer.alloc(300_000)),
      origin: { protocol: 'https:', hostname: '127.0.0.1', port },
    });

    it('with a certificate that is not trusted fails permanently', async () => {
      const { http } = client();
      const failure = await failureOf(http.send(over(await secure())));
      expect(failure).toMatchObject({ sent: 'nothing', error: { code: 'network.certificate', retry: 'no' } });
    });

    it('with a trusted one carries the request, twice over one connection', async () => {
      const port = await secure();
      const { http, metrics } = client({ trustedCertificates: testCertificate });
      expect((await http.send(over(port))).status).toBe(200);
      expect((await http.send(over(port))).status).toBe(200);
      expect(metrics.records.map(({ reusedConnection }) => reusedConnection)).toEqual([false, true]);
    });

    it('towards a port that speaks plain http is recognised', async () => {
      const { port } = await start((_, response) => response.end());
      const { http } = client();
      expect((await failureOf(http.send(over(port)))).error.code).toBe('network.not-azure');
    });
  });
});

// What an account makes of answers: which of them are failures, and how long it waits for a service that asks for patience.
import { describe, expect, it } from 'vitest';
import { createFakeClock, systemClock } from '../../testing/clock';
import { serviceHeaders } from '../../testing/faults';
import { createMetricsLog } from '../../testing/metrics-log';
import type { AccountDescriptor, ServiceRequest } from './account';
import { createAccountDeps } from './account-deps';
import { createAccount } from './create-account';
import { useServers } from './fixtures/use-servers';

const { start, atEnd } = useServers();

const accountAt = (port: number): AccountDescriptor => ({
  connectionId: 'c',
  accountName: 'a',
  endpoints: { blob: `http://127.0.0.1:${port}/a` },
  credential: { kind: 'key', accountName: 'a', accountKey: 'AAAA' },
});

describe('the accounting', () => {
  it('takes an answer to a question for no failure', async () => {
    const metrics = createMetricsLog();
    const { port } = await start((request, response) => {
      const status = request.method === 'HEAD' ? 404 : 409;
      response.writeHead(status, serviceHeaders({ 'x-ms-error-code': 'BlobAlreadyExists' })).end();
    });
    const deps = createAccountDeps({ metrics, clock: systemClock, random: () => 0 });
    atEnd(() => deps.dispose());
    const account = createAccount(accountAt(port), deps);
    const write: ServiceRequest = {
      service: 'blob',
      operation: 'PutBlob',
      method: 'PUT',
      path: '/box/blob',
      resource: 'box',
      replay: 'safe',
    };
    const requests: ServiceRequest[] = [
      { ...write, operation: 'GetBlobProperties', method: 'HEAD' },
      { ...write, headers: { 'if-none-match': '*' } },
      { ...write, accept: [409] },
      write,
    ];
    for (const request of requests) await account.send(request).catch(() => undefined);
    expect(metrics.records.map(({ status, errorCode }) => [status, errorCode])).toEqual([
      [404, ''],
      [409, ''],
      [409, ''],
      [409, 'BlobAlreadyExists'],
    ]);
  });
});

describe('a service that asks for an hour', () => {
  it('gets a minute, and then its answer is final after the last try', async () => {
    const clock = createFakeClock();
    const metrics = createMetricsLog();
    let asked = 0;
    const { port } = await start((_, response) => {
      asked += 1;
      response.writeHead(503, serviceHeaders({ 'retry-after': '3600', 'x-ms-error-code': 'ServerBusy' })).end();
    });
    const deps = createAccountDeps({ metrics, clock, random: () => 0 });
    atEnd(() => deps.dispose());
    const account = createAccount(accountAt(port), deps);
    const listing: ServiceRequest = {
      service: 'blob',
      operation: 'ListContainers',
      method: 'GET',
      path: '/',
      resource: '',
      replay: 'safe',
    };
    const sent = account.send(listing).then(
      () => 'answered',
      (error: unknown) => error,
    );
    for (let tries = 1; tries < 8; tries += 1) {
      while (clock.pending().length === 0) await new Promise((resolve) => setImmediate(resolve));
      expect([asked, clock.pending(), account.slowdownMs()]).toEqual([tries, [60_000], 60_000]);
      await clock.advance(60_000);
    }
    expect(await sent).toMatchObject({
      code: 'throttled.server-busy',
      context: { account: 'a', waitMs: 60_000, operation: 'ListContainers' },
    });
    expect(asked).toBe(8);
  });
});

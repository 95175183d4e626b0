// How an account treats responses: which of them are failures, and how long it waits for a service that requests a
// wait.
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
  it('returns an expected status without treating it as a failure', async () => {
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

describe('response head', () => {
  const request: ServiceRequest = {
    service: 'blob',
    operation: 'GetBlob',
    method: 'GET',
    path: '/box/blob',
    resource: 'box',
    replay: 'safe',
  };

  it('is reported before its body arrives', async () => {
    const rest: { readonly send: () => void }[] = [];
    const { port } = await start((_, response) => {
      response.writeHead(200, serviceHeaders({ 'x-ms-meta-place': 'b' })).write('half, ');
      rest.push({ send: () => response.end('whole') });
    });
    const deps = createAccountDeps({ metrics: createMetricsLog(), clock: systemClock, random: () => 0 });
    atEnd(() => deps.dispose());
    const places: (string | undefined)[] = [];
    // Without the data that this callback provides, the body would never end.
    const answer = await createAccount(accountAt(port), deps).send({
      ...request,
      onHead: ({ headers }) => {
        places.push(headers['x-ms-meta-place']);
        rest[0]?.send();
      },
    });
    expect(answer.body.toString()).toBe('half, whole');
    expect(places).toEqual(['b']);
  });

  it('is not reported when the service denies the request', async () => {
    const { port } = await start((_, response) => {
      response.writeHead(403, serviceHeaders({ 'x-ms-error-code': 'AuthorizationFailure' })).end();
    });
    const deps = createAccountDeps({ metrics: createMetricsLog(), clock: systemClock, random: () => 0 });
    atEnd(() => deps.dispose());
    let reports = 0;
    const answer = createAccount(accountAt(port), deps).send({ ...request, onHead: () => (reports += 1) });
    await expect(answer).rejects.toMatchObject({ context: { status: 403 } });
    expect(reports).toBe(0);
  });
});

describe('service that requests a wait of an hour', () => {
  it('is retried after a minute, and its response is final after the last attempt', async () => {
    const clock = createFakeClock();
    const metrics = createMetricsLog();
    let requestCount = 0;
    const { port } = await start((_, response) => {
      requestCount += 1;
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
      expect([requestCount, clock.pending(), account.slowdownMs()]).toEqual([tries, [60_000], 60_000]);
      await clock.advance(60_000);
    }
    expect(await sent).toMatchObject({
      code: 'throttled.server-busy',
      context: { account: 'a', waitMs: 60_000, operation: 'ListContainers' },
    });
    expect(requestCount).toBe(8);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningAzurite, startAzurite } from '../../testing/azurite';
import { systemClock } from '../../testing/clock';
import { serviceHeaders, startFaultProxy } from '../../testing/fault-proxy';
import { createMetricsLog } from '../../testing/metrics-log';
import { createAccountDeps } from './account-deps';
import { createAccount } from './create-account';

describe('a service version unknown to an emulator', () => {
  let azurite: RunningAzurite;
  beforeAll(async () => {
    azurite = await startAzurite({ serviceVersions: 'checked' });
  });
  afterAll(() => azurite.stop());

  it('is replaced by an older one, once for the endpoint and logged once, also for the SDK', async () => {
    const proxy = await startFaultProxy(azurite.blobOrigin);
    const log: string[] = [];
    const metrics = createMetricsLog();
    const deps = createAccountDeps({ metrics, clock: systemClock, random: Math.random, log: (line) => log.push(line) });
    const account = createAccount(azurite.descriptor({ blob: proxy.origin }), deps);
    const container = (await account.blobService()).getContainerClient('old');
    await container.create();
    await account.send({
      service: 'blob',
      operation: 'PutBlob',
      method: 'PUT',
      path: '/old/blob',
      resource: 'old',
      headers: { 'x-ms-blob-type': 'BlockBlob' },
      body: Buffer.from('x'),
      replay: 'safe',
    });
    expect(await container.getBlobClient('blob').exists()).toBe(true);
    expect(proxy.requests.map(({ method, status }) => `${method} ${status}`)).toEqual([
      'PUT 400',
      'PUT 201',
      'PUT 201',
      'HEAD 200',
    ]);
    expect(log).toHaveLength(1);
    expect(log[0]).toContain('2026-04-06');
    expect(metrics.retries).toEqual(['service-version']);
    deps.dispose();
    await proxy.dispose();
  });

  it('is replaced when the rejection has the wording of the service', async () => {
    const proxy = await startFaultProxy(azurite.blobOrigin);
    const body =
      '<?xml version="1.0"?><Error><Code>InvalidHeaderValue</Code><Message>The value for one of the HTTP headers is not in the correct format.</Message><HeaderName>x-ms-version</HeaderName></Error>';
    proxy.inject({
      fault: {
        kind: 'answer',
        status: 400,
        headers: serviceHeaders({ 'x-ms-error-code': 'InvalidHeaderValue' }),
        body,
      },
    });
    const deps = createAccountDeps({ metrics: createMetricsLog(), clock: systemClock, random: Math.random });
    const account = createAccount(azurite.descriptor({ blob: proxy.origin }), deps);
    const answer = await account.send({
      service: 'blob',
      operation: 'ListContainers',
      method: 'GET',
      path: '/',
      query: { comp: 'list' },
      resource: '',
      replay: 'safe',
    });
    expect([answer.status, answer.attempts]).toEqual([200, 1]);
    deps.dispose();
    await proxy.dispose();
  });
});

// What a page reports about its requests: what the server received, how the time was spent, and no secret.
import {
  AccountSASPermissions,
  AccountSASResourceTypes,
  AccountSASServices,
  StorageSharedKeyCredential,
  generateAccountSASQueryParameters,
} from '@azure/storage-blob';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { sentRequest } from '@shared/model/query-page';
import { emulatorAccountKey, emulatorAccountName } from '../../testing/azurite';
import { systemClock } from '../../testing/clock';
import { createMetricsLog } from '../../testing/metrics-log';
import { createAccountDeps } from '../azure/account-deps';
import { createAccount } from '../azure/create-account';
import type { Clock } from '../ports';
import { openQuery } from './query';
import { type TableBench, open, pagesOf, query, row, startTableBench } from './fixtures/table-bench';

let bench: TableBench;
beforeAll(async () => {
  bench = await startTableBench();
  await bench.fill(
    'Sent',
    Array.from({ length: 5 }, (_, index) => row('P', `r${index}`)),
  );
});
afterEach(() => bench.proxy.clearFaults());
afterAll(() => bench.dispose());

const isQuery = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
  method === 'GET' && path.includes('/Sent()');

it('describes each request as the server saw it, decoded', async () => {
  const before = bench.proxy.requests.length;
  const sentQuery = query('Sent', { partitionKey: { kind: 'is', value: 'P' }, select: ['A'], pageSize: 2 });
  const pages = await pagesOf(open(bench.proxied, sentQuery));
  const seen = bench.proxy.requests.slice(before).filter(isQuery);
  const sent = pages.flatMap(({ stats }) => stats.sent ?? []);
  expect(sent.map(({ rows, ended }) => [rows, ended])).toEqual([
    [2, 'page-size'],
    [2, 'page-size'],
    [1, 'last'],
  ]);
  expect(sent).toHaveLength(seen.length);
  for (const [index, request] of sent.entries()) {
    expect(sentRequest.parse(request)).toEqual(request);
    expect(request.address).toBe(`${bench.proxied.descriptor.endpoints.table}/Sent()`);
    expect(request.parameters).toEqual([...(seen[index]?.query ?? [])].map(([name, value]) => ({ name, value })));
    expect(request.status).toBe(200);
    expect(Math.min(request.queueMs, request.downloadMs, request.decodeMs)).toBeGreaterThanOrEqual(0);
    expect(request.firstByteMs).toBeGreaterThan(0);
    expect(Math.abs(request.startedAtMs - Date.now())).toBeLessThan(60_000);
  }
});

it('page: counts a throttled attempt as waiting time before the successful one', async () => {
  // Time that is slept through passes at once, so that no slow machine takes as long.
  let leaptMs = 0;
  const clock: Clock = {
    now: () => systemClock.now() + leaptMs,
    monotonic: () => systemClock.monotonic() + leaptMs,
    sleep: (ms) => {
      leaptMs += ms;
      return Promise.resolve();
    },
  };
  const deps = createAccountDeps({ metrics: createMetricsLog(), clock, random: Math.random });
  try {
    const account = createAccount(bench.proxied.descriptor, deps);
    bench.proxy.inject({ fault: { kind: 'answer', status: 503, headers: { 'retry-after': '50' } }, when: isQuery });
    const page = await openQuery({ account, clock, query: query('Sent') }).nextPage();
    const [request] = page.stats.sent ?? [];
    expect(request?.retries).toBe(1);
    expect(request?.queueMs).toBeGreaterThanOrEqual(50_000);
    expect(request?.firstByteMs).toBeLessThan(50_000);
  } finally {
    deps.dispose();
  }
});

it('names every range of a query that is read in parallel', async () => {
  const sentQuery = query('Sent', {
    partitionKey: { kind: 'is', value: 'P' },
    rowKey: { kind: 'one-of', values: ['r0', 'r3'] },
    splitOr: true,
  });
  const pages = await pagesOf(open(bench.proxied, sentQuery));
  const filters = pages.flatMap(({ stats }) => stats.sent ?? []).map(({ parameters }) => parameters[0]?.value);
  expect(filters.sort()).toEqual(["PartitionKey eq 'P' and RowKey eq 'r0'", "PartitionKey eq 'P' and RowKey eq 'r3'"]);
});

it('holds nothing of the key', async () => {
  const { credential } = bench.proxied.descriptor;
  const page = await open(bench.proxied, query('Sent')).nextPage();
  const text = JSON.stringify(page);
  expect(credential.kind).toBe('key');
  if (credential.kind === 'key') expect(text).not.toContain(credential.accountKey);
  expect(text).not.toMatch(/sig=|Authorization|SharedKey/i);
});

it('page: contains nothing of a SAS, and neither do the records of its requests', async () => {
  const token = generateAccountSASQueryParameters(
    {
      expiresOn: new Date(Date.now() + 600_000),
      permissions: AccountSASPermissions.parse('rl'),
      resourceTypes: AccountSASResourceTypes.parse('sco').toString(),
      services: AccountSASServices.parse('t').toString(),
    },
    new StorageSharedKeyCredential(emulatorAccountName, emulatorAccountKey),
  ).toString();
  const signature = new URLSearchParams(token).get('sig') ?? '';
  const metrics = createMetricsLog();
  const deps = createAccountDeps({ metrics, clock: systemClock, random: Math.random });
  try {
    const before = bench.proxy.requests.length;
    const account = createAccount({ ...bench.proxied.descriptor, credential: { kind: 'sas', token } }, deps);
    const page = await open(account, query('Sent')).nextPage();
    expect(page.rows).toHaveLength(5);
    expect(bench.proxy.requests.slice(before).map((sent) => sent.query.get('sig'))).toEqual([signature]);
    expect(metrics.records).toHaveLength(1);
    const text = JSON.stringify([page, metrics.records]);
    for (const secret of [signature, encodeURIComponent(signature)]) expect(text).not.toContain(secret);
    // The query is shown without its signature.
    expect(text.replaceAll('&sig=…', '')).not.toMatch(/sig=|"sig"/u);
    expect(text).toContain('&sig=…');
  } finally {
    deps.dispose();
  }
});

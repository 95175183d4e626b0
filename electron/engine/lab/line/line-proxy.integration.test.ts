// The simulated network in front of a real store: transferred bytes stay the same, and its effects can be observed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LineSettings, clearLine } from '@shared/lab/line-settings';
import { seeded } from '@shared/lab/statistics/seeded';
import type { RunningAzurite } from '../../../testing/azurite';
import { acquireAzurite } from '../../../testing/shared-azurite';
import type { Account } from '../../azure/account';
import { createAccountDeps } from '../../azure/account-deps';
import { createAccount } from '../../azure/create-account';
import { systemClock } from '../../system-clock';
import { MetricsRecorder } from '../../metrics/recorder';
import { insertRequest, entityOf } from '../steps/payload';
import { type LineProxy, startLineProxy } from './line-proxy';
import { sdkTable } from '../../../testing/sdk-table';

let azurite: RunningAzurite;
const opened: { readonly proxy: LineProxy; readonly dispose: () => void }[] = [];

beforeAll(async () => {
  azurite = await acquireAzurite();
}, 90_000);
afterAll(async () => {
  for (const { proxy, dispose } of opened) {
    dispose();
    await proxy.dispose();
  }
  await azurite.stop();
});

async function behind(some: Partial<LineSettings>): Promise<Account> {
  const descriptor = azurite.descriptor();
  const proxy = await startLineProxy(
    descriptor.endpoints,
    { ...clearLine, ...some },
    { clock: systemClock, random: seeded(5) },
  );
  const deps = createAccountDeps({
    metrics: new MetricsRecorder(),
    clock: systemClock,
    random: Math.random,
    retries: 'none',
  });
  opened.push({ proxy, dispose: () => deps.dispose() });
  return createAccount({ ...descriptor, endpoints: proxy.endpoints }, deps);
}

const targetOf = (account: Account, table: string) => ({
  table,
  endpoint: account.descriptor.endpoints.table ?? '',
  signal: new AbortController().signal,
});
const rows = (count: number, partitionKey: string) =>
  Array.from({ length: count }, (_, index) => entityOf({ partitionKey, rowKey: `${index}` }, []));
const elapsed = async (work: Promise<unknown>): Promise<number> => {
  const startMs = systemClock.monotonic();
  await work;
  return systemClock.monotonic() - startMs;
};

describe('simulated network', () => {
  it('changes no byte, and takes as long as its rate implies', async () => {
    const account = await behind({ delayMs: 30, connectionBytesPerSecond: 512 * 1024 });
    const container = (await account.blobService()).getContainerClient('line');
    await container.create();
    const bytes = Buffer.from(Array.from({ length: 256 * 1024 }, (_, index) => (index * 7919) % 251));
    const upMs = await elapsed(container.getBlockBlobClient('blob').uploadData(bytes));
    expect(upMs).toBeGreaterThan(500);
    let back = Buffer.alloc(0);
    const downMs = await elapsed(
      container
        .getBlockBlobClient('blob')
        .downloadToBuffer()
        .then((read) => (back = Buffer.from(read))),
    );
    expect(downMs).toBeGreaterThan(500);
    expect(back.equals(bytes)).toBe(true);
  });

  it('rejects what a partition does not accept, as the service does', async () => {
    const account = await behind({ partitionEntitiesPerSecond: 1 });
    await (await account.tableService()).createTable('Limited');
    const at = targetOf(account, 'Limited');
    expect((await account.send(insertRequest(at, rows(90, 'a')))).status).toBe(202);
    await expect(account.send(insertRequest(at, rows(60, 'a')))).rejects.toMatchObject({
      code: 'throttled.server-busy',
    });
    expect((await account.send(insertRequest(at, rows(60, 'b')))).status).toBe(202);
  });

  it('ends pages early with a token, without losing a row', async () => {
    const account = await behind({ entityMs: 1, pageCutMs: 20 });
    const client = sdkTable(account, 'Paged');
    await client.createTable();
    await account.send(insertRequest(targetOf(account, 'Paged'), rows(50, 'p')));
    const pages: number[] = [];
    for await (const page of client.listEntities().byPage({ maxPageSize: 1000 })) pages.push(page.length);
    expect(pages).toEqual([20, 20, 10]);
  });

  it('times out requests that arrive too slowly', async () => {
    const account = await behind({ connectionBytesPerSecond: 64 * 1024, requestLimitMs: 300 });
    const container = (await account.blobService()).getContainerClient('slow');
    await container.create();
    const upload = container.getBlockBlobClient('blob').uploadData(Buffer.alloc(512 * 1024));
    await expect(upload).rejects.toThrow(/within the specified time|OperationTimedOut/);
  });
});

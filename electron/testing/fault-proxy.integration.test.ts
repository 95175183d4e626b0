import { randomBytes } from 'node:crypto';
import { AzureNamedKeyCredential, TableClient } from '@azure/data-tables';
import { BlobServiceClient, StorageSharedKeyCredential } from '@azure/storage-blob';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type RunningAzurite, emulatorAccountKey, emulatorAccountName, startAzurite } from './azurite';
import { type FaultProxy, startFaultProxy } from './fault-proxy';

let azurite: RunningAzurite;
let blobProxy: FaultProxy;
let tableProxy: FaultProxy;

beforeAll(async () => {
  azurite = await startAzurite();
  [blobProxy, tableProxy] = await Promise.all([
    startFaultProxy(azurite.blobOrigin),
    startFaultProxy(azurite.tableOrigin),
  ]);
});
afterEach(() => {
  blobProxy.clearFaults();
  tableProxy.clearFaults();
});
afterAll(async () => {
  await Promise.all([blobProxy.dispose(), tableProxy.dispose()]);
  await azurite.stop();
});

const container = () =>
  new BlobServiceClient(
    `${blobProxy.origin}/${emulatorAccountName}`,
    new StorageSharedKeyCredential(emulatorAccountName, emulatorAccountKey),
    { retryOptions: { maxTries: 1 } },
  ).getContainerClient('faults');

describe('a request through the proxy', () => {
  it('keeps its signature and its bytes', async () => {
    await container().createIfNotExists();
    const bytes = randomBytes(300_000);
    const blob = container().getBlockBlobClient('folder/a b%25;ü');
    await blob.upload(bytes, bytes.length);
    expect((await blob.downloadToBuffer()).equals(bytes)).toBe(true);
    const put = blobProxy.requests.find((request) => request.method === 'PUT' && request.bytesUp > 0);
    expect(put).toMatchObject({ status: 201, bytesUp: 300_000, forwarded: true, fault: null });
  });

  it('suffers the fault that was ordered for it, once', async () => {
    await container().createIfNotExists();
    const blob = container().getBlockBlobClient('busy');
    const busy = blobProxy.inject({
      when: (request) => request.method === 'PUT' && request.path.endsWith('/busy'),
      fault: { kind: 'answer', status: 503, headers: { 'retry-after': '3' } },
    });
    await expect(blob.upload('x', 1)).rejects.toMatchObject({ statusCode: 503 });
    await blob.upload('x', 1);
    expect(busy.hits()).toBe(1);
  });

  it('is acted upon when only its reply is dropped', async () => {
    await container().createIfNotExists();
    const blob = container().getBlockBlobClient('dropped');
    blobProxy.inject({ when: (request) => request.method === 'PUT', fault: { kind: 'drop-reply' } });
    await expect(blob.upload('stored', 6)).rejects.toThrow();
    expect((await blob.downloadToBuffer()).toString()).toBe('stored');
  });

  it.each([
    { fault: { kind: 'reset-upload', afterBytes: 70_000 } as const, stored: false },
    { fault: { kind: 'flip-bit-up', atByte: 5 } as const, stored: true },
  ])('%s on the way up', async ({ fault, stored }) => {
    await container().createIfNotExists();
    const bytes = randomBytes(5_000_000);
    const blob = container().getBlockBlobClient(`up-${fault.kind}`);
    blobProxy.inject({ when: (request) => request.method === 'PUT', fault });
    const sent = blob.upload(bytes, bytes.length);
    if (stored) {
      await sent;
      expect((await blob.downloadToBuffer()).equals(bytes)).toBe(false);
    } else {
      await expect(sent).rejects.toThrow();
      expect(await blob.exists()).toBe(false);
    }
  });
});

describe('an empty page', () => {
  it('leads on to the real page by its token, as often as ordered', async () => {
    const table = new TableClient(
      `${tableProxy.origin}/${emulatorAccountName}`,
      'faults',
      new AzureNamedKeyCredential(emulatorAccountName, emulatorAccountKey),
      { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } },
    );
    await table.createTable();
    for (const rowKey of ['1', '2', '3']) await table.createEntity({ partitionKey: 'p', rowKey });
    tableProxy.inject({
      when: (request) => request.method === 'GET',
      skip: 1,
      times: 2,
      fault: { kind: 'empty-page' },
    });
    const pages: number[] = [];
    const filter = "PartitionKey eq 'p'";
    for await (const page of table.listEntities({ queryOptions: { filter } }).byPage({ maxPageSize: 2 })) {
      pages.push(page.length);
    }
    expect(pages).toEqual([2, 0, 0, 1]);
  });
});

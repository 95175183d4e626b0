import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, createServer, get } from 'node:http';
import { AzureNamedKeyCredential, TableClient } from '@azure/data-tables';
import { BlobServiceClient, StorageSharedKeyCredential } from '@azure/storage-blob';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { originOf } from './local-servers';
import { type RunningAzurite, emulatorAccountKey, emulatorAccountName } from './azurite';
import { acquireAzurite } from './shared-azurite';
import { type FaultProxy, startFaultProxy } from './fault-proxy';

let azurite: RunningAzurite;
let blobProxy: FaultProxy;
let tableProxy: FaultProxy;

beforeAll(async () => {
  azurite = await acquireAzurite();
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
  it('preserves its signature and its bytes', async () => {
    await container().createIfNotExists();
    const bytes = randomBytes(300_000);
    const blob = container().getBlockBlobClient('folder/a b%25;ü');
    await blob.upload(bytes, bytes.length);
    expect((await blob.downloadToBuffer()).equals(bytes)).toBe(true);
    const put = blobProxy.requests.find((request) => request.method === 'PUT' && request.bytesUp > 0);
    expect(put).toMatchObject({ status: 201, bytesUp: 300_000, forwarded: true, fault: null });
  });

  it('has the configured fault, once', async () => {
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

  it('is processed when only its reply is dropped', async () => {
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

describe('a reply', () => {
  const stored = Buffer.from('0123456789');
  const read = async (name: string): Promise<Buffer> => {
    const answer = await container().getBlobClient(name).download(0, undefined, { maxRetryRequests: 0 });
    const pieces: Buffer[] = [];
    for await (const piece of answer.readableStreamBody ?? []) pieces.push(Buffer.from(piece));
    return Buffer.concat(pieces);
  };
  const store = async (name: string): Promise<void> => {
    await container().createIfNotExists();
    await container().getBlockBlobClient(name).upload(stored, stored.length);
  };
  const whenRead = (request: { method: string }): boolean => request.method === 'GET';

  it('can be truncated, damaged, delayed or sent by the proxy after the target acted', async () => {
    await store('reply');
    blobProxy.inject({ when: whenRead, fault: { kind: 'cut-body', bytes: 4 } });
    expect((await read('reply')).toString()).toBe('0123');
    blobProxy.inject({ when: whenRead, fault: { kind: 'flip-bit-down', atByte: 0 } });
    expect((await read('reply')).toString()).toBe('1123456789');
    blobProxy.inject({ when: whenRead, fault: { kind: 'delay', ms: 80 } });
    const startedMs = performance.now();
    expect((await read('reply')).equals(stored)).toBe(true);
    expect(performance.now() - startedMs).toBeGreaterThan(75);
    blobProxy.inject({ when: ({ method }) => method === 'DELETE', fault: { kind: 'answer-after', status: 500 } });
    await expect(container().getBlobClient('reply').delete()).rejects.toMatchObject({ statusCode: 500 });
    expect(await container().getBlobClient('reply').exists()).toBe(false);
  });

  it('waits until another action has completed', async () => {
    await store('held');
    const act = (): Promise<unknown> => container().getBlockBlobClient('held').upload('newer', 5);
    blobProxy.inject({ when: whenRead, fault: { kind: 'meanwhile', act } });
    expect((await read('held')).toString()).toBe('newer');
  });

  it('to a request that arrived twice is the second one', async () => {
    await store('twice');
    blobProxy.inject({ when: ({ method }) => method === 'DELETE', fault: { kind: 'duplicate' } });
    await expect(container().getBlobClient('twice').delete()).rejects.toMatchObject({ statusCode: 404 });
  });

  it('that is interrupted reaches the client as a failure', async () => {
    await store('broken');
    for (const fault of [
      { kind: 'short-body', bytes: 3 },
      { kind: 'reset-download', afterBytes: 3 },
    ] as const) {
      blobProxy.inject({ when: whenRead, fault });
      await expect(read('broken')).rejects.toThrow();
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

describe('connection that the target closed while it was idle', () => {
  it('is replaced, unnoticed by the client of the proxy', async () => {
    const served = new Set<unknown>();
    let rejected = 0;
    const target = createServer((request, response) => {
      if (served.has(request.socket)) {
        rejected += 1;
        request.socket.resetAndDestroy();
      } else response.end('here');
      served.add(request.socket);
    });
    const proxy = await startFaultProxy(await originOf(target));
    const status = async (): Promise<number | undefined> => {
      const [response] = (await once(get(proxy.origin, { headers: { connection: 'keep-alive' } }), 'response')) as [
        IncomingMessage,
      ];
      await once(response.resume(), 'end');
      return response.statusCode;
    };

    expect([await status(), await status(), await status()]).toEqual([200, 200, 200]);
    expect(rejected).toBeGreaterThan(0);
    await proxy.dispose();
    target.close();
  });
});

import { AzureNamedKeyCredential, TableClient } from '@azure/data-tables';
import { BlobServiceClient } from '@azure/storage-blob';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emulatorAccountKey, emulatorAccountName } from './azurite';
import { type NullServer, startNullServer } from './null-server';

const mebibyte = 2 ** 20;
let server: NullServer;

beforeAll(async () => {
  server = await startNullServer({
    programPath: join(import.meta.dirname, '../../out/bench/null-server.js'),
    processes: 2,
    blobs: [{ path: 'depot/zeros', bytes: 5 * mebibyte + 3 }],
    entities: 2500,
  });
});
afterAll(() => server.stop());

describe('null server', () => {
  it('joins blocks that arrived at different processes', async () => {
    server.reset();
    const blob = BlobServiceClient.fromConnectionString(server.connectionString)
      .getContainerClient('depot')
      .getBlockBlobClient('a folder/many blocks');
    await blob.uploadData(Buffer.alloc(9 * mebibyte), { blockSize: mebibyte, maxSingleShotSize: 1, concurrency: 8 });
    expect((await blob.getProperties()).contentLength).toBe(9 * mebibyte);
    const counts = await server.counts();
    expect(counts.byOperation).toMatchObject({ 'put-block': 9, 'put-block-list': 1 });
    expect(counts.receivedBytes).toBe(9 * mebibyte);
  });

  it('rejects a block list with a block that was never uploaded', async () => {
    const blob = BlobServiceClient.fromConnectionString(server.connectionString)
      .getContainerClient('depot')
      .getBlockBlobClient('torn');
    await expect(blob.commitBlockList(['AAAA'])).rejects.toMatchObject({ statusCode: 400 });
  });

  it('returns zeros of the existing length', async () => {
    const blob = BlobServiceClient.fromConnectionString(server.connectionString)
      .getContainerClient('depot')
      .getBlockBlobClient('zeros');
    const tail = await blob.downloadToBuffer(5 * mebibyte);
    expect(tail).toEqual(Buffer.alloc(3));
  });

  it('lists the containers that are not empty', async () => {
    const names: string[] = [];
    for await (const { name } of BlobServiceClient.fromConnectionString(server.connectionString).listContainers()) {
      names.push(name);
    }
    expect(names).toContain('depot');
  });

  it('lists folders and continues at the marker', async () => {
    const container = BlobServiceClient.fromConnectionString(server.connectionString).getContainerClient('rows');
    for (const name of ['a/1', 'a/2', 'b & c', 'd']) await container.getBlockBlobClient(name).upload('', 0);
    const names: string[] = [];
    for await (const page of container.listBlobsByHierarchy('/').byPage({ maxPageSize: 2 })) {
      names.push(...(page.segment.blobPrefixes ?? []).map((folder) => folder.name));
      names.push(...page.segment.blobItems.map((blob) => blob.name));
    }
    expect(names).toEqual(['a/', 'b & c', 'd']);
  });

  it.each(['few', 'typed'])('pages through the entities of %s, and accepts a batch', async (table) => {
    const credential = new AzureNamedKeyCredential(emulatorAccountName, emulatorAccountKey);
    const client = new TableClient(server.tableEndpoint, table, credential, { allowInsecureConnection: true });
    const sizes: number[] = [];
    for await (const page of client.listEntities().byPage()) sizes.push(page.length);
    expect(sizes).toEqual([1000, 1000, 1000]);
    const answer = await client.submitTransaction([
      ['create', { partitionKey: 'p', rowKey: '1' }],
      ['upsert', { partitionKey: 'p', rowKey: '2' }, 'Replace'],
    ]);
    expect(answer.subResponses.map((part) => part.status)).toEqual([204, 204]);
  });

  it.each([
    ["PartitionKey gt 'pier-0000' and PartitionKey le 'pier-0002'", 1000, 'pier-0001', 2000],
    ["PartitionKey ge 'pier-00015'", 1000, 'pier-0002', 1000],
    ["PartitionKey eq 'pier-0001' and RowKey gt 'crate-000099' and RowKey lt 'crate-000200'", 7, 'pier-0001', 100],
    ["PartitionKey lt 'a'", 1000, undefined, 0],
  ])('returns exactly the entities of %s', async (filter, maxPageSize, partitionKey, count) => {
    const credential = new AzureNamedKeyCredential(emulatorAccountName, emulatorAccountKey);
    const client = new TableClient(server.tableEndpoint, 'few', credential, { allowInsecureConnection: true });
    const keys: string[] = [];
    let first: string | undefined;
    for await (const page of client.listEntities({ queryOptions: { filter } }).byPage({ maxPageSize })) {
      expect(page.length).toBeLessThanOrEqual(maxPageSize);
      first ??= page[0]?.partitionKey;
      keys.push(...page.map(({ partitionKey = '', rowKey = '' }) => `${partitionKey} ${rowKey}`));
    }
    expect(first).toBe(partitionKey);
    expect(keys).toHaveLength(count);
    expect([...new Set(keys)].sort()).toEqual(keys);
  });
});

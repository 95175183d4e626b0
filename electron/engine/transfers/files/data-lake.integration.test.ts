// Transfers to and from an account with a hierarchical namespace.
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { BlobServiceClient, type ContainerClient } from '@azure/storage-blob';
import { KiB, MiB } from '@shared/units';
import { type FakeLake, startFakeLake } from '../../../testing/fake-dfs';
import type { AccountSource } from '../../azure/account';
import { accountFacts } from '../../blobs/details/account-facts';
import type { Transfers } from '../api';
import { startDownload } from '../fixtures/start-jobs';
import { accountsFor } from '../fixtures/test-bench';
import { useBench } from '../fixtures/use-bench';

const { bench } = useBench();
let lake: FakeLake;
let accounts: AccountSource;
let transfers: Transfers;
let container: ContainerClient;
beforeEach(async () => {
  lake = await startFakeLake(bench.azurite.blobOrigin);
  accounts = accountsFor(bench.azurite.descriptor({ blob: lake.blobOrigin }));
  transfers = bench.roomWith({ accounts });
  const service = BlobServiceClient.fromConnectionString(lake.connectionString);
  container = service.getContainerClient(bench.container.containerName);
  return () => lake.close();
});

const upload = async (paths: string[], options: Parameters<typeof bench.options>[0] = {}, prefix = '') => {
  const request = { connectionId: 'test', container: container.containerName, prefix, paths };
  return (await transfers.uploadPaths({ ...request, options: bench.options(options) })).ended;
};

it('upload: replaces a file that was written through the Data Lake endpoint, in one request and in blocks', async () => {
  await lake.writeByDfs(container.containerName, 'raw/small', 'old');
  await lake.writeByDfs(container.containerName, 'raw/large', 'old');
  const paths = [await bench.file('small', 100), await bench.file('large', 1 * MiB)];
  const inBlocks = { overwrite: 'always', blockBytes: 256 * KiB } as const;
  expect(await upload(paths, inBlocks, 'raw')).toMatchObject({ state: 'done', files: 2 });
  for (const path of paths) {
    const stored = await container.getBlobClient(`raw/${path.split('/').at(-1)}`).downloadToBuffer();
    expect(stored.equals(await readFile(path))).toBe(true);
  }
  await lake.writeByDfs(container.containerName, 'raw/large', 'old');
  expect(await upload(paths, { ...inBlocks, preserveProperties: true }, 'raw')).toMatchObject({
    failed: [{ context: { serviceCode: 'BlobOperationNotSupported' } }],
  });
  expect((await container.getBlobClient('raw/large').downloadToBuffer()).toString()).toBe('old');
});

it('empty folders: survive an upload and a download', async () => {
  await mkdir(join(bench.folder, 'tree/empty/deeper'), { recursive: true });
  await writeFile(join(bench.folder, 'tree/file'), 'x');
  for (const overwrite of ['never', 'never', 'always'] as const) {
    expect(await upload([join(bench.folder, 'tree')], { emptyFolders: true, overwrite })).toMatchObject({
      failedCount: 0,
    });
  }
  expect(await lake.paths(container.containerName)).toEqual([
    ...['tree/', 'tree/empty/', 'tree/empty/deeper/', 'tree/file'],
  ]);
  const down = await startDownload(bench, { emptyFolders: true }, transfers);
  expect(await down.ended).toMatchObject({ state: 'done' });
  expect((await readdir(join(bench.folder, 'target'), { recursive: true })).sort()).toEqual([
    ...['tree', 'tree/empty', 'tree/empty/deeper', 'tree/file'],
  ]);
});

it('names that real folders cannot have: are reported without a request for them', async () => {
  await accountFacts(await accounts.open('test'));
  const path = await bench.file('one', 10);
  const before = lake.requests.length;
  expect(await upload([path], {}, 'a//b')).toMatchObject({ failed: [{ code: 'invalid.name' }] });
  expect(lake.requests.slice(before).filter((request) => request.startsWith('PUT'))).toEqual([]);
});

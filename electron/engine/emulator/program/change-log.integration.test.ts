// Everything that the store acknowledged is there again after it was killed.
import { TableClient, TableServiceClient } from '@azure/data-tables';
import { BlobServiceClient } from '@azure/storage-blob';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Content } from 'lokijs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { developmentConnectionString, emulatorArguments, listeningService } from '../embedded-store';
import { readChanges } from './change-log';

const program = fileURLToPath(new URL('../../../../out/main/emulator.js', import.meta.url));
const databases = ['blob', 'blob_extent', 'table'].map((name) => `__azurite_db_${name}__.json`);
let folder = '';
let running: ChildProcess;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-change-log-'));
});
afterEach(async () => {
  running.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

async function start(dataDir: string) {
  const child = spawn(process.execPath, [program, ...emulatorArguments({ dataDir })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running = child;
  const endpoints = await new Promise<Record<'blob' | 'table', string>>((resolve) => {
    const found: Partial<Record<'blob' | 'table', string>> = {};
    createInterface({ input: child.stdout }).on('line', (line) => {
      const listening = listeningService(line);
      if (listening !== null) found[listening.service] = listening.endpoint;
      const { blob, table } = found;
      if (blob !== undefined && table !== undefined) resolve({ blob, table });
    });
  });
  const connection = developmentConnectionString(endpoints);
  const plain = { allowInsecureConnection: true };
  return {
    blobs: BlobServiceClient.fromConnectionString(connection),
    tables: TableServiceClient.fromConnectionString(connection, plain),
    table: (name: string) => TableClient.fromConnectionString(connection, name, plain),
    end: async (signal: 'SIGKILL' | 'SIGTERM') => {
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}

it('change log: is complete after a kill, including the last acknowledged change and those of earlier processes', async () => {
  const first = await start(folder);
  const container = first.blobs.getContainerClient('kept');
  await container.create();
  await container.getBlockBlobClient('moved').upload('a', 1);
  await first.tables.createTable('rows');
  await first.table('rows').createEntity({ partitionKey: 'p', rowKey: 'first' });
  await container.getBlockBlobClient('copy').syncCopyFromURL(container.getBlobClient('moved').url);
  await container.getBlobClient('moved').delete();
  await first.end('SIGKILL');

  const second = await start(folder);
  const rows = second.table('rows');
  await rows.submitTransaction(['second', 'third'].map((rowKey) => ['create', { partitionKey: 'p', rowKey }]));
  await rows.deleteEntity('p', 'first');
  await second.end('SIGKILL');

  const third = await start(folder);
  const names: string[] = [];
  for await (const { name } of third.blobs.getContainerClient('kept').listBlobsFlat()) names.push(name);
  expect(names).toEqual(['copy']);
  const copy = third.blobs.getContainerClient('kept').getBlobClient('copy');
  expect(String(await copy.downloadToBuffer())).toBe('a');
  const keys: (string | undefined)[] = [];
  for await (const { rowKey } of third.table('rows').listEntities()) keys.push(rowKey);
  expect(keys).toEqual(['second', 'third']);
  await third.end('SIGTERM');
  // All of it is in the databases by now.
  expect((await readdir(folder)).filter((name) => name.endsWith('.log'))).toEqual([]);
});

it('change log: contains the same as a full save, whatever was done', async () => {
  const [lived, killed] = [join(folder, 'lived'), join(folder, 'killed')];
  const store = await start(lived);
  // Nothing can be written to the folder of the database files: all that follows is in the logs only.
  for (const name of databases) await mkdir(join(lived, `${name}~`));
  await everyAct(store);
  // It is paused meanwhile: a log that is rewritten must not disappear while its folder is read.
  running.kill('SIGSTOP');
  await cp(lived, killed, { recursive: true, filter: (path) => !path.includes('.lock') && !path.endsWith('~') });
  running.kill('SIGCONT');
  for (const name of databases) await rm(join(lived, `${name}~`), { recursive: true });
  await store.end('SIGTERM');
  const again = await start(killed);
  await again.end('SIGTERM');
  for (const name of databases) {
    expect(await documentsIn(join(killed, name)), name).toEqual(await documentsIn(join(lived, name)));
  }
});

async function documentsIn(path: string): Promise<unknown> {
  const { collections } = JSON.parse(await readFile(path, 'utf8')) as Content;
  return Object.fromEntries(collections.map(({ name, data, maxId }) => [name, { data, maxId }]));
}

/** One of each kind of change to the contents of a store. */
async function everyAct({ blobs, tables, table }: Awaited<ReturnType<typeof start>>): Promise<void> {
  await blobs.setProperties({ cors: [] });
  for (const name of ['gone', 'kept']) await blobs.createContainer(name);
  const storedContainer = blobs.getContainerClient('kept');
  await blobs.getContainerClient('gone').getBlockBlobClient('a').upload('a', 1);
  await blobs.deleteContainer('gone');
  await storedContainer.setMetadata({ ttl: '5' });
  await storedContainer.setAccessPolicy(undefined, [{ id: 'a', accessPolicy: { permissions: 'r' } }]);
  await storedContainer.getBlobLeaseClient().acquireLease(-1);

  const block = storedContainer.getBlockBlobClient('block');
  const ids = ['one', 'two', 'three'].map((id) => btoa(id.padEnd(8)));
  for (const id of ids) await block.stageBlock(id, id, id.length);
  await block.commitBlockList(ids.slice(0, 2));
  await block.stageBlock(ids[2] ?? '', 'again', 5);
  await storedContainer.getBlockBlobClient('not committed').stageBlock(ids[0] ?? '', 'a', 1);
  await block.setMetadata({ a: 'b' });
  await block.setHTTPHeaders({ blobContentType: 'text/plain' });
  await block.setTags({ a: 'b' });
  await block.setAccessTier('Cool');
  const { snapshot = '' } = await block.createSnapshot();
  await block.withSnapshot(snapshot).setAccessTier('Hot');
  await storedContainer.getBlobClient('copy').syncCopyFromURL(block.url);
  await (await storedContainer.getBlobClient('copy again').beginCopyFromURL(block.url)).pollUntilDone();
  const other = storedContainer.getBlockBlobClient('other');
  for (const text of ['1', '2']) await other.upload(text, 1);
  await other.delete({ deleteSnapshots: 'include' });
  const lease = block.getBlobLeaseClient();
  await lease.acquireLease(15);
  await lease.breakLease(0);

  const append = storedContainer.getAppendBlobClient('append');
  await append.create();
  for (const text of ['1', '2']) await append.appendBlock(text, 1);
  await append.seal().catch(() => undefined);
  const page = storedContainer.getPageBlobClient('page');
  await page.create(2048);
  await page.uploadPages('a'.repeat(1024), 0, 1024);
  await page.clearPages(0, 512);
  await page.resize(1024);
  await page.updateSequenceNumber('update', 7);

  for (const name of ['rows', 'gone', 'again']) await tables.createTable(name);
  await table('gone').createEntity({ partitionKey: 'p', rowKey: 'a' });
  await table('again').createEntity({ partitionKey: 'p', rowKey: 'a' });
  for (const name of ['gone', 'again']) await tables.deleteTable(name);
  await tables.createTable('again');
  await table('again').createEntity({ partitionKey: 'p', rowKey: 'b' });
  const rows = table('rows');
  await rows.setAccessPolicy([
    { id: 'a', accessPolicy: { permission: 'r', start: new Date(0), expiry: new Date(1e12) } },
  ]);
  for (const rowKey of ['a', 'b', 'c']) await rows.createEntity({ partitionKey: 'p', rowKey, ttl: 1 });
  await rows.updateEntity({ partitionKey: 'p', rowKey: 'a', more: true }, 'Merge');
  await rows.updateEntity({ partitionKey: 'p', rowKey: 'b', other: true }, 'Replace');
  await rows.upsertEntity({ partitionKey: 'p', rowKey: 'd' });
  await rows.deleteEntity('p', 'c');
  await rows.submitTransaction([
    ['create', { partitionKey: 'p', rowKey: 'e' }],
    ['update', { partitionKey: 'p', rowKey: 'a', last: 1 }],
    ['delete', { partitionKey: 'p', rowKey: 'b' }],
  ]);
  // Part of it is there: none of it counts.
  const rejected = rows.submitTransaction(['f', 'e'].map((rowKey) => ['create', { partitionKey: 'p', rowKey }]));
  await rejected.then(
    () => expect.unreachable(),
    () => undefined,
  );
}

it('change log: ends at a truncated line, and belongs to one version of its database file', async () => {
  const path = join(folder, 'db.json');
  const line = { ended: ['a'], begun: [], documents: [] };
  expect(await readChanges(path, 'one')).toEqual([]);
  await writeFile(`${path}.one.log`, `${JSON.stringify(line)}\n`);
  await appendFile(`${path}.one.log`, JSON.stringify(line).slice(0, -1));
  expect(await readChanges(path, 'one')).toEqual([line]);
  expect(await readChanges(path, 'another')).toEqual([]);
});

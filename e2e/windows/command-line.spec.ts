// The command line on Windows' Node, compared with the resulting state of the server and its disk: paths with
// backslashes, names that Windows cannot store, a kill in the middle, files of tables.
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ContainerClient } from '@azure/storage-blob';
import { hostileBlobs, hostileFiles } from '../fixtures/hostile-names';
import { blockRequests } from '../fixtures/stores';
import { expect, test } from './windows-test';

const MiB = 2 ** 20;

async function held(container: ContainerClient, prefix = ''): Promise<Map<string, string>> {
  const blobs = new Map<string, string>();
  for await (const { name } of container.listBlobsFlat({ prefix })) {
    blobs.set(name.slice(prefix.length), (await container.getBlobClient(name).downloadToBuffer()).toString('base64'));
  }
  return blobs;
}

async function savedFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const below = entries.map(async (entry) =>
    entry.isDirectory()
      ? (await savedFiles(join(folder, entry.name))).map((name) => `${entry.name}/${name}`)
      : [entry.name],
  );
  return (await Promise.all(below)).flat().sort();
}

async function write(folder: string, files: Readonly<Record<string, string | Buffer>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}

test('a folder goes up under its name, its contents without it, wildcards as the files they mean', async ({
  stowage,
  disk,
  store,
}) => {
  const container = await store.newContainer();
  const files = {
    'scans/1.tif': 'one',
    'scans/deep/Grüße 二階.txt': 'two',
    'scans/2.TIF': 'three',
    'notes.txt': 'four',
  };
  await write(disk.here, files);
  const at = container.containerName;
  const folder = await stowage('upload', disk.path('scans'), `${at}/whole`);
  expect(folder.code, folder.messages).toBe(0);
  await stowage('upload', `${disk.path('scans')}\\`, `${at}/contents`);
  await stowage('upload', disk.path('scans', '*.tif'), disk.path('notes.txt').replaceAll('\\', '/'), `${at}/chosen`);

  const names = async (prefix: string): Promise<string[]> => [...(await held(container, prefix)).keys()].sort();
  expect(await names('whole/')).toEqual(['scans/1.tif', 'scans/2.TIF', 'scans/deep/Grüße 二階.txt']);
  expect(await names('contents/')).toEqual(['1.tif', '2.TIF', 'deep/Grüße 二階.txt']);
  expect(await names('chosen/')).toEqual(['1.tif', '2.TIF', 'notes.txt']);
  const nothing = await stowage('upload', disk.path('scans', '*.jpg'), at);
  expect([nothing.code, nothing.messages]).toEqual([2, expect.stringContaining('is called *.jpg.')]);
});

test('names that Windows cannot store are downloaded inside the folder, each with the right content', async ({
  stowage,
  disk,
  store,
}) => {
  const container = await store.newContainer();
  const known = [...hostileFiles, ...hostileBlobs];
  const devices = ['CONIN$', 'com1', 'LPT¹.log', 'NUL.tar.gz', 'file.txt::$DATA', 'dot.', 'a<b>|c', 'st*ar'];
  const names = [...known.map(({ blob }) => blob), ...devices];
  for (const name of names) await container.getBlockBlobClient(name).upload(name, Buffer.byteLength(name));
  const down = await stowage('download', container.containerName, disk.path('came'));
  expect(down.code, down.messages).toBe(0);
  const onDisk = await savedFiles(join(disk.here, 'came'));
  expect(onDisk).toEqual(expect.arrayContaining(known.map(({ local, onWindows }) => onWindows ?? local)));
  const contents = await Promise.all(onDisk.map((name) => readFile(join(disk.here, 'came', name), 'utf8')));
  expect(contents.sort()).toEqual(names.sort());

  // Compared by its rules for names, the folder matches the container.
  const again = await stowage('download', container.containerName, disk.path('came'), '--overwrite', 'if-different');
  expect(again.code, again.messages).toBe(0);
  expect(again.messages).toContain(`${names.length} files skipped: the same`);
});

test('names that differ only in case are rejected, or numbered when that was chosen', async ({
  stowage,
  disk,
  store,
}) => {
  const container = await store.newContainer();
  for (const name of ['Report.txt', 'report.TXT']) await container.getBlockBlobClient(name).upload(name, name.length);
  const rejected = await stowage('download', container.containerName, disk.path('once'));
  expect(rejected.code).toBe(1);
  expect(await savedFiles(join(disk.here, 'once'))).toEqual(['Report.txt']);
  const numbered = await stowage('download', container.containerName, disk.path('both'), '--overwrite', 'rename');
  expect(numbered.code, numbered.messages).toBe(0);
  const files = await savedFiles(join(disk.here, 'both'));
  const contents = await Promise.all(files.map((name) => readFile(join(disk.here, 'both', name), 'utf8')));
  expect(contents.sort()).toEqual(['Report.txt', 'report.TXT']);
});

test('an upload killed in its middle continues with the missing blocks; its download is identical', async ({
  begin,
  stowage,
  disk,
  store,
}) => {
  const container = await store.newContainer();
  const bytes = randomBytes(48 * MiB);
  await write(disk.here, { 'long.bin': bytes });
  const blocks = (): ReturnType<typeof blockRequests> =>
    blockRequests(store.blobProxy, container.containerName, 'long.bin').filter(
      ({ query }) => query.get('comp') === 'block',
    );
  const stored = (): string[] =>
    blocks()
      .filter(({ status }) => status === 201)
      .map(({ query }) => query.get('blockid') ?? '');
  const isBlock = ({ query }: { readonly query: URLSearchParams }): boolean => query.get('comp') === 'block';
  const stuck = store.blobProxy.inject({ fault: { kind: 'hang' }, when: isBlock, times: Infinity, skip: 4 });

  const first = begin('upload', disk.path('long.bin'), container.containerName, '--block-size', '4MiB');
  await expect.poll(() => stored().length).toBe(4);
  await expect.poll(() => stuck.hits()).toBeGreaterThan(0);
  const job = async (): Promise<{ readonly id: string; readonly state: string }> =>
    JSON.parse((await stowage('jobs', 'list', '--json')).output) as { readonly id: string; readonly state: string };
  const { id, state } = await job();
  expect(state).toBe('running');
  const second = await stowage('jobs', 'resume', id);
  expect([second.code, second.messages]).toEqual([5, expect.stringContaining('Another process runs job')]);
  first.kill();
  await first.ended;
  await expect.poll(() => store.blobProxy.openConnections()).toBe(0);
  store.blobProxy.clearFaults();
  const before = stored();
  const sent = blocks().length;

  expect((await job()).state).toBe('interrupted');
  const resumed = await stowage('jobs', 'resume', id);
  expect(resumed.code, resumed.messages).toBe(0);
  const after = blocks()
    .slice(sent)
    .map(({ query }) => query.get('blockid') ?? '');
  expect(after).toHaveLength(12 - before.length);
  expect(after.filter((id) => before.includes(id))).toEqual([]);

  const down = await stowage('download', `${container.containerName}/long.bin`, disk.path('came'));
  expect(down.code, down.messages).toBe(0);
  const came = join(disk.here, 'came/long.bin');
  expect((await readFile(came)).equals(bytes)).toBe(true);
  const { lastModified } = await container.getBlobClient('long.bin').getProperties();
  expect((await stat(came)).mtime.getTime()).toBe(lastModified?.getTime());
});

test('a table is filled from a file with the line ends of Windows, queried and written out again', async ({
  stowage,
  disk,
  store,
}) => {
  const { tableName } = await store.newTable();
  await write(disk.here, {
    'rows.csv': 'PartitionKey,RowKey,Name,Count\r\nnorth,1,Zoë,5\r\nnorth,2,"x, y",6\r\nsouth,1,,7\r\n',
  });
  const read = await stowage('import', tableName, disk.path('rows.csv'), '--json');
  expect(read.code, read.messages).toBe(0);
  expect(JSON.parse(read.output)).toMatchObject({ rows: 3, inserted: 3, rejected: 0 });
  const north = await stowage('query', tableName, '--pk', 'north', '--json');
  expect(north.output.trim().split('\n')).toHaveLength(2);
  expect(north.output).toContain('"Count":{"type":"Edm.Int32","value":"6"}');

  for (const kind of ['csv', 'jsonl', 'parquet']) {
    const written = await stowage('export', tableName, disk.path(`out.${kind}`));
    expect(written.code, written.messages).toBe(0);
  }
  const again = await store.newTable();
  await stowage('import', again.tableName, disk.path('out.jsonl'));
  const second = await stowage('export', again.tableName, disk.path('again.csv'));
  expect(second.code, second.messages).toBe(0);
  const lines = await readFile(join(disk.here, 'out.csv'), 'utf8');
  expect(lines).toContain('Zoë');
  expect(await readFile(join(disk.here, 'again.csv'), 'utf8')).toBe(lines);
  expect((await readFile(join(disk.here, 'out.parquet'))).subarray(0, 4).toString()).toBe('PAR1');
});

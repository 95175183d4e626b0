// Empty folders and symbolic links in a sync: what the plan shows of them, and what both sides have afterwards.
import { mkdir, readdir, realpath, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SyncSettings, defaultMaxDelete } from '@shared/model/sync';
import type { TransferOptions } from '@shared/model/transfer';
import { isWrite } from '../../fixtures/requests';
import { useBench } from '../../fixtures/use-bench';
import type { JobSummary } from '../../api';
import { blobNameOf, localSegments } from '../../plan/names';
import type { SyncLocation } from '../../sync/sync-spec';

const { bench } = useBench();

const settings: SyncSettings = {
  compare: 'mtime-size',
  deletes: 'all',
  maxDelete: defaultMaxDelete,
  emptySource: 'allowed',
};
const folders = { emptyFolders: true } as const;
const remote = (prefix = ''): SyncLocation => ({
  kind: 'remote',
  connectionId: 'test',
  container: bench.container.containerName,
  prefix,
});
const local = (dir: string): SyncLocation => ({ kind: 'local', dir: join(bench.folder, dir) });

type Options = Partial<TransferOptions>;

async function sync(
  source: SyncLocation,
  target: SyncLocation,
  options: Options = folders,
  some: Partial<SyncSettings> = {},
): Promise<JobSummary> {
  return (await bench.transfers.sync({ source, target, options, settings: { ...settings, ...some } })).ended;
}

async function plan(source: SyncLocation, target: SyncLocation, options: Options = folders): Promise<string[]> {
  const lines: string[] = [];
  const { signal } = new AbortController();
  for await (const entries of bench.transfers.planSync({ source, target, options, settings }, { signal })) {
    for (const entry of entries) {
      const what = entry.what === 'left out' ? entry.step.why : entry.what;
      if (what !== 'same') lines.push(`${what} ${entry.name}`);
    }
  }
  return lines;
}

/** Every file and every folder of its own, as they would be named at a service. */
async function onDisk(dir: string): Promise<readonly string[]> {
  const root = join(bench.folder, dir);
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries.map((entry) =>
    join(entry.parentPath, entry.name)
      .slice(root.length + 1)
      .split('/'),
  );
  return entries
    .map((entry, at) => {
      const segments = paths[at] ?? [];
      return blobNameOf(entry.isDirectory() ? [...segments, ''] : segments, 'posix');
    })
    .sort();
}

/** Markers by the names of their folders. */
async function atService(prefix = ''): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { name, metadata } of bench.container.listBlobsFlat({ prefix, includeMetadata: true })) {
    const isMarker = metadata?.hdi_isfolder === 'true' && !name.endsWith('/');
    names.push(name.slice(prefix.length) + (isMarker ? '/' : ''));
  }
  return names.sort();
}

const store = (name: string, text = ''): Promise<unknown> =>
  bench.container.getBlockBlobClient(name).upload(text, text.length);
const mark = (name: string): Promise<unknown> =>
  bench.container.getBlockBlobClient(name).upload('', 0, { metadata: { hdi_isfolder: 'true' } });
const write = (path: string, text = 'x'): Promise<string> => bench.file(path, Buffer.from(text));
const make = (path: string): Promise<unknown> => mkdir(join(bench.folder, path), { recursive: true });
const changes = (): number =>
  bench.requests().filter(({ method }) => isWrite({ method }) || method === 'DELETE' || method === 'POST').length;

describe('sync of empty folders', () => {
  it('carries them up, across and down, and sends nothing the second time', async () => {
    for (const folder of ['from/empty', 'from/deep/er', 'from/a%', 'from/full']) await make(folder);
    for (const file of ['from/full/x', 'from/full-1', 'from/deep.txt']) await write(file);
    await make('to/gone/far');
    await mark('up/old');
    const ways = [
      [local('from'), remote('up')],
      [remote('up'), remote('across')],
      [remote('across'), local('to')],
    ] as const;
    for (const [source, target] of ways) {
      expect((await sync(source, target)).failed).toEqual([]);
      const sent = changes();
      expect(await plan(source, target)).toEqual([]);
      expect((await sync(source, target)).files).toBe(0);
      expect(changes()).toBe(sent);
    }
    const wanted = ['a%/', 'deep.txt', 'deep/er/', 'empty/', 'full-1', 'full/x'];
    expect([await atService('up/'), await atService('across/')]).toEqual([wanted, wanted]);
    expect(await onDisk('to')).toEqual([...wanted, 'deep/', 'full/'].sort());
    expect(await plan(local('from'), remote('up'), {})).toEqual([]);
  });

  it('leaves a folder that becomes empty by its deletions where the source has it', async () => {
    await mark('box/inner/empty');
    await write('to/inner/empty/sub/old');
    await write('to/other/old');
    expect(await plan(remote('box'), local('to'))).toEqual(['only there inner/empty/sub/old', 'only there other/old']);
    await sync(remote('box'), local('to'));
    expect(await onDisk('to')).toEqual(['inner/', 'inner/empty/']);
    await make('src/inner/empty');
    await store('up/inner/empty/old');
    await sync(local('src'), remote('up'));
    expect(await atService('up/')).toEqual(['inner/empty/']);
    expect(await plan(local('src'), remote('up'))).toEqual([]);
  });

  it('counts what the other side has by what is in it, when nothing is deleted', async () => {
    await make('src/empty');
    await store('up/empty/other');
    expect((await sync(local('src'), remote('up'), folders, { deletes: 'never' })).files).toBe(0);
    await mark('box/full');
    await write('src/full/x');
    await store('box/full/x', 'x');
    expect(await plan(remote('box'), local('src'))).toEqual(['only there empty/']);
  });

  it('replaces no blob by a marker, and no file by a folder', async () => {
    await make('src/name');
    await store('up/name', 'mine');
    expect(await plan(local('src'), remote('up'))).toEqual(['only there name', 'problem name/']);
    await store('box/file/', '');
    await write('to/file', 'mine');
    expect(await plan(remote('box'), local('to'))).toEqual(['only there file', 'problem file/']);
  });

  it('carries any folders, whatever their names', async () => {
    const parts = [
      'a',
      'a.txt',
      'a-',
      'a%',
      '%41',
      '100%',
      'é',
      '日本',
      ' x',
      'x ',
      'CON',
      '\u{1f600}',
      'long'.repeat(62),
    ];
    const folder = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 3 }).map((all) => all.join('/'));
    let run = 0;
    const some = fc.uniqueArray(folder, { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(some, some, some, async (empty, before, files) => {
        run += 1;
        const [from, to] = [`from${run}`, `to${run}`];
        await make(from);
        await make(to);
        for (const one of empty) await make(`${from}/${localSegments(one, 'posix').join('/')}`);
        for (const one of files) await write(`${from}/${localSegments(`${one}/f`, 'posix').join('/')}`);
        for (const one of before) await make(`${to}/${localSegments(one, 'posix').join('/')}`);
        expect((await sync(local(from), remote(`${from}/`))).failed).toEqual([]);
        expect((await sync(remote(`${from}/`), local(to))).failed).toEqual([]);
        expect(await onDisk(to)).toEqual(await onDisk(from));
        expect([await plan(local(from), remote(from)), await plan(remote(from), local(to))]).toEqual([[], []]);
      }),
      { numRuns: 8 },
    );
  }, 60_000);
});

describe('sync of links', () => {
  it('follows those of its source on request, and lists those that lead nowhere or in a circle', async () => {
    await write('elsewhere/deep/y', 'yy');
    await write('src/x');
    const link = (to: string, at: string): Promise<void> => symlink(to, join(bench.folder, at));
    await link(join(bench.folder, 'elsewhere'), 'src/out');
    await link('x', 'src/same');
    await link('missing', 'src/broken');
    await link('.', 'src/here');
    await link('../src', 'elsewhere/back');
    await link('self', 'src/self');
    for (const name of ['up/out/deep/z', 'up/here/mine', 'up/same']) await store(name, 'old');
    const all = { followLinks: 'anywhere' } as const;
    expect(await plan(local('src'), remote('up'), all)).toEqual([
      'broken link broken',
      'link loop here',
      'link loop self',
      'link loop out/back',
      'only there here/mine',
      'new out/deep/y',
      'only there out/deep/z',
      'changed same',
      'new x',
    ]);
    expect((await sync(local('src'), remote('up'), all)).failed).toEqual([]);
    expect(await atService('up/')).toEqual(['here/mine', 'out/deep/y', 'same', 'x']);
    expect((await sync(local('src'), remote('up'), all)).files).toBe(0);
    const inside = await plan(local('src'), remote('up'), { followLinks: 'inside' });
    expect(inside).toContain('link outside out');
    // Without the option nothing behind them is known to be gone.
    await sync(local('src'), remote('up'), {});
    expect(await atService('up/')).toEqual(['here/mine', 'out/deep/y', 'same', 'x']);
  });

  it('compares what they lead to, and neither follows nor replaces them in a target', async () => {
    await write('real/a');
    await symlink(join(bench.folder, 'real'), join(bench.folder, 'link'));
    expect(await realpath(join(bench.folder, 'link'))).toBe(join(bench.folder, 'real'));
    await sync(local('link'), remote('up'));
    expect(await atService('up/')).toEqual(['a']);
    await make('to');
    await symlink(join(bench.folder, 'real'), join(bench.folder, 'to/sub'));
    await store('box/sub/b', 'b');
    await mark('box/sub/c');
    expect(await plan(remote('box'), local('to'))).toEqual(['problem sub/b', 'problem sub/c/']);
    await expect(sync(remote('box'), local('to'), { followLinks: 'anywhere' })).rejects.toMatchObject({
      code: 'invalid.input',
    });
    await rm(join(bench.folder, 'link'));
  });
});

// The meaning of a chosen path: the folder with its name, or its contents.
import type { Dirent } from 'node:fs';
import { mkdir, mkdtemp, opendir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { entriesAtOnce, walkSources } from './walk';

const everything = { keep: () => true, signal: new AbortController().signal };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-walk-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

async function namesBelow(path: string): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const items of walkSources([path], everything))
    for (const item of items) if (item.kind === 'file') names.push(item.relativeName);
  return names;
}

async function folderOf(name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path);
  await writeFile(join(path, 'crate.txt'), 'grain');
  return path;
}

it('is the folder by its name, and its contents with a separator at the end', async () => {
  const hold = await folderOf('hold');
  expect(await namesBelow(hold)).toEqual(['hold/crate.txt']);
  expect(await namesBelow(`${hold}/`)).toEqual(['crate.txt']);
  expect(await namesBelow(hold + sep)).toEqual(['crate.txt']);
});

it.skipIf(sep === '\\')('is the folder by its name where that ends with a backslash', async () => {
  expect(await namesBelow(await folderOf('hold\\'))).toEqual(['hold\\/crate.txt']);
});

it('begins with many chosen files and small folders at once, and leaves none out', async () => {
  const chosen = await Promise.all(Array.from({ length: 20 }, (_, at) => folderOf(`hold ${at}`)));
  const files = chosen.slice(10).map((hold) => join(hold, 'crate.txt'));
  const groups: (readonly { readonly kind: string }[])[] = [];
  vi.spyOn(performance, 'now').mockReturnValue(0);
  for await (const items of walkSources([...chosen, ...files, ...files, ...chosen, ...chosen], everything)) {
    groups.push(items);
  }
  expect(groups.map(({ length }) => length)).toEqual([64, ...Array.from({ length: 16 }, () => 1)]);
});

it('waits for chosen files on a slow disk, but not for further folders', async () => {
  const hold = await folderOf('hold');
  let nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 150));
  const groups: number[] = [];
  const file = join(hold, 'crate.txt');
  for await (const items of walkSources([file, file, file, hold, hold, hold], everything)) groups.push(items.length);
  expect(groups).toEqual([4, 1, 1]);
});

interface Reading {
  read(): Promise<Dirent | null>;
}

/** Pretends that the folder has that many files: they are generated as they are read. Returns how many were read. */
async function fillWith(path: string, files: number): Promise<() => number> {
  const [real, kind] = await Promise.all([opendir(path), opendir(folder)]);
  const some = (await real.read()) ?? expect.unreachable();
  await Promise.all([real.close(), kind.close()]);
  let read = 0;
  vi.spyOn(Object.getPrototypeOf(kind) as Reading, 'read').mockImplementation(() => {
    read += 1;
    return Promise.resolve(read > files ? null : some);
  });
  return () => read;
}

it('of a folder with a million files begins with the first, and never holds the names of all', async () => {
  const hold = await folderOf('hold');
  const read = await fillWith(hold, 1_000_000);
  const walk = walkSources([hold], everything);
  const { value } = await walk.next();
  expect(value?.[0]).toMatchObject({ kind: 'file', relativeName: 'hold/crate.txt' });
  expect(read()).toBe(entriesAtOnce);
  await walk.return();
});

it('has each file and folder once, whatever the number of entries', async () => {
  const hold = await folderOf('hold');
  const files = entriesAtOnce + 5;
  const read = await fillWith(hold, files);
  expect(await namesBelow(hold)).toHaveLength(files);
  expect(read()).toBe(files + 2);
});

it.each([
  ['anywhere', ['inside/crate.txt', 'outside/crate.txt', 'to file', 'hold/crate.txt'], ['broken link', 'link loop']],
  ['inside', ['inside/crate.txt', 'hold/crate.txt'], ['broken link', 'link loop', 'link outside']],
] as const)('follows links %s of the chosen paths, each once, and never in a circle', async (links, files, leftOut) => {
  const [chosen, outside] = [await folderOf('chosen'), await folderOf('outside')];
  await rm(join(chosen, 'crate.txt'));
  await mkdir(join(chosen, 'hold'));
  await writeFile(join(chosen, 'hold', 'crate.txt'), 'grain');
  for (const [name, to] of [
    ['inside', join(chosen, 'hold')],
    ['outside', outside],
    ['to file', join(outside, 'crate.txt')],
    ['hold/up', chosen],
    ['nowhere', join(folder, 'missing')],
  ] as const) {
    await symlink(to, join(chosen, name));
  }
  const found: string[] = [];
  const left = new Set<string>();
  for await (const items of walkSources([`${chosen}/`], { ...everything, links })) {
    for (const item of items) {
      if (item.kind === 'file') found.push(item.relativeName);
      else if (item.kind === 'left-out') left.add(item.why);
    }
  }
  expect(found.sort()).toEqual([...files].sort());
  expect([...left].sort()).toEqual(leftOut);
});

it('walk: reports empty folders, including those that hold only skipped items', async () => {
  const hold = await folderOf('hold');
  for (const name of ['empty', 'linked', 'filtered']) await mkdir(join(hold, name));
  await symlink(hold, join(hold, 'linked', 'up'));
  await writeFile(join(hold, 'filtered', 'x.tmp'), '');
  const empty: string[] = [];
  const keep = (name: string): boolean => !name.endsWith('.tmp');
  for await (const items of walkSources([hold], { ...everything, keep }))
    for (const item of items) if (item.kind === 'empty folder') empty.push(item.relativeName);
  expect(empty).toEqual(['hold/empty', 'hold/linked']);
});

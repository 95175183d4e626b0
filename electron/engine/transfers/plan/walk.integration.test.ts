// What a chosen path means: the folder with its name, or what is in it.
import type { Dirent } from 'node:fs';
import { mkdir, mkdtemp, opendir, rm, writeFile } from 'node:fs/promises';
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

interface Reading {
  read(): Promise<Dirent | null>;
}

/** As if the folder had that many files: what is read of it is made up as it goes. Returns how many were read. */
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

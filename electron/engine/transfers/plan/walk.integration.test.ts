// What a chosen path means: the folder with its name, or what is in it.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { walkSources } from './walk';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-walk-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function namesBelow(path: string): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const items of walkSources([path], () => true, new AbortController().signal))
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

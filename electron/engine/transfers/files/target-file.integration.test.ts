// What a download finds at the final name of a file.
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readLocalFacts } from './target-file';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-target-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('is nothing, or a file with its size', async () => {
  const path = join(folder, 'a.txt');
  expect(await readLocalFacts(path)).toBeNull();
  await writeFile(path, 'abc');
  expect(await readLocalFacts(path)).toMatchObject({ bytes: 3 });
});

it.runIf(process.platform !== 'win32').each([
  ['folder', 'folder', (path: string) => mkdir(path)],
  ['link', 'link', (path: string) => symlink('nowhere', path)],
  ['special', 'special file', async (path: string) => execFileSync('mkfifo', [path])],
])('is something that no file replaces: %s', async (what, named, make) => {
  const path = join(folder, 'a.txt');
  await make(path);
  await expect(readLocalFacts(path)).rejects.toMatchObject({
    code: 'conflict.target-exists',
    message: `There is a ${named} where the file would be.`,
    context: { path, what },
  });
});

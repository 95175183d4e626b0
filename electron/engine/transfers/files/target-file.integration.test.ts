// What a download finds at the final name of a file, and who may read what it creates.
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFolderMaker, openTemporary, readLocalFacts } from './target-file';

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

it.runIf(process.platform !== 'win32').each([
  ['the user alone', 'private', 0o700, 0o600],
  ['whom the umask allows', 'by-umask', 0o755, 0o644],
] as const)(
  'download: creates folders and files that can be read by %s',
  async (_who, access, folderMode, fileMode) => {
    const before = process.umask(0o022);
    try {
      const target = join(folder, 'target');
      const mark = await createFolderMaker(target, () => undefined, access)(['a', 'b', 'name']);
      const path = join(target, 'a', 'b', 'name.part');
      const { handle } = await openTemporary(path, 3, 'discard', mark);
      await handle.close();
      const modes = await Promise.all(
        [target, join(target, 'a'), join(target, 'a', 'b'), path].map(async (each) => (await stat(each)).mode & 0o777),
      );
      expect(modes).toEqual([folderMode, folderMode, folderMode, fileMode]);
    } finally {
      process.umask(before);
    }
  },
);

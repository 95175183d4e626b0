// What a download finds at the final name of a file, and who may read what it creates.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFakeClock } from '../../../testing/clock';
import { createFolderMaker, openTemporary, readLocalFacts, removeTemporaries } from './local-target';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-target-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('target: is nothing, or a file with its size', async () => {
  const path = join(folder, 'a.txt');
  expect(await readLocalFacts(path)).toBeNull();
  await writeFile(path, 'abc');
  expect(await readLocalFacts(path)).toMatchObject({ bytes: 3 });
});

it.runIf(process.platform !== 'win32').each([
  ['folder', 'folder', (path: string) => mkdir(path)],
  ['link', 'link', (path: string) => symlink('nowhere', path)],
  ['special', 'special file', async (path: string) => execFileSync('mkfifo', [path])],
])('target: is not replaced when it is a %s', async (what, named, make) => {
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

// Temporary files that cannot be removed, and the removal of the others.

let jobFolder: string;
beforeEach(async () => {
  jobFolder = await mkdtemp(join(tmpdir(), 'stowage-leftovers-'));
});
afterEach(() => rm(jobFolder, { recursive: true, force: true }));

it('leftovers: count a file that cannot be removed and remove the others', async () => {
  const [stuck = '', free = ''] = ['a.part', 'b.part'].map((name) => join(jobFolder, name));
  await mkdir(stuck);
  await writeFile(free, 'abc');
  expect(await removeTemporaries([stuck, free], createFakeClock())).toBe(1);
  expect(existsSync(free)).toBe(false);
});

it('leftovers: count nothing when a file has replaced their folder', async () => {
  const target = join(jobFolder, 'target');
  await writeFile(target, 'not a folder');
  const paths = [join(target, 'a.part'), join(jobFolder, 'missing.part')];
  expect(await removeTemporaries(paths, createFakeClock())).toBe(0);
});

const busy = (): Promise<never> => Promise.reject(Object.assign(new Error('in use'), { code: 'EBUSY' }));

it('leftovers: are removed after one wait for all when a scanner releases them', async () => {
  const clock = createFakeClock();
  let held = 3;
  const removed: string[] = [];
  const left = removeTemporaries(['a', 'b', 'c'], clock, (path) => {
    if (held-- > 0) return busy();
    removed.push(path);
    return Promise.resolve();
  });
  await clock.advance(100);
  expect(await left).toBe(0);
  expect(removed).toEqual(['a', 'b', 'c']);
  expect(clock.sleeps).toHaveLength(1);
});

it('leftovers: are counted within a second when they are not released', async () => {
  const clock = createFakeClock();
  const left = removeTemporaries(['a', 'b'], clock, busy);
  await clock.advance(1000);
  expect(await left).toBe(2);
});

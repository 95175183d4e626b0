import { mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { errorMessage } from '@shared/error-text';
import { StowageError } from '@shared/errors';
import { makeFolder, makePrivateFolder } from './make-folder';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-folder-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('makeFolder: creates missing folders, and leaves existing ones alone', async () => {
  const deep = join(folder, 'a', 'b', 'c');
  await makeFolder(deep);
  await makeFolder(deep);
  expect((await stat(deep)).isDirectory()).toBe(true);
  await expect(makeFolder('/')).resolves.toBeUndefined();
});

it.runIf(process.platform !== 'win32')(
  'makes a private folder, and the parents that it creates, inaccessible to others',
  async () => {
    const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;
    const before = process.umask(0o022);
    try {
      await makePrivateFolder(join(folder, 'own', 'jobs'));
      await makeFolder(join(folder, 'target'));
    } finally {
      process.umask(before);
    }
    const names = ['own', join('own', 'jobs'), 'target'];
    expect(await Promise.all(names.map((name) => modeOf(join(folder, name))))).toEqual([0o700, 0o700, 0o755]);
  },
);

it('makeFolder: rejects when a file has the name, or is in the way', async () => {
  const path = join(folder, 'crate');
  await writeFile(path, '');
  await expect(makeFolder(path)).rejects.toMatchObject({ code: 'conflict.target-exists', context: { path } });
  const inside = join(path, 'inside');
  await expect(makeFolder(inside)).rejects.toMatchObject({ code: 'local.denied', context: { path: inside } });
});

it.runIf(process.platform !== 'win32')(
  'makeFolder: distinguishes a link that leads to no folder from a file, and follows other links',
  async () => {
    const link = async (name: string, to: string): Promise<string> => {
      const path = join(folder, name);
      await symlink(join(folder, to), path);
      return path;
    };
    await writeFile(join(folder, 'crate'), '');
    await mkdir(join(folder, 'hold'));
    const needed = { folder: 'needed', systemCode: 'EEXIST' };
    const path = await link('dangling', 'nowhere');
    const rejected = { code: 'conflict.target-exists', context: { ...needed, path, what: 'link' } };
    await expect(makeFolder(path)).rejects.toMatchObject(rejected);
    await expect(makeFolder(join(path, 'inside'))).rejects.toMatchObject(rejected);
    await expect(makeFolder(await link('to a file', 'crate'))).rejects.toMatchObject({ context: { what: 'link' } });
    await expect(makeFolder(join(folder, 'crate'))).rejects.toMatchObject({ context: { ...needed, what: 'file' } });
    await makeFolder(join(await link('to a folder', 'hold'), 'inside'));
    expect((await stat(join(folder, 'hold', 'inside'))).isDirectory()).toBe(true);
  },
);

// Where there is such a file system.
it.runIf(process.platform === 'linux')('fails with the folder and the remedy when it cannot be created', async () => {
  const rejected: unknown = await makeFolder('/proc/stowage/inside').catch((error: unknown) => error);
  expect(rejected).toMatchObject({ code: 'local.denied', context: { path: '/proc/stowage' } });
  const { title, explanation, action } = errorMessage(StowageError.from(rejected));
  expect(`${title}. ${explanation} ${action}`).toBe(
    'The folder cannot be created. “/proc/stowage” does not exist, and the file system does not allow it to be created. Choose another folder, or create this one another way.',
  );
});

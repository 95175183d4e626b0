// Names in a folder are synced to disk where the file system supports it.
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { watchFolderSyncs } from '../testing/folder-syncs';
import { renameSynced, syncFolder } from './sync-folder';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-sync-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('syncs a folder, and leaves one alone that is gone or is none', async () => {
  await writeFile(join(folder, 'file'), '');
  await expect(syncFolder(folder)).resolves.toBeUndefined();
  await expect(syncFolder(join(folder, 'gone'))).resolves.toBeUndefined();
  await expect(syncFolder(join(folder, 'file', 'below'))).resolves.toBeUndefined();
});

it.runIf(process.platform === 'linux')('leaves a folder alone whose file system cannot sync it', async () => {
  await expect(syncFolder('/proc')).resolves.toBeUndefined();
});

it('rename: syncs the folder of the new name once the file has it', async () => {
  await writeFile(join(folder, 'draft'), 'cargo');
  const { ino } = await stat(folder);
  const namesWhenSynced: string[][] = [];
  const watched = await watchFolderSyncs(async (inode) => {
    if (inode === ino) namesWhenSynced.push(await readdir(folder));
  });
  await renameSynced(join(folder, 'draft'), join(folder, 'whole'));
  watched.mockRestore();
  expect(namesWhenSynced).toEqual([['whole']]);
});

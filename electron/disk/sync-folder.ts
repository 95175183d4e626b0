// Makes the names in a folder durable: a file that was synced and then renamed may lose its new name in a power cut
// before the folder is on disk, too.
import { type FileHandle, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCodeOf } from './local-error';

/**
 * Resolves without having synced when that cannot be done: the folder is gone, may not be read, or its file system has
 * no such operation. Otherwise throws what the file system throws.
 */
export async function syncFolder(path: string): Promise<void> {
  // Windows has no such operation: NTFS logs names by itself.
  if (process.platform === 'win32') return;
  let folder: FileHandle | undefined;
  try {
    folder = await open(path, 'r');
    await folder.sync();
  } catch (error) {
    if (!cannotBeSynced.has(systemCodeOf(error))) throw error;
  } finally {
    await folder?.close();
  }
}

/** For a file that another handle, perhaps of an ended process, has written. Throws what the file system throws. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Renames a file whose bytes are on the disk, and resolves when its new name is there, too. Throws what the file system
 * throws; when the folder could not be synced, the file has its new name all the same.
 */
export async function renameSynced(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
}

const cannotBeSynced: ReadonlySet<string> = new Set([
  'ENOENT',
  'ENOTDIR',
  'EACCES',
  'EPERM',
  'EINVAL',
  'ENOSYS',
  'ENOTSUP',
  'EOPNOTSUPP',
  'EISDIR',
  'EBADF',
]);

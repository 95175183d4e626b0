// Makes the names in a folder durable: a file that was synced and then renamed may lose its new name in a power cut
// before the folder is on the disk, too.
import { type FileHandle, open } from 'node:fs/promises';
import { systemCodeOf } from './local-error';

/**
 * Resolves without having synced where that cannot be done: the folder is gone, may not be read, or its file system
 * knows no such operation. Otherwise throws what the file system throws.
 */
export async function syncFolder(path: string): Promise<void> {
  // Windows has no such operation: NTFS keeps a log of names by itself.
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

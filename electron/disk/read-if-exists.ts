// Reads files and folders that may not exist yet: a missing file or folder counts as empty, but an unreadable one is an
// error.
import { readdir } from 'node:fs/promises';
import { localError, systemCodeOf } from './local-error';

/**
 * The result of `read` for the file or folder at `path`, or `otherwise` when there is none.
 * @throws StowageError `local.*` for any other file system error
 */
export async function readIfExists<T, N>(
  path: string,
  read: (path: string) => Promise<T>,
  otherwise: N,
): Promise<T | N> {
  try {
    return await read(path);
  } catch (thrown) {
    if (systemCodeOf(thrown) === 'ENOENT') return otherwise;
    throw localError(thrown, path);
  }
}

/** The entries of the folder, in no order; none for a missing one. Throws as `readIfExists`. */
export function namesIn(folder: string): Promise<readonly string[]> {
  return readIfExists(folder, (path) => readdir(path), []);
}

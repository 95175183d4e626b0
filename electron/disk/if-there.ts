// What may not be there yet: a missing file or folder counts as empty, and what cannot be read never does.
import { readdir } from 'node:fs/promises';
import { localError, systemCodeOf } from './local-error';

/**
 * What `read` makes of the file or folder at `path`; `otherwise` where there is none.
 * @throws StowageError `local.*` for everything else that the file system answers
 */
export async function ifThere<T, N>(path: string, read: (path: string) => Promise<T>, otherwise: N): Promise<T | N> {
  try {
    return await read(path);
  } catch (thrown) {
    if (systemCodeOf(thrown) === 'ENOENT') return otherwise;
    throw localError(thrown, path);
  }
}

/** Of what is in the folder, in no order; none of one that is not there. Throws as `ifThere`. */
export function namesIn(folder: string): Promise<readonly string[]> {
  return ifThere(folder, (path) => readdir(path), []);
}

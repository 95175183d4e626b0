// Whether a file can be written where it is to be, asked before the work that would fill it.
import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { localError } from './local-error';

/** @throws StowageError `local.not-found` or `local.denied`, naming the folder of `path` */
export async function checkFolderOf(path: string): Promise<void> {
  const folder = dirname(path);
  await access(folder, constants.W_OK).catch((thrown: unknown) => {
    throw localError(thrown, folder);
  });
}

// Files that arguments and options name, to be read whole.
import { readFile } from 'node:fs/promises';
import { invalidInput } from '@shared/errors';
import { localError, systemCodeOf } from '../disk/local-error';

/** @throws StowageError `invalid.input` where the name is a folder's, and `local.*` */
export async function textOfNamedFile(field: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (thrown) {
    if (systemCodeOf(thrown) === 'EISDIR') throw invalidInput(field, `"${path}" is a folder.`, 'Specify a file.');
    throw localError(thrown, path);
  }
}

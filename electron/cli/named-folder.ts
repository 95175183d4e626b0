// Folders that options name: created if missing, and rejected with the option's name if that fails.
import { invalidInput, StowageError } from '@shared/errors';
import { makeFolder, makePrivateFolder } from '../disk/make-folder';

/**
 * `private`: only the user may read created folders.
 * @throws StowageError `invalid.input`
 */
export async function makeNamedFolder(option: string, folder: string, access: 'usual' | 'private'): Promise<void> {
  try {
    await (access === 'private' ? makePrivateFolder : makeFolder)(folder);
  } catch (thrown) {
    const { code, context } = StowageError.from(thrown);
    const problem =
      code === 'conflict.target-exists'
        ? `${String(context.path)} is a file.`
        : `${folder} cannot be created (${String(context.systemCode)}).`;
    throw invalidInput(option, problem, 'Specify a folder; it is created if it does not exist.');
  }
}

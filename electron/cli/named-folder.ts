// Folders that options name: created if missing, and refused with the option's name if that fails.
import { invalidInput, StowageError } from '@shared/errors';
import { makeFolder } from '../disk/make-folder';

/** @throws StowageError `invalid.input` */
export async function makeNamedFolder(option: string, folder: string): Promise<void> {
  try {
    await makeFolder(folder);
  } catch (thrown) {
    const { code, context } = StowageError.from(thrown);
    const problem =
      code === 'conflict.target-exists'
        ? `${String(context.path)} is a file.`
        : `${folder} cannot be made (${String(context.systemCode)}).`;
    throw invalidInput(option, problem, 'Name a folder; it is made where there is none.');
  }
}

// Creates a folder together with its missing parents. Node's `recursive` option never returns on file systems such as
// `/proc` that deny a folder they were just requested to create.
import { lstat, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StowageError } from '@shared/errors';
import { localError, systemCodeOf } from './local-error';

/**
 * A folder where the user wants files.
 * @throws StowageError `local.*` or `conflict.target-exists` with the folder that could not be created
 */
export function makeFolder(folder: string): Promise<void> {
  return make(folder, 0o777);
}

/** A folder of the app: only the user can read what is created here, even where others may read the user's home. */
export function makePrivateFolder(folder: string): Promise<void> {
  return make(folder, 0o700);
}

async function make(folder: string, mode: number): Promise<void> {
  const failure = await rejectionOf(folder, mode);
  if (failure === null) return;
  const above = dirname(folder);
  if (systemCodeOf(failure) !== 'ENOENT' || above === folder) throw await failureOf(failure, folder);
  await make(above, mode);
  const again = await rejectionOf(folder, mode);
  if (again !== null) throw await failureOf(again, folder);
}

/** Null when the folder exists now, whichever process created it. */
async function rejectionOf(folder: string, mode: number): Promise<unknown> {
  try {
    await mkdir(folder, { mode });
    return null;
  } catch (error) {
    // Creating an existing root fails with different codes on different systems, so existence is checked instead.
    const exists = await stat(folder).then(
      (stats) => stats.isDirectory(),
      () => false,
    );
    return exists ? null : error;
  }
}

async function failureOf(failure: unknown, folder: string): Promise<StowageError> {
  const systemCode = systemCodeOf(failure);
  const error = localError(failure, folder);
  if (error.code === 'conflict.target-exists') {
    const what = (await isLink(folder)) ? 'link' : 'file';
    return new StowageError(error.code, `Where a folder is needed there is a ${what}.`, {
      context: { ...error.context, what, folder: 'needed' },
      cause: failure,
    });
  }
  if (error.code !== 'local.not-found' && error.code !== 'local.denied') return error;
  return new StowageError('local.denied', `The file system answered ${systemCode}.`, {
    context: { path: folder, systemCode, folder: 'not-made' },
    cause: failure,
  });
}

/** True for a dangling link too; false when it cannot be inspected. */
function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  );
}

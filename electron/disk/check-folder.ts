// Checks whether a file can be written to its folder, before the work that would fill it.
import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type ErrorContext, StowageError } from '@shared/errors';
import { localError } from './local-error';

/** @throws StowageError `local.not-found` or `local.denied`, naming the folder of `path` */
export async function checkFolderOf(path: string): Promise<void> {
  const folder = dirname(path);
  await access(folder, constants.W_OK).catch((thrown: unknown) => {
    const { code, message, context, cause } = localError(thrown, folder);
    const missing: ErrorContext = code === 'local.not-found' ? { folder: 'missing' } : {};
    throw new StowageError(code, message, { context: { ...context, ...missing }, cause });
  });
}

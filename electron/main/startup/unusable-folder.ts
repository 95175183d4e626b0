// Explains why the state folder cannot be used. Loaded and called only when the single-instance lock was denied: the
// system reports an unusable folder in the same way as one that another instance uses.
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sentence } from '@shared/error-text';
import { localError } from '../../disk/local-error';
import { makePrivateFolder } from '../../disk/make-folder';

/** A sentence; null when the folder is writable. */
export async function whyUnusable(folder: string): Promise<string | null> {
  const probe = join(folder, `.stowage-${randomUUID()}`);
  try {
    await makePrivateFolder(folder);
    await writeFile(probe, '', { flag: 'wx' });
    await rm(probe, { force: true });
    return null;
  } catch (error) {
    return sentence(localError(error, folder));
  }
}

// Why a folder cannot hold what the app keeps, in words. Asked only where the app is refused to be the one that uses it: the
// system says the same of a folder that another one uses and of one that nobody can.
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sentence } from '@shared/error-words';
import { localError } from '../../disk/local-error';
import { makeFolder } from '../../disk/make-folder';

/** A sentence; null where something can be written there. */
export async function whyUnusable(folder: string): Promise<string | null> {
  const probe = join(folder, `.stowage-${randomUUID()}`);
  try {
    await makeFolder(folder);
    await writeFile(probe, '', { flag: 'wx' });
    await rm(probe, { force: true });
    return null;
  } catch (error) {
    return sentence(localError(error, folder));
  }
}

// Whether a folder takes `A` and `a` for one name. The answer belongs to the file system, not to the operating system: a
// Linux folder may be on a disk that folds names, and a Mac's disk may keep them apart.
import { lstat, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { localError, systemCodeOf } from '../disk/local-error';

/** Makes the folder when it is missing. Throws StowageError when nothing can be written there. */
export async function probeFolding(folder: string): Promise<'yes' | 'no'> {
  const name = `.stowage-Probe-${process.pid.toString(36)}-${Date.now().toString(36)}`;
  const path = join(folder, name);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(path, '');
    try {
      await lstat(join(folder, name.toLowerCase()));
      return 'yes';
    } catch (error) {
      if (systemCodeOf(error) === 'ENOENT') return 'no';
      throw error;
    } finally {
      await rm(path, { force: true });
    }
  } catch (error) {
    throw localError(error, folder);
  }
}

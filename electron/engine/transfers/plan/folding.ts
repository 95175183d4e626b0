// Whether a folder takes `A` and `a` for one name. The answer belongs to the file system, not to the operating system: a
// Linux folder may be on a disk that folds names, and a Mac's disk may keep them apart.
import { access, constants, lstat, opendir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { localError, systemCodeOf } from '../../../disk/local-error';
import { makeFolder } from '../../../disk/make-folder';

/**
 * Without a trace where something with a letter in its name is there to be asked for by another case. An empty folder is
 * probed: its own name belongs to the folder above, which may fold otherwise. Throws as `probeFolding` does.
 */
export async function learnFolding(folder: string): Promise<'yes' | 'no'> {
  return (await foldingSeen(folder).catch(() => null)) ?? probeFolding(folder);
}

/**
 * As `learnFolding`, of a folder that is to be written into: one that is missing is made, and one that takes nothing is
 * refused at once. Throws as `probeFolding` does.
 */
export async function learnFoldingToWrite(folder: string): Promise<'yes' | 'no'> {
  await makeFolder(folder);
  await access(folder, constants.W_OK).catch((error: unknown) => {
    throw localError(error, folder);
  });
  return learnFolding(folder);
}

/** Of the first entries; null where none tells. */
async function foldingSeen(folder: string): Promise<'yes' | 'no' | null> {
  let looked = 0;
  for await (const { name } of await opendir(folder)) {
    const other = name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase();
    // A capital that stands for several letters, as of ß, is another name to some file systems.
    if (other !== name && other.length === name.length) {
      const [own, found] = await Promise.all([identityOf(join(folder, name)), identityOf(join(folder, other))]);
      if (own !== null) return own === found ? 'yes' : 'no';
    }
    looked += 1;
    if (looked === mostLooks) return null;
  }
  return null;
}

const mostLooks = 64;

/** Of what is there; null when nothing is. */
async function identityOf(path: string): Promise<string | null> {
  try {
    const { dev, ino } = await lstat(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Puts a file there for a moment. Makes the folder when it is missing. Throws StowageError when nothing can be written there. */
export async function probeFolding(folder: string): Promise<'yes' | 'no'> {
  const name = `.stowage-Probe-${process.pid.toString(36)}-${Date.now().toString(36)}`;
  const path = join(folder, name);
  try {
    await makeFolder(folder);
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

// Which names a folder takes for one: `A` and `a`, and a letter with its accent as one character and as two. The answer
// belongs to the file system, not to the operating system: a Linux folder may be on a disk that folds names, and a Mac's
// disk may keep them apart.
import { access, constants, lstat, opendir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { localError, systemCodeOf } from '../../../disk/local-error';
import { makeFolder } from '../../../disk/make-folder';
import type { NameFolding } from './names';

/**
 * Without a trace where something with a letter in its name is there to be asked for by another case. An empty folder is
 * probed: its own name belongs to the folder above, which may fold otherwise. Throws as `probeFolding` does.
 */
export async function learnFolding(folder: string): Promise<NameFolding> {
  const { letterCase, form } = await foldingSeen(folder).catch(() => nothingSeen);
  return letterCase === null ? probeFolding(folder) : { letterCase, form: form ?? usualFolding().form };
}

/** As far as it can be said without a trace, also of a folder that is not there: by the nearest above it that is. */
export async function foreseeFolding(folder: string): Promise<NameFolding> {
  const usual = usualFolding();
  for (let at = folder; ; at = dirname(at)) {
    const seen = await foldingSeen(at).catch(() => null);
    if (seen !== null) return { letterCase: seen.letterCase ?? usual.letterCase, form: seen.form ?? usual.form };
    if (dirname(at) === at) return usual;
  }
}

/** What the system's own disks do. */
export function usualFolding(platform = process.platform): NameFolding {
  return {
    letterCase: platform === 'win32' || platform === 'darwin' ? 'folded' : 'kept',
    form: platform === 'darwin' ? 'folded' : 'kept',
  };
}

/**
 * As `learnFolding`, of a folder that is to be written into: one that is missing is made, and one that takes nothing is
 * refused at once. Throws as `probeFolding` does.
 */
export async function learnFoldingToWrite(folder: string): Promise<NameFolding> {
  await makeFolder(folder);
  await access(folder, constants.W_OK).catch((error: unknown) => {
    throw localError(error, folder);
  });
  return learnFolding(folder);
}

interface Seen {
  readonly letterCase: NameFolding['letterCase'] | null;
  readonly form: NameFolding['form'] | null;
}
const nothingSeen: Seen = { letterCase: null, form: null };

/** Of the first entries; null for what none of them tells. */
async function foldingSeen(folder: string): Promise<Seen> {
  let [looked, seen] = [0, nothingSeen];
  for await (const { name } of await opendir(folder)) {
    const { letterCase, form } = seen;
    seen = {
      letterCase: letterCase ?? (await foldedInto(folder, name, otherCaseOf(name))),
      form: form ?? (await foldedInto(folder, name, otherFormOf(name))),
    };
    looked += 1;
    if (looked === mostLooks || (seen.letterCase !== null && seen.form !== null)) return seen;
  }
  return seen;
}

const mostLooks = 64;

/** Null where there is no such other name, and for what is gone. */
async function foldedInto(folder: string, name: string, other: string | null): Promise<'folded' | 'kept' | null> {
  if (other === null) return null;
  const [own, found] = await Promise.all([identityOf(join(folder, name)), identityOf(join(folder, other))]);
  if (own === null) return null;
  return own === found ? 'folded' : 'kept';
}

function otherCaseOf(name: string): string | null {
  const other = name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase();
  // A capital that stands for several letters, as of ß, is another name to some file systems.
  return other !== name && other.length === name.length ? other : null;
}

function otherFormOf(name: string): string | null {
  const composed = name.normalize('NFC');
  const other = name === composed ? name.normalize('NFD') : composed;
  return other === name ? null : other;
}

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
export async function probeFolding(folder: string): Promise<NameFolding> {
  const name = `.stowage-Prob\u00e9-${process.pid.toString(36)}-${Date.now().toString(36)}`;
  const path = join(folder, name);
  const answersTo = async (other: string): Promise<'folded' | 'kept'> =>
    (await identityOf(join(folder, other))) === null ? 'kept' : 'folded';
  try {
    await makeFolder(folder);
    await writeFile(path, '');
    try {
      return { letterCase: await answersTo(name.toLowerCase()), form: await answersTo(name.normalize('NFD')) };
    } finally {
      await rm(path, { force: true });
    }
  } catch (error) {
    throw localError(error, folder);
  }
}

// Which names a folder takes for one: `A` and `a`, and a letter with its accent as one character and as two. The answer
// belongs to the file system, not to the operating system: a Linux folder may be on a disk that folds names, and a Mac's
// disk may keep them apart.
import { access, constants, lstat, open, opendir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { localError, systemCodeOf } from '../../../disk/local-error';
import { makeFolder } from '../../../disk/make-folder';
import type { NameFolding } from './names';

/**
 * As far as it can be said without a trace, also of a folder that is empty or not there: by the nearest above it, on the
 * same disk, that has something with a letter in its name. A folder may fold otherwise than the one above, so that who
 * writes learns it for sure. Never throws.
 */
export async function foreseeFolding(folder: string): Promise<NameFolding> {
  let disk: bigint | null = null;
  for (let at = folder; ; at = dirname(at)) {
    const own = await stat(at, { bigint: true }).catch(() => null);
    if (own !== null && own.dev !== (disk ?? own.dev)) return usualFolding();
    disk ??= own?.dev ?? null;
    const seen = await foldingSeen(at).catch(() => nothingSeen);
    if (seen.letterCase !== null) return likelyFolding(seen);
    if (dirname(at) === at) return usualFolding();
  }
}

/** What was seen, and the rest as it is most often. */
export function likelyFolding(seen: FoldingSeen, platform = process.platform): NameFolding {
  const usual = usualFolding(platform);
  const letterCase = seen.letterCase ?? usual.letterCase;
  // But for Windows, disks that fold case fold accents; and two names foreseen as one are only named apart.
  const alike = letterCase === 'folded' && platform !== 'win32';
  return { letterCase, form: seen.form ?? (alike ? 'folded' : usual.form) };
}

/** What the system's own disks do. */
export function usualFolding(platform = process.platform): NameFolding {
  return {
    letterCase: platform === 'win32' || platform === 'darwin' ? 'folded' : 'kept',
    form: platform === 'darwin' ? 'folded' : 'kept',
  };
}

/**
 * Of a folder that is to be written into, and for sure: it is probed unless its entries tell all. One that is missing is
 * made, and one that takes nothing is refused at once. Throws as `probeFolding` does.
 */
export async function learnFoldingToWrite(folder: string): Promise<NameFolding> {
  await makeFolder(folder);
  await access(folder, constants.W_OK).catch((error: unknown) => {
    throw localError(error, folder);
  });
  const seen = await foldingSeen(folder).catch(() => nothingSeen);
  const { letterCase, form } = seen;
  if (letterCase !== null && form !== null) return { letterCase, form };
  return probeFolding(folder).catch((error: unknown) => {
    // Not every disk takes the accent of the probe.
    if (letterCase !== null) return likelyFolding(seen);
    throw error;
  });
}

interface FoldingSeen {
  readonly letterCase: NameFolding['letterCase'] | null;
  readonly form: NameFolding['form'] | null;
}
const nothingSeen: FoldingSeen = { letterCase: null, form: null };

/** Of the first entries; null for what none of them tells. */
async function foldingSeen(folder: string): Promise<FoldingSeen> {
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

/** Null where there is no such other name, where the disk takes none such, and for what is gone. */
async function foldedInto(folder: string, name: string, other: string | null): Promise<'folded' | 'kept' | null> {
  if (other === null) return null;
  const [own, found] = await Promise.all([identityOf(join(folder, name)), identityOf(join(folder, other))]);
  if (own === null || found === 'unnameable') return null;
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

/** Of what is there; null when nothing is, `unnameable` where nothing can be called so: an accent apart is longer. */
async function identityOf(path: string): Promise<string | null> {
  try {
    const { dev, ino } = await lstat(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === 'ENOENT') return null;
    if (code === 'ENAMETOOLONG' || code === 'EILSEQ') return 'unnameable';
    throw error;
  }
}

/**
 * Puts an empty file there for a moment. Its name is always the same, so that one that was left by a process that was
 * killed is used and taken away by the next. Makes the folder when it is missing. Throws StowageError when nothing can be
 * written there.
 */
export async function probeFolding(folder: string): Promise<NameFolding> {
  const path = join(folder, probeName);
  try {
    await makeFolder(folder);
    for (;;) {
      const probe = await open(path, 'a');
      await probe.close();
      try {
        const own = await identityOf(path);
        const others = [probeName.toLowerCase(), probeName.normalize('NFD')].map((name) =>
          identityOf(join(folder, name)),
        );
        const [letterCase, form] = (await Promise.all(others)).map((other) => (other === own ? 'folded' : 'kept'));
        // Another job may have looked here as well, and taken it away meanwhile: then this says nothing.
        const isStill = own !== null && own === (await identityOf(path));
        if (isStill && letterCase !== undefined && form !== undefined) return { letterCase, form };
      } finally {
        await rm(path, { force: true });
      }
    }
  } catch (error) {
    throw localError(error, folder);
  }
}

const probeName = '.stowage-Prob\u00e9';

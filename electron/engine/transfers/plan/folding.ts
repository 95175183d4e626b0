// Which names a folder takes for one: `A` and `a`, and a letter with its accent as one character and as two. The answer
// belongs to the file system, not to the operating system: a Linux folder may be on a disk that folds names, and a Mac's
// disk may keep them apart.
import { randomUUID } from 'node:crypto';
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
    // It comes and goes, and one that was left has to be found to be taken away.
    if (isProbe(name)) continue;
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
  const found = await identityOf(join(folder, other));
  // Looked at last: what is gone by now tells nothing.
  const own = await identityOf(join(folder, name));
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
 * killed is used and taken away by the next; where that is somebody else's, or taken away again and again by other jobs
 * that look, a name of its own. Makes the folder when it is missing. Throws StowageError when nothing can be written there.
 */
export async function probeFolding(folder: string): Promise<NameFolding> {
  try {
    await makeFolder(folder);
    for (let tries = 0; tries < sharedTries; tries += 1) {
      const shared = await probeBy(folder, probeName).catch((error: unknown) => {
        if (isNotOurs(error)) return 'foreign' as const;
        throw error;
      });
      if (shared === 'foreign') break;
      if (shared !== null) return shared;
    }
    // Nobody else knows this one. Where it seems to be gone all the same, the disk does not number its files steadily.
    return (await probeBy(folder, `${probeName}-${randomUUID()}`)) ?? usualFolding();
  } catch (error) {
    throw localError(error, folder);
  }
}

/** Null where another job has taken the file away meanwhile: then it says nothing. */
async function probeBy(folder: string, name: string): Promise<NameFolding | null> {
  const path = join(folder, name);
  const probe = await open(path, 'a');
  await probe.close();
  try {
    const own = await identityOf(path);
    const [letterCase, form] = await Promise.all(
      [name.toLowerCase(), name.normalize('NFD')].map(async (other) => {
        const found = await identityOf(join(folder, other));
        return found === null || found === 'unnameable' ? ('kept' as const) : ('folded' as const);
      }),
    );
    const isStill = own !== null && own === (await identityOf(path));
    return isStill && letterCase !== undefined && form !== undefined ? { letterCase, form } : null;
  } finally {
    await rm(path, { force: true });
  }
}

function isNotOurs(error: unknown): boolean {
  const code = systemCodeOf(error);
  return code === 'EACCES' || code === 'EPERM';
}

const sharedTries = 20;
const probeName = '.stowage-Prob\u00e9';

function isProbe(name: string): boolean {
  return name.normalize('NFC').toLowerCase().startsWith(probeName.toLowerCase());
}

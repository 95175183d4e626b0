// Which file names a folder treats as equal: `A` and `a`, or an accented letter as one character and as two. That
// depends on the file system, not on the operating system: a Linux folder may be on a disk that ignores case, and a
// Mac's disk may distinguish it.
import { randomUUID } from 'node:crypto';
import { access, constants, lstat, open, opendir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { localError, systemCodeOf } from '../../../disk/local-error';
import { makeFolder } from '../../../disk/make-folder';
import type { NameFolding, NameRules } from './names';

/**
 * A guess that leaves no trace, also for a folder that is empty or missing: judged by the nearest parent on the same
 * disk that contains a name with a letter. A folder may differ from its parent, so before writing the folder is tested
 * for certain. Never throws.
 */
export async function foreseeFolding(folder: string): Promise<NameFolding> {
  let disk: bigint | null = null;
  for (let at = folder; ; at = dirname(at)) {
    const own = await stat(at, { bigint: true }).catch(() => null);
    if (own !== null && own.dev !== (disk ?? own.dev)) return defaultFolding();
    disk ??= own?.dev ?? null;
    const seen = await foldingSeen(at).catch(() => nothingSeen);
    if (seen.letterCase !== null) return likelyFolding(seen);
    if (dirname(at) === at) return defaultFolding();
  }
}

/**
 * Which names the disk of a folder accepts, as predicted: a disk that ignores case on Linux comes from Windows, like
 * memory cards. Never throws.
 */
export async function foreseeNameRules(folder: string, platform = process.platform): Promise<NameRules> {
  if (platform === 'win32') return 'windows';
  if (platform === 'darwin') return 'posix';
  return (await foreseeFolding(folder)).letterCase === 'folded' ? 'windows' : 'posix';
}

/** The observed rules; for the rest, the most common ones. */
export function likelyFolding(seen: FoldingSeen, platform = process.platform): NameFolding {
  const expectedFolding = defaultFolding(platform);
  const letterCase = seen.letterCase ?? expectedFolding.letterCase;
  // Except on Windows, disks that ignore case also unify accents; and treating two names as equal by mistake only
  // numbers them.
  const alike = letterCase === 'folded' && platform !== 'win32';
  return { letterCase, form: seen.form ?? (alike ? 'folded' : expectedFolding.form) };
}

/** The default of the system's disks. */
export function defaultFolding(platform = process.platform): NameFolding {
  return {
    letterCase: platform === 'win32' || platform === 'darwin' ? 'folded' : 'kept',
    form: platform === 'darwin' ? 'folded' : 'kept',
  };
}

/**
 * For a folder that will be written to, and certain: it is tested with a probe file unless its entries reveal
 * everything. A missing folder is created; one that cannot be written to is rejected at once. Throws as `probeFolding`.
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
    // Not every disk accepts the accented name of the probe.
    if (letterCase !== null) return likelyFolding(seen);
    throw error;
  });
}

interface FoldingSeen {
  readonly letterCase: NameFolding['letterCase'] | null;
  readonly form: NameFolding['form'] | null;
}
const nothingSeen: FoldingSeen = { letterCase: null, form: null };

/** Judged by the first entries; null for what none of them shows. */
async function foldingSeen(folder: string): Promise<FoldingSeen> {
  let [looked, seen] = [0, nothingSeen];
  for await (const { name } of await opendir(folder)) {
    // The probe is temporary; one that was left behind has to be found in order to be removed.
    if (isProbe(name)) continue;
    const { letterCase, form } = seen;
    seen = {
      letterCase: letterCase ?? (await foldedInto(folder, name, otherCaseOf(name))),
      form: form ?? (await foldedInto(folder, name, otherFormOf(name))),
    };
    looked += 1;
    if (looked === maxLookups || (seen.letterCase !== null && seen.form !== null)) return seen;
  }
  return seen;
}

const maxLookups = 64;

/** Null when the name has no such variant, the disk does not accept it, or the file is gone. */
async function foldedInto(folder: string, name: string, other: string | null): Promise<'folded' | 'kept' | null> {
  if (other === null) return null;
  const found = await identityOf(join(folder, other));
  // Checked last: if it is gone by now, the answer means nothing.
  const own = await identityOf(join(folder, name));
  if (own === null || found === 'unnameable') return null;
  return own === found ? 'folded' : 'kept';
}

function otherCaseOf(name: string): string | null {
  const other = name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase();
  // For some file systems a capital that corresponds to several letters, such as that of ß, is a different name.
  return other !== name && other.length === name.length ? other : null;
}

function otherFormOf(name: string): string | null {
  const composed = name.normalize('NFC');
  const other = name === composed ? name.normalize('NFD') : composed;
  return other === name ? null : other;
}

/**
 * Identity of the file there; null for none, `unnameable` when no file can have that name: decomposed accents are
 * longer.
 */
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
 * Creates an empty file for a moment. Its name is always the same, so that one left by a killed process is reused and
 * removed by the next. If that name belongs to a foreign file, or other jobs repeatedly remove it, a unique name is
 * used. Creates a missing folder. Throws StowageError when nothing can be written there.
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
    // No other process knows this name. If the file still seems to be gone, the disk has no stable inode numbers.
    return (await probeBy(folder, `${probeName}-${randomUUID()}`)) ?? defaultFolding();
  } catch (error) {
    throw localError(error, folder);
  }
}

/** Null when another job has removed the file meanwhile, so that the probe is inconclusive. */
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

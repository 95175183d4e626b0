// Small files that are written whole or not at all, and kept beside themselves where they cannot be understood.
import { type FileHandle, copyFile, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { draftOwner, isAbandoned, ownerPattern } from './draft-owner';
import { localError } from './local-error';
import { makeFolder } from './make-folder';

/**
 * Writes beside the file, syncs, and renames: a reader sees the old text or the new. Only its owner can read it.
 * @throws StowageError `local.*`
 */
export async function writeWhole(path: string, text: string): Promise<void> {
  await makeFolder(dirname(path));
  await removeOrphanedDrafts(path);
  await inWords(
    path,
    writeBeside(`${path}.${draftOwner}.draft`, path, (file) => file.writeFile(text), { flags: 'w', mode: 0o600 }),
  );
}

/**
 * Removes drafts of the file whose processes ended while writing. Failing to remove one is harmless and not reported.
 */
export async function removeOrphanedDrafts(path: string): Promise<void> {
  const names = await readdir(dirname(path)).catch(() => []);
  const remove = async (name: string): Promise<void> => {
    const [, owner] = draftName.exec(name) ?? [];
    if (owner === undefined || name !== `${basename(path)}.${owner}.draft`) return;
    const draft = join(dirname(path), name);
    if (await isAbandoned(draft, owner)) await removeDraft(draft);
  };
  await Promise.all(names.map(remove));
}

const draftName = new RegExp(`\\.(${ownerPattern})\\.draft$`, 'u');

const removeDraft = (draft: string): Promise<void> => rm(draft, { force: true }).catch(() => undefined);

/**
 * Syncs `draft`, which must be on the same disk, and renames it to `path`. On failure the draft is removed and the
 * error thrown on.
 */
export async function writeBeside(
  draft: string,
  path: string,
  write: (file: FileHandle) => Promise<unknown>,
  { flags, mode }: { readonly flags: 'w' | 'wx'; readonly mode: number },
): Promise<void> {
  const file = await open(draft, flags, mode);
  try {
    try {
      await write(file);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (thrown) {
    await removeDraft(draft);
    throw thrown;
  }
}

/**
 * Copies a damaged file that stays in use as far as it can be read. Returns the path of the copy, whose name contains
 * `nowMs` (wall time).
 * @throws StowageError `local.*`
 */
export async function setAside(path: string, nowMs: number): Promise<string> {
  const copy = besideOf(path, nowMs);
  await inWords(path, copyFile(path, copy));
  return copy;
}

/** As `setAside`, for a file of which nothing can be read: it is renamed instead of copied. */
export async function moveAside(path: string, nowMs: number): Promise<string> {
  const copy = besideOf(path, nowMs);
  await inWords(path, rename(path, copy));
  return copy;
}

/** Undefined when the text is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What the file system throws, as an error about the file. */
async function inWords<T>(path: string, done: Promise<T>): Promise<T> {
  try {
    return await done;
  } catch (thrown) {
    throw localError(thrown, path);
  }
}

/** The name of such a copy: of which file, and when. */
export const setAsideName = /^(?<file>.+)\.damaged-(?<at>\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z)$/u;

function besideOf(path: string, nowMs: number): string {
  return `${path}.damaged-${new Date(nowMs).toISOString().replace(/:/g, '-')}`;
}

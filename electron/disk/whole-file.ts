// Small files that are written atomically, and set aside beside themselves if they cannot be parsed; finds those that
// were.
import { randomBytes } from 'node:crypto';
import { type FileHandle, copyFile, open, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { draftOwner, isAbandoned, ownerPattern } from './draft-owner';
import { localError } from './local-error';
import { makePrivateFolder } from './make-folder';
import { renameSynced } from './sync-folder';
import type { SetAsideFile } from '@shared/model/app';
import { readIfExists } from './read-if-exists';

/**
 * Writes beside the file, syncs, and renames: a reader sees the old text or the new. Only its owner can read it.
 * @throws StowageError `local.*`
 */
export async function writeWhole(path: string, text: string): Promise<void> {
  await makePrivateFolder(dirname(path));
  await withLocalError(
    path,
    writeBeside(path, (file) => file.writeFile(text), 0o600),
  );
}

/**
 * Removes drafts of the file whose processes ended while writing. Failing to remove one is harmless and not reported.
 */
export async function removeOrphanedDrafts(path: string): Promise<void> {
  const names = await readdir(dirname(path)).catch(() => []);
  const remove = async (name: string): Promise<void> => {
    if (!name.startsWith(basename(path))) return;
    const [, owner] = draftEnd.exec(name.slice(basename(path).length)) ?? [];
    if (owner === undefined) return;
    const draft = join(dirname(path), name);
    if (await isAbandoned(draft, owner)) await removeDraft(draft);
  };
  await Promise.all(names.map(remove));
}

/**
 * Unique and unpredictable for others who write to the folder. Short: where a long name has room, its draft should
 * have, too.
 */
export const draftOf = (path: string): string => `${path}.${randomBytes(4).toString('hex')}.${draftOwner}.draft`;

/** Those of earlier versions name their owner alone. */
const draftEnd = new RegExp(`^(?:\\.[0-9a-f]{8})?\\.(${ownerPattern})\\.draft$`, 'u');

const removeDraft = (draft: string): Promise<void> => rm(draft, { force: true }).catch(() => undefined);

/**
 * Writes a draft beside `path`, syncs it, renames it to `path` and syncs the folder. On failure the draft is removed and the error thrown
 * on. Drafts that ended processes left of the same file are removed.
 */
export async function writeBeside(
  path: string,
  write: (file: FileHandle) => Promise<unknown>,
  mode: number,
): Promise<void> {
  await removeOrphanedDrafts(path);
  const draft = draftOf(path);
  const file = await open(draft, 'wx', mode);
  try {
    try {
      await write(file);
      await file.sync();
    } finally {
      await file.close();
    }
    await renameSynced(draft, path);
  } catch (thrown) {
    await removeDraft(draft);
    throw thrown;
  }
}

/**
 * Copies the readable part of a damaged file that stays in use. Returns the path of the copy, whose name contains
 * `nowMs` (wall time).
 * @throws StowageError `local.*`
 */
export async function setAside(path: string, nowMs: number): Promise<string> {
  const copy = besideOf(path, nowMs);
  await withLocalError(path, copyFile(path, copy));
  return copy;
}

/** Like `setAside`, for a file that cannot be read at all: it is renamed instead of copied. */
export async function moveAside(path: string, nowMs: number): Promise<string> {
  const copy = besideOf(path, nowMs);
  await withLocalError(path, renameSynced(path, copy));
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

/** Converts a file system error into an error about the file. */
async function withLocalError<T>(path: string, done: Promise<T>): Promise<T> {
  try {
    return await done;
  } catch (thrown) {
    throw localError(thrown, path);
  }
}

/** The name of such a copy: of which file, and when. */
const setAsideName = /^(?<file>.+)\.damaged-(?<at>\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z)$/u;

function besideOf(path: string, nowMs: number): string {
  return `${path}.damaged-${new Date(nowMs).toISOString().replace(/:/g, '-')}`;
}

/** The folders below the state folder that contain the user's data, and the journals of each kind of job. */
const jobFolders = ['jobs', 'imports', 'exports', 'bulk', 'copies', 'diff-jobs'];
const folders = ['', 'library', 'lab', 'staged', ...jobFolders];

/** Newest first. Folders that cannot be read are left out. */
export async function findSetAside(stateDir: string): Promise<readonly SetAsideFile[]> {
  const found = await Promise.all(folders.map((folder) => setAsideIn(join(stateDir, folder), folder)));
  return found.flat().sort((one, other) => (one.at < other.at ? 1 : -1));
}

async function setAsideIn(path: string, folder: string): Promise<readonly SetAsideFile[]> {
  const names = await readIfExists(path, (existing) => readdir(existing), []).catch(() => []);
  return names.flatMap((name) => {
    const { file, at } = setAsideName.exec(name)?.groups ?? {};
    if (file === undefined || at === undefined) return [];
    const below = folder === '' ? '' : `${folder}/`;
    return [{ file: below + file, at, copy: below + name }];
  });
}

// Files that are written beside the one they become, in folders that other users may write to: created anew, never
// opened through a link, verified before they get their final name.
import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createHmac } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { StowageError } from '@shared/errors';
import { systemCodeOf } from './local-error';

/** Windows knows no such flag; creating links there takes rights that other users do not have by default. */
const noFollow = (constants.O_NOFOLLOW as number | undefined) ?? 0;
const createFlags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | noFollow;
const reopenFlags = constants.O_RDWR | noFollow;
/** For a file at a location of the user's choice: the mode that the umask leaves. */
const openMode = 0o666;

/** Unpredictable without the key, which only the user's own journals contain. */
export function partialNameOf(key: string, file: number | string): string {
  return createHmac('sha256', key).update(String(file)).digest('hex').slice(0, 24);
}

/** Which file it is, whatever its name. */
export function fileMark({ dev, ino }: Pick<BigIntStats, 'dev' | 'ino'>): string {
  return `${dev}:${ino}`;
}

/**
 * Creates a file that did not exist; anything with that name, such as the remainder of an earlier run, is removed
 * first.
 */
export async function createPartial(path: string, mode = openMode): Promise<FileHandle> {
  try {
    return await open(path, createFlags, mode);
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
    rmSync(path);
    return await open(path, createFlags, mode);
  }
}

/** As `createPartial`. Returns a descriptor. */
export function createPartialSync(path: string, mode = openMode): number {
  try {
    return openSync(path, createFlags, mode);
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
    rmSync(path);
    return openSync(path, createFlags, mode);
  }
}

/**
 * Opens the partial file of an earlier run for writing; null unless it is a plain file of this user with that length
 * and no other name.
 */
export async function reopenPartial(path: string, bytes?: number): Promise<FileHandle | null> {
  const handle = await open(path, reopenFlags).catch(() => null);
  if (handle === null) return null;
  const stats = await handle.stat();
  const isOwn = process.geteuid === undefined || stats.uid === process.geteuid();
  if (stats.isFile() && (bytes === undefined || stats.size === bytes) && stats.nlink === 1 && isOwn) return handle;
  await handle.close();
  return null;
}

/** Opens a file that this process has created. @throws StowageError `conflict.target-exists` when it is another one */
export async function openMarked(path: string, mark: string): Promise<FileHandle> {
  const handle = await open(path, reopenFlags).catch((error: unknown) => {
    throw isLinkError(error) ? replaced(path) : error;
  });
  if (fileMark(await handle.stat({ bigint: true })) === mark) return handle;
  await handle.close();
  throw replaced(path);
}

/** As `openMarked`. Returns a descriptor. */
export function openMarkedSync(path: string, mark: string): number {
  let descriptor: number;
  try {
    descriptor = openSync(path, reopenFlags);
  } catch (error) {
    throw isLinkError(error) ? replaced(path) : error;
  }
  if (fileMark(fstatSync(descriptor, { bigint: true })) === mark) return descriptor;
  closeSync(descriptor);
  throw replaced(path);
}

/** @throws StowageError `conflict.target-exists` unless the name belongs to that plain file */
export function assertMarked(path: string, mark: string): void {
  const stats = lstatSync(path, { bigint: true });
  if (!stats.isFile() || fileMark(stats) !== mark) throw replaced(path);
}

/** Who may read files that are created in a folder: the user alone, or the users that the umask allows. */
export type FolderAccess = 'private' | 'by-umask';

/** A folder as it was when the work in it began. */
export interface FolderMark {
  readonly folder: string;
  readonly mark: string;
  readonly realPath: string;
  readonly access: FolderAccess;
}

export function markFolder(folder: string, access: FolderAccess = 'by-umask'): FolderMark {
  const mark = fileMark(statSync(folder, { bigint: true }));
  return { folder, mark, realPath: realpathSync.native(folder), access };
}

/** For a file that is created in such a folder. */
export function fileModeIn({ access }: Pick<FolderMark, 'access'>): number {
  return access === 'private' ? 0o600 : openMode;
}

/**
 * Checks the folder again. Some network drives renumber their folders now and then; such a folder is still at the same
 * path.
 * @throws StowageError `conflict.target-exists` when a link, or another folder through one, has replaced it
 */
export function assertSameFolder({ folder, mark, realPath }: FolderMark): void {
  if (fileMark(statSync(folder, { bigint: true })) === mark) return;
  if (realpathSync.native(folder) === realPath) return;
  throw new StowageError('conflict.target-exists', 'Where a folder is needed there is a link.', {
    context: { path: folder, what: 'link', folder: 'needed', replaced: true },
  });
}

/** Whether a partial file or its folder was replaced by something else. */
export function wasReplaced({ context }: StowageError): boolean {
  return context.replaced === true;
}

const isLinkError = (error: unknown): boolean => ['ELOOP', 'EMLINK'].includes(systemCodeOf(error));

function replaced(path: string): StowageError {
  return new StowageError('conflict.target-exists', 'The partial file was replaced while it was written.', {
    context: { path, what: 'partial', replaced: true },
  });
}

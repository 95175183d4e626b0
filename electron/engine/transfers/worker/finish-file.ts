// Gives a complete temporary file its final name. Synchronous: a few calls, each of which would otherwise cost a trip
// through the thread pool.
import { linkSync, lstatSync, lutimesSync, renameSync, rmSync } from 'node:fs';
import { StowageError } from '@shared/errors';
import { secondsOf } from '../../blobs/file-times';
import { localError, systemCodeOf } from '../../../disk/local-error';
import { type FolderMark, assertMarked, assertSameFolder } from '../../../disk/partial-file';

export interface Finish {
  readonly temporaryPath: string;
  readonly path: string;
  /** ISO time to set on the file; empty to leave it. */
  readonly modified: string;
  /** `no`: a file that appeared meanwhile stays, and `conflict.target-exists` is thrown. */
  readonly replace: 'yes' | 'no';
  /** The folder of both. */
  readonly folder: FolderMark;
  /** Which file was written; empty before. */
  readonly mark: string;
}

/** Throws StowageError; the temporary file is still there then. */
export function finishFile(finish: Finish): void {
  const { temporaryPath, path, modified, folder, mark } = finish;
  try {
    assertSameFolder(folder);
    assertMarked(temporaryPath, mark);
    const seconds = secondsOf(modified);
    if (seconds !== null) lutimesSync(temporaryPath, seconds, seconds);
    nameFile(finish);
    assertMarked(path, mark);
  } catch (error) {
    throw localError(error, path);
  }
}

/** Renames a file that is complete, synced and dated. Throws what the file system throws, or StowageError. */
export function nameFile({ temporaryPath, path, replace }: Pick<Finish, 'temporaryPath' | 'path' | 'replace'>): void {
  if (replace === 'yes') renameSync(temporaryPath, path);
  else renameIfFree(temporaryPath, path);
}

function renameIfFree(from: string, to: string): void {
  try {
    linkSync(from, to);
    letGo(from);
    return;
  } catch (error) {
    if (systemCodeOf(error) === 'EEXIST') {
      // A thread that was lost had done this already.
      if (!isSameFile(from, to)) throw appeared(to);
      letGo(from);
      return;
    }
  }
  // This disk has no hard links, so a file may appear between the check and the rename.
  if (lstatSync(to, { throwIfNoEntry: false }) !== undefined) throw appeared(to);
  renameSync(from, to);
}

// The file has its name. If its temporary name cannot be removed, for instance because of a virus scanner, that changes
// nothing.
function letGo(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The rest is removed with the leftovers of its job.
  }
}

function isSameFile(one: string, other: string): boolean {
  const [left, right] = [one, other].map((path) => lstatSync(path, { bigint: true, throwIfNoEntry: false }));
  return left !== undefined && right !== undefined && left.dev === right.dev && left.ino === right.ino;
}

function appeared(path: string): StowageError {
  return new StowageError('conflict.target-exists', 'The target appeared while the blob was downloaded.', {
    context: { path, what: 'latecomer' },
  });
}

// Small downloaded files on disk: written beside their final name, synced, renamed. Finished at once if the disk syncs
// without a wait, otherwise in groups.
import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  futimesSync,
  rmSync,
  writeSync,
  linkSync,
  lstatSync,
  lutimesSync,
  renameSync,
  fdatasync,
} from 'node:fs';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { StowageError, type ErrorShape, cancelled } from '@shared/errors';
import { localError, systemCodeOf } from '../../../disk/local-error';
import {
  assertMarked,
  assertSameFolder,
  createPartialSync,
  fileMark,
  fileModeIn,
  type FolderMark,
  openMarkedSync,
} from '../../../disk/partial-file';
import { diskWaitsAtOnce } from '../../runtime/thread-pool';
import { secondsOf } from '../../blobs/file-times';

/** About as long as a trip through the thread pool, which wakes two threads. */
const quickSyncMs = 0.2;
const firstPatienceMs = 100;
const maxPatienceMs = 10_000;

/** What a thread knows of its disk: whether syncing is fast, as in memory or with a power-protected cache. */
export interface DiskPace {
  isQuick(): boolean;
  /**
   * Returns when the data is on disk. After a slow sync the disk counts as slow for a while, which doubles each time.
   */
  sync(descriptor: number): void;
}

export function createDiskPace(
  monotonic: () => number,
  syncNow: (descriptor: number) => void = fdatasyncSync,
): DiskPace {
  let slowUntilMs = -Infinity;
  let patienceMs = firstPatienceMs;
  return {
    isQuick: () => monotonic() >= slowUntilMs,
    sync: (descriptor) => {
      const startMs = monotonic();
      syncNow(descriptor);
      const nowMs = monotonic();
      if (nowMs - startMs <= quickSyncMs) {
        patienceMs = firstPatienceMs;
        return;
      }
      slowUntilMs = nowMs + patienceMs;
      patienceMs = Math.min(maxPatienceMs, patienceMs * 2);
    },
  };
}

interface SmallFile {
  readonly body: Buffer;
  readonly destination: Finish;
  /** `no`: only written, because the content is not what it should be. */
  readonly mayBeFinal: 'yes' | 'no';
}

/** `written`: still to be synced and renamed. `mark`: which file it is. */
interface SmallFileWritten {
  readonly state: 'final' | 'written';
  readonly mark: string;
}

/** Throws StowageError; the temporary file may exist then. */
export function writeSmallFile({ body, destination, mayBeFinal }: SmallFile, pace: DiskPace): SmallFileWritten {
  const finishes = mayBeFinal === 'yes' && pace.isQuick();
  const { temporaryPath, path, modified } = destination;
  let mark = '';
  let descriptor: number | undefined;
  try {
    descriptor = createPartialSync(temporaryPath, fileModeIn(destination.folder));
    mark = fileMark(fstatSync(descriptor, { bigint: true }));
    assertInFolder(destination);
    for (let written = 0; written < body.length;) {
      written += writeSync(descriptor, body, written, body.length - written, written);
    }
    if (finishes) {
      pace.sync(descriptor);
      const seconds = secondsOf(modified);
      if (seconds !== null) futimesSync(descriptor, seconds, seconds);
    }
  } catch (error) {
    throw localError(error, temporaryPath);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
  if (!finishes) return { state: 'written', mark };
  try {
    nameFile(destination);
    assertMarked(path, mark);
  } catch (error) {
    throw localError(error, path);
  }
  return { state: 'final', mark };
}

/** Checked after the file was created, so that nothing is written where a replaced folder leads. */
function assertInFolder({ folder, temporaryPath }: Finish): void {
  try {
    assertSameFolder(folder);
  } catch (error) {
    rmSync(temporaryPath, { force: true });
    throw error;
  }
}

// Gives a complete temporary file its final name. Synchronous: a few calls, each of which would otherwise cost a trip
// through the thread pool.

export interface Finish {
  readonly temporaryPath: string;
  readonly path: string;
  /** ISO time to set on the file; empty to leave it. */
  readonly modified: string;
  /** `no`: a file that appeared meanwhile remains, and `conflict.target-exists` is thrown. */
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
    removeTemporaryName(from);
    return;
  } catch (error) {
    if (systemCodeOf(error) === 'EEXIST') {
      // A thread that was lost had done this already.
      if (!isSameFile(from, to)) throw appeared(to);
      removeTemporaryName(from);
      return;
    }
  }
  // This disk has no hard links, so a file may appear between the check and the rename.
  if (lstatSync(to, { throwIfNoEntry: false }) !== undefined) throw appeared(to);
  renameSync(from, to);
}

// The file has its name. If its temporary name cannot be removed, for instance because of a virus scanner, that changes
// nothing.
function removeTemporaryName(path: string): void {
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

// Finishes a group of small files: every temporary file is synced before any gets its name.

/** Both return when the data is on disk; one blocks, the other uses the thread pool. */
interface DiskSync {
  now(descriptor: number): void;
  inPool(descriptor: number): Promise<void>;
}
const ownDisk: DiskSync = { now: fdatasyncSync, inPool: promisify(fdatasync) };

/** Answers in order; null for each file that is final. Throws `cancelled.by-user` before anything is renamed. */
export async function finishFiles(
  files: readonly Finish[],
  signal: AbortSignal,
  disk: DiskSync = ownDisk,
): Promise<readonly (ErrorShape | null)[]> {
  const errors: (ErrorShape | null)[] = files.map(() => null);
  const failed = (index: number, thrown: unknown): void => {
    errors[index] = StowageError.from(thrown).toShape();
  };
  let next = syncWhileQuick(files, disk, failed);
  const lane = async (): Promise<void> => {
    for (let index = next++; index < files.length && !signal.aborted; index = next++) {
      try {
        const file = files[index];
        if (file !== undefined) await syncInPool(file, disk);
      } catch (error) {
        failed(index, error);
      }
    }
  };
  await Promise.all(Array.from({ length: diskWaitsAtOnce(process.env) }, lane));
  if (signal.aborted) throw cancelled();
  files.forEach((file, index) => {
    if (errors[index] !== null) return;
    try {
      finishFile(file);
    } catch (error) {
      failed(index, error);
    }
  });
  return errors;
}

/**
 * Syncs one file after another as long as that is fast, as in memory or with a power-protected disk cache. Returns how
 * many were synced; the first slow one ends it.
 */
function syncWhileQuick(
  files: readonly Finish[],
  disk: DiskSync,
  failed: (index: number, thrown: unknown) => void,
): number {
  for (const [index, file] of files.entries()) {
    const startMs = performance.now();
    try {
      const descriptor = openMarkedSync(file.temporaryPath, file.mark);
      try {
        disk.now(descriptor);
      } finally {
        closeSync(descriptor);
      }
    } catch (error) {
      failed(index, localError(error, file.path));
    }
    if (performance.now() - startMs > quickSyncMs) return index + 1;
  }
  return files.length;
}

async function syncInPool({ temporaryPath: path, mark }: Finish, disk: DiskSync): Promise<void> {
  let descriptor: number | undefined;
  try {
    descriptor = openMarkedSync(path, mark);
    await disk.inPool(descriptor);
  } catch (error) {
    throw localError(error, path);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

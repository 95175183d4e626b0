// Writes a small file beside its final name and, if the disk syncs without a wait, finishes it at once. Synchronous:
// trips through the thread pool or to another thread cost more. If syncing is slow, files are finished in groups.
import { closeSync, fdatasyncSync, fstatSync, futimesSync, rmSync, writeSync } from 'node:fs';
import { secondsOf } from '../../blobs/file-times';
import { localError } from '../../../disk/local-error';
import { assertMarked, assertSameFolder, createPartialSync, fileMark, fileModeIn } from '../../../disk/partial-file';
import { type Finish, nameFile } from './finish-file';

/** About as long as a trip through the thread pool, which wakes two threads. */
export const quickSyncMs = 0.2;
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

export interface SmallFile {
  readonly body: Buffer;
  readonly place: Finish;
  /** `no`: only written, because the content is not what it should be. */
  readonly mayBeFinal: 'yes' | 'no';
}

/** `written`: still to be synced and renamed. `mark`: which file it is. */
export interface SmallFileWritten {
  readonly state: 'final' | 'written';
  readonly mark: string;
}

/** Throws StowageError; the temporary file may exist then. */
export function writeSmallFile({ body, place, mayBeFinal }: SmallFile, pace: DiskPace): SmallFileWritten {
  const finishes = mayBeFinal === 'yes' && pace.isQuick();
  const { temporaryPath, path, modified } = place;
  let mark = '';
  let descriptor: number | undefined;
  try {
    descriptor = createPartialSync(temporaryPath, fileModeIn(place.folder));
    mark = fileMark(fstatSync(descriptor, { bigint: true }));
    assertInFolder(place);
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
    nameFile(place);
    assertMarked(path, mark);
  } catch (error) {
    throw localError(error, path);
  }
  return { state: 'final', mark };
}

/** Looked at after the file was created, so that nothing is written where a replaced folder leads. */
function assertInFolder({ folder, temporaryPath }: Finish): void {
  try {
    assertSameFolder(folder);
  } catch (error) {
    rmSync(temporaryPath, { force: true });
    throw error;
  }
}

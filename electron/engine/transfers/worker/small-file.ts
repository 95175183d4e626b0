// Writes a small file beside its final name and, where the disk takes it without a wait, makes it final at once. Synchronous:
// trips through the thread pool, or to another thread, cost more. Where syncing is a wait, files are finished in groups.
import { closeSync, fdatasyncSync, futimesSync, openSync, writeSync } from 'node:fs';
import { localError } from '../../../disk/local-error';
import { type Finish, nameFile } from './finish-file';

/** A trip through the thread pool takes about as long, and wakes two threads. */
export const quickSyncMs = 0.2;
const firstPatienceMs = 100;
const mostPatienceMs = 10_000;

/** What a thread has found of its disk: whether a sync is no wait, as in memory or in a cache that keeps its power. */
export interface DiskPace {
  isQuick(): boolean;
  /** Returns when what was written is on the disk. After a slow one it is not quick for a while, which doubles each time. */
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
      patienceMs = Math.min(mostPatienceMs, patienceMs * 2);
    },
  };
}

export interface SmallFile {
  readonly body: Buffer;
  readonly place: Finish;
  /** `no`: only written, because it is not what it should be. */
  readonly mayBeFinal: 'yes' | 'no';
}

/** `written`: still to be synced and named. Throws StowageError; the temporary file may be there then. */
export function writeSmallFile({ body, place, mayBeFinal }: SmallFile, pace: DiskPace): 'final' | 'written' {
  const finishes = mayBeFinal === 'yes' && pace.isQuick();
  const { temporaryPath, path, modified } = place;
  let descriptor: number | undefined;
  try {
    descriptor = openSync(temporaryPath, 'w');
    for (let written = 0; written < body.length;) {
      written += writeSync(descriptor, body, written, body.length - written, written);
    }
    if (finishes) {
      pace.sync(descriptor);
      const seconds = Date.parse(modified) / 1000;
      if (!Number.isNaN(seconds)) futimesSync(descriptor, seconds, seconds);
    }
  } catch (error) {
    throw localError(error, temporaryPath);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
  if (!finishes) return 'written';
  try {
    nameFile(place);
  } catch (error) {
    throw localError(error, path);
  }
  return 'final';
}

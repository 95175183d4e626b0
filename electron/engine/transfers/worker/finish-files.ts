// Makes a group of small files durable, then final: every temporary file is synced before it gets its name.
import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { type ErrorShape, StowageError, cancelled } from '@shared/errors';
import { localError } from '../../../disk/local-error';
import { diskWaitsAtOnce } from '../../../disk/thread-pool';
import { since } from './context';
import { type Finish, finishFile } from './finish-file';
import { quickSyncMs } from './small-file';

/** Both return when what was written is on the disk: here, or in the thread pool. */
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
        await syncInPool(files[index]?.temporaryPath ?? '', disk);
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
 * Syncs one after the other as long as that is no wait, as in memory or where the disk's cache keeps its power. Answers how
 * many were; the first slow one ends it.
 */
function syncWhileQuick(
  files: readonly Finish[],
  disk: DiskSync,
  failed: (index: number, thrown: unknown) => void,
): number {
  for (const [index, file] of files.entries()) {
    const startMs = performance.now();
    try {
      const descriptor = openSync(file.temporaryPath, 'r+');
      try {
        disk.now(descriptor);
      } finally {
        closeSync(descriptor);
      }
    } catch (error) {
      failed(index, localError(error, file.temporaryPath));
    }
    if (since(startMs) > quickSyncMs) return index + 1;
  }
  return files.length;
}

async function syncInPool(path: string, disk: DiskSync): Promise<void> {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, 'r+');
    await disk.inPool(descriptor);
  } catch (error) {
    throw localError(error, path);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

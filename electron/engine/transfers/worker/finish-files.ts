// Finishes a group of small files: every temporary file is synced before any gets its name.
import { closeSync, fdatasync, fdatasyncSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { type ErrorShape, StowageError, cancelled } from '@shared/errors';
import { localError } from '../../../disk/local-error';
import { openMarkedSync } from '../../../disk/partial-file';
import { diskWaitsAtOnce } from '../../../disk/thread-pool';
import { since } from './context';
import { type Finish, finishFile } from './finish-file';
import { quickSyncMs } from './small-file';

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
    if (since(startMs) > quickSyncMs) return index + 1;
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

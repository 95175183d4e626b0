// Makes a group of small files durable, then final: every temporary file is synced before it gets its name.
import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { type ErrorShape, StowageError, cancelled } from '@shared/errors';
import { localError } from '../local-error';
import { diskWaitsAtOnce } from '../thread-pool';
import { type Finish, finishFile } from './finish-file';

const syncToDisk = promisify(fdatasync);

/** Answers in order; null for each file that is final. Throws `cancelled.by-user` before anything is renamed. */
export async function finishFiles(
  files: readonly Finish[],
  signal: AbortSignal,
): Promise<readonly (ErrorShape | null)[]> {
  const errors: (ErrorShape | null)[] = files.map(() => null);
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < files.length && !signal.aborted; index = next++) {
      const file = files[index];
      if (file === undefined) return;
      try {
        await syncFile(file.temporaryPath);
      } catch (error) {
        errors[index] = StowageError.from(error).toShape();
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
      errors[index] = StowageError.from(error).toShape();
    }
  });
  return errors;
}

async function syncFile(path: string): Promise<void> {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, 'r+');
    await syncToDisk(descriptor);
  } catch (error) {
    throw localError(error, path);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

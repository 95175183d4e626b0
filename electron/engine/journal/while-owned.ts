// Work that reads a small file, changes it and writes it back, done by one process at a time.
import { basename, dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';
import { localError } from '../../disk/local-error';
import { makePrivateFolder } from '../../disk/make-folder';
import { type OwnerLock, takeOwnership } from './owner-lock';

/** Such work takes a few file operations; a process that holds the file for longer is stuck. */
const patienceMs = 10_000;
const recheckMs = 20;

/**
 * Only one `work` on the file at `path` at a time, in all processes that use this function; `path.lock` is held
 * meanwhile.
 * @throws StowageError `conflict.other` while a living process does not release the file, `local.*`
 */
export async function whileOwned<T>(path: string, work: () => Promise<T>, waitMs = patienceMs): Promise<T> {
  const lock = await owned(path, waitMs);
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

async function owned(path: string, waitMs: number): Promise<OwnerLock> {
  await makePrivateFolder(dirname(path));
  for (let waitedMs = 0; ; waitedMs += recheckMs) {
    const lock = await takeOwnership(`${path}.lock`).catch((thrown: unknown) => {
      throw localError(thrown, path);
    });
    if (lock !== null) return lock;
    if (waitedMs >= waitMs) break;
    await pause(recheckMs);
  }
  throw new StowageError('conflict.other', 'Another process does not let go of the file.', {
    context: { path, problem: t`another Stowage process is changing ${basename(path)}. Try again when it is done.` },
  });
}

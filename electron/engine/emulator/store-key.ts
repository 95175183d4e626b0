// The account key of the embedded store: created at random for each state folder, in a file that only its owner can
// read. Every program that may read that file may use the store: the app, its emulator, the command line.
import { randomBytes } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { localError } from '../../disk/local-error';
import { readStoreKey, storeKeyPath } from '../../disk/store-key-file';
import { writeWhole } from '../../disk/whole-file';
import { whileOwned } from '../journal/while-owned';

/** As many as in the keys of the service. */
const keyBytes = 64;

/**
 * The key of this state folder, created if there is none. The user may write another one into the file, such as the one
 * that Azurite publishes.
 * @throws StowageError `local.*`, `conflict.other`
 */
export function ensureStoreKey(stateDir: string): Promise<string> {
  const path = storeKeyPath(stateDir);
  return whileOwned(path, async () => {
    const found = readStoreKey(stateDir);
    if (found !== null) {
      if (process.platform !== 'win32') tighten(path);
      return found;
    }
    const made = randomBytes(keyBytes).toString('base64');
    await writeWhole(path, `${made}\n`);
    return made;
  });
}

function tighten(path: string): void {
  try {
    chmodSync(path, 0o600);
  } catch (thrown) {
    throw localError(thrown, path);
  }
}

// The account key of the embedded store: made at random for each state folder, in a file that only its owner can read.
// Whoever may read that file may use the store: the app, its emulator, the command line.
import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { localError, systemCodeOf } from '../../disk/local-error';
import { writeWhole } from '../../disk/whole-file';
import { whileOwned } from '../journal/while-owned';
import { parsedAccountKey } from './program/account-key';

export const storeKeyPath = (stateDir: string): string => join(stateDir, 'embedded-store.key');

/** As many as in the keys of the service. */
const keyBytes = 64;

/**
 * The key of this state folder, made if there is none. A person may write another one into the file, such as the one
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

/**
 * Null if there is none, or none that could be a key.
 * @throws StowageError `local.*`
 */
export function readStoreKey(stateDir: string): string | null {
  const path = storeKeyPath(stateDir);
  try {
    return parsedAccountKey(readFileSync(path, 'utf8'));
  } catch (thrown) {
    if (systemCodeOf(thrown) === 'ENOENT') return null;
    throw localError(thrown, path);
  }
}

function tighten(path: string): void {
  try {
    chmodSync(path, 0o600);
  } catch (thrown) {
    throw localError(thrown, path);
  }
}

// The file with the account key of the embedded store, in the state folder: main replaces it when the user changes the
// setting, the engine and the command line create one when there is none, and the store's program reads it.
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { emulatorAccount } from '@shared/model/connection-string';
import type { StoreKey } from '@shared/model/app';
import { localError, systemCodeOf } from './local-error';
import { writeWhole } from './whole-file';

export const storeKeyPath = (stateDir: string): string => join(stateDir, 'embedded-store.key');

/** Base64 of at least 32 bytes; null for anything else. */
export function parsedAccountKey(text: string): string | null {
  const key = text.trim();
  return /^[A-Za-z0-9+/]{42,}={0,2}$/.test(key) && key.length % 4 === 0 ? key : null;
}

/**
 * Null if there is none, or no valid key.
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

/** `own` also when there is no key yet: the next start of the store creates one. */
export function kindOfStoreKey(stateDir: string): StoreKey {
  return readStoreKey(stateDir) === emulatorAccount.key ? 'published' : 'own';
}

/** Takes effect at the next start of the store. An own key is a new one, which that start makes. */
export async function replaceStoreKey(stateDir: string, key: StoreKey): Promise<void> {
  const path = storeKeyPath(stateDir);
  if (key === 'published') return writeWhole(path, `${emulatorAccount.key}\n`);
  try {
    await rm(path, { force: true });
  } catch (thrown) {
    throw localError(thrown, path);
  }
}

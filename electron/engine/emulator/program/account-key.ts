// The key of Azurite's account, which this program receives as the path of a file: others may read the arguments and the
// environment of a process.
import { readFileSync } from 'node:fs';
import { parsedAccountKey } from '../../../disk/store-key-file';

/** Azurite's own, so that data and tools of other stores find theirs. */
const accountName = 'devstoreaccount1';
export const accountKeyOption = '--accountKeyFile';

/** Takes the option out of `argv`, because Azurite rejects options that it does not know. To be called before Azurite is loaded. */
export function useAccountKey(argv: string[]): void {
  const at = argv.indexOf(accountKeyOption);
  if (at === -1) return;
  const [, path = ''] = argv.splice(at, 2);
  const key = parsedAccountKey(readFileSync(path, 'utf8'));
  if (key === null) throw new Error(`the file ${path} holds no account key.`);
  // Azurite reads its accounts from there every minute. What the system shows of a process is the environment of its start.
  process.env.AZURITE_ACCOUNTS = `${accountName}:${key}`;
}

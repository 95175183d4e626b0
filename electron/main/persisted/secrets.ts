// Stores the secrets of connections: encrypted by the operating system in one file where that is possible, in memory
// until the app ends where it is not. Never in plain text on disk.
import { z } from 'zod';
import { detailOf } from '@shared/ipc/describe-bug';
import type { SecretCipher } from '../compat';
import { openPersistedValue } from './persisted-value';

export type SecretStorageKind = 'keychain' | 'session';

export interface SecretStore {
  /** Where a secret would be stored now. */
  storage(): Promise<SecretStorageKind>;
  read(id: string): Promise<string | null>;
  write(id: string, secret: string): Promise<SecretStorageKind>;
  remove(id: string): Promise<void>;
}

/** A list, so that no id is special. `encrypted` is base64. */
const fileSchema = z.object({
  version: z.literal(1),
  secrets: z.array(z.object({ id: z.string(), encrypted: z.string() })),
});
type StoredSecrets = z.infer<typeof fileSchema>;

/** Opens the store whose encrypted half is at `path`. A damaged file is set aside and reported to `log`. */
export function openSecretStore(
  path: string,
  cipher: SecretCipher,
  { now, log }: { readonly now: () => Date; readonly log: (line: string) => void },
): SecretStore {
  const session = new Map<string, string>();
  const persisted = openPersistedValue({
    path,
    schema: fileSchema,
    empty: { version: 1, secrets: [] },
    now,
    onDamaged: (copy) => log(`The secrets could not be read and were set aside as ${copy}.`),
  });
  const encryptedOf = async (id: string): Promise<string | undefined> =>
    (await persisted.read()).secrets.find((each) => each.id === id)?.encrypted;
  const without = (id: string, { secrets }: StoredSecrets): StoredSecrets['secrets'] =>
    secrets.filter((each) => each.id !== id);
  const storage = async (): Promise<SecretStorageKind> => ((await cipher.available()) ? 'keychain' : 'session');
  /** In base64; null when the system fails to encrypt, for example because the user denied access to the keychain. */
  const encrypt = async (secret: string): Promise<string | null> => {
    try {
      return (await cipher.encrypt(secret)).toString('base64');
    } catch (thrown) {
      log(`A secret could not be encrypted: ${detailOf(thrown)}`);
      return null;
    }
  };
  /** Encrypts with the newer key, unless the secret was changed meanwhile. Never rejects: the old one still works. */
  const renew = async (id: string, outdated: string, secret: string): Promise<void> => {
    const encrypted = await encrypt(secret);
    if (encrypted === null) return;
    const renewed = { id, encrypted };
    const inPlace = ({ secrets }: StoredSecrets): StoredSecrets['secrets'] =>
      secrets.map((each) => (each.id === id && each.encrypted === outdated ? renewed : each));
    await persisted
      .change((all) => ({ ...all, secrets: inPlace(all) }))
      .catch((thrown: unknown) => log(`A secret could not be encrypted again: ${detailOf(thrown)}`));
  };

  return {
    storage,
    read: async (id) => {
      const persisted = session.get(id);
      if (persisted !== undefined) return persisted;
      const base64 = await encryptedOf(id);
      if (base64 === undefined || (await storage()) === 'session') return null;
      const found = await cipher.decrypt(Buffer.from(base64, 'base64')).catch(() => null);
      if (found?.key === 'outdated') await renew(id, base64, found.text);
      return found?.text ?? null;
    },
    write: async (id, secret) => {
      const encrypted = (await storage()) === 'keychain' ? await encrypt(secret) : null;
      if (encrypted === null) {
        session.set(id, secret);
        return 'session';
      }
      await persisted.change((all) => ({ ...all, secrets: [...without(id, all), { id, encrypted }] }));
      session.delete(id);
      return 'keychain';
    },
    remove: async (id) => {
      session.delete(id);
      if ((await encryptedOf(id)) !== undefined)
        await persisted.change((all) => ({ ...all, secrets: without(id, all) }));
    },
  };
}

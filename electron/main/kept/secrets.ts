// Keeps the secrets of connections: encrypted by the operating system in one file where that is possible, in memory
// until the app ends where it is not. Never in plain text on disk.
import { z } from 'zod';
import type { SecretCipher } from '../compat';
import { readJsonFile, writeJsonFile } from './json-file';

export type SecretPlace = 'keychain' | 'session';

export interface SecretStore {
  /** Where a secret would be kept now. */
  storage(): Promise<SecretPlace>;
  read(id: string): Promise<string | null>;
  write(id: string, secret: string): Promise<SecretPlace>;
  remove(id: string): Promise<void>;
}

/** A list, so that no id is special. `encrypted` is base64. */
const fileSchema = z.object({
  version: z.literal(1),
  secrets: z.array(z.object({ id: z.string(), encrypted: z.string() })),
});

/** Opens the store whose encrypted half lives at `path`. */
export function openSecretStore(path: string, cipher: SecretCipher, now: () => Date): SecretStore {
  const session = new Map<string, string>();
  let encrypted: Promise<ReadonlyMap<string, string>> | undefined;

  const load = async (): Promise<ReadonlyMap<string, string>> => {
    const content = await readJsonFile(path, fileSchema, now());
    return new Map(content.state === 'read' ? content.value.secrets.map(({ id, encrypted: text }) => [id, text]) : []);
  };
  const stored = (): Promise<ReadonlyMap<string, string>> => (encrypted ??= load());
  const change = (edit: (map: Map<string, string>) => void): Promise<void> => {
    const before = stored();
    const after = before.then(async (old) => {
      const next = new Map(old);
      edit(next);
      await writeJsonFile(path, { version: 1, secrets: [...next].map(([id, text]) => ({ id, encrypted: text })) });
      return next;
    });
    encrypted = after.catch(() => before);
    return after.then(() => undefined);
  };
  const storage = async (): Promise<SecretPlace> => ((await cipher.available()) ? 'keychain' : 'session');

  return {
    storage,
    read: async (id) => {
      const kept = session.get(id);
      if (kept !== undefined) return kept;
      const base64 = (await stored()).get(id);
      if (base64 === undefined || (await storage()) === 'session') return null;
      return cipher.decrypt(Buffer.from(base64, 'base64')).catch(() => null);
    },
    write: async (id, secret) => {
      if ((await storage()) === 'session') {
        session.set(id, secret);
        return 'session';
      }
      const base64 = (await cipher.encrypt(secret)).toString('base64');
      await change((map) => map.set(id, base64));
      session.delete(id);
      return 'keychain';
    },
    remove: async (id) => {
      session.delete(id);
      if ((await stored()).has(id)) await change((map) => map.delete(id));
    },
  };
}

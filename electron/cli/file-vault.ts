// Secrets of the command line: plain Node has no OS keychain, so they go into a file that only its owner can read.
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { moveAside, parsedJson, writeWhole } from '../disk/whole-file';
import { whileOwned } from '../engine/journal/while-owned';
import type { SecretVault } from '../engine/ports';

const fileShape = z.record(z.string(), z.string());

export interface FileVaultOptions {
  readonly path: string;
  /** Wall time in ms, for the name of a copy that is set aside. */
  readonly now: () => number;
  /** Notifies the user, even without diagnostics. */
  readonly info: (line: string) => void;
}

export function fileVault({ path, now, info }: FileVaultOptions): SecretVault {
  const read = async (): Promise<Map<string, string>> => {
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '{}';
      throw error;
    });
    const file = fileShape.safeParse(parsedJson(text));
    if (file.success) return new Map(Object.entries(file.data));
    info(
      `The file of secrets was damaged and has been moved to ${await moveAside(path, now())}. Enter the secrets again.`,
    );
    return new Map();
  };
  const write = (secrets: ReadonlyMap<string, string>): Promise<void> =>
    writeWhole(path, JSON.stringify(Object.fromEntries(secrets)));
  return {
    storage: () => Promise.resolve('file'),
    read: async (id) => (await read()).get(id) ?? null,
    write: async (id, secret) => {
      await whileOwned(path, async () => write((await read()).set(id, secret)));
      return 'file';
    },
    remove: (id) =>
      whileOwned(path, async () => {
        const secrets = await read();
        if (secrets.delete(id)) await write(secrets);
      }),
  };
}

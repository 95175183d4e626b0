// Secrets of the command line: plain Node has no OS keychain, so they go into a file that only its owner can read.
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { SecretVault } from '../engine/ports';

const fileShape = z.record(z.string(), z.string());

export function fileVault(path: string): SecretVault {
  const read = async (): Promise<Map<string, string>> => {
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '{}';
      throw error;
    });
    return new Map(Object.entries(fileShape.parse(JSON.parse(text))));
  };
  const write = async (secrets: ReadonlyMap<string, string>): Promise<void> => {
    await mkdir(dirname(path), { recursive: true });
    const draft = `${path}.${process.pid}.tmp`;
    await writeFile(draft, JSON.stringify(Object.fromEntries(secrets)), { mode: 0o600 });
    await chmod(draft, 0o600);
    await rename(draft, path);
  };
  return {
    storage: () => Promise.resolve('file'),
    read: async (id) => (await read()).get(id) ?? null,
    write: async (id, secret) => {
      await write((await read()).set(id, secret));
      return 'file';
    },
    remove: async (id) => {
      const secrets = await read();
      if (secrets.delete(id)) await write(secrets);
    },
  };
}

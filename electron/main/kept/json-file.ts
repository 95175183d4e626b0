// One small JSON file: read with a schema, written whole or not at all. A damaged file is set aside, never lost.
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';

/** What a file held; `damaged` names the copy that keeps the unreadable text. */
export type JsonFileContent<T> =
  | { readonly state: 'read'; readonly value: T }
  | { readonly state: 'absent' }
  | { readonly state: 'damaged'; readonly copy: string };

/** Reads and checks a file. What cannot be understood is renamed to `NAME.damaged-TIME`. Throws on other disk errors. */
export async function readJsonFile<T>(path: string, schema: z.ZodType<T>, now: Date): Promise<JsonFileContent<T>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { state: 'absent' };
    throw error;
  }
  const parsed = schema.safeParse(parseText(text));
  if (parsed.success) return { state: 'read', value: parsed.data };
  const copy = `${path}.damaged-${now.toISOString().replaceAll(':', '-')}`;
  await rename(path, copy);
  return { state: 'damaged', copy };
}

/** Writes beside the file, syncs, and renames: a reader sees the old text or the new, also after a power cut. */
export async function writeJsonFile(path: string, value: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.draft`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(value, null, 2)}\n`, 'utf8');
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

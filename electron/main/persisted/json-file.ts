// One small JSON file: validated when read, written atomically. A damaged file is set aside, never lost.
import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import { readIfExists } from '../../disk/read-if-exists';
import { moveAside, parsedJson, writeWhole } from '../../disk/whole-file';

/** The contents of a file; `damaged` is the path of the copy with the unreadable text. */
export type JsonFileContent<T> =
  | { readonly state: 'read'; readonly value: T }
  | { readonly state: 'absent' }
  | { readonly state: 'damaged'; readonly copy: string };

/** Reads and validates a file. A file that cannot be understood is renamed to `NAME.damaged-TIME`. Throws `local.*`. */
export async function readJsonFile<T>(path: string, schema: z.ZodType<T>, now: Date): Promise<JsonFileContent<T>> {
  const text = await readIfExists(path, (existing) => readFile(existing, 'utf8'), null);
  if (text === null) return { state: 'absent' };
  const parsed = schema.safeParse(parsedJson(text));
  if (parsed.success) return { state: 'read', value: parsed.data };
  return { state: 'damaged', copy: await moveAside(path, now.getTime()) };
}

/** A reader sees the old or the new text, even after a power cut. */
export function writeJsonFile(path: string, value: unknown): Promise<void> {
  return writeWhole(path, `${JSON.stringify(value, null, 2)}\n`);
}

// Small files that are written whole or not at all, and kept in a copy where they cannot be understood.
import { copyFile, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from './make-folder';

/** Writes beside the file, syncs, and renames: a reader sees the old text or the new. Only its owner can read it. */
export async function writeWhole(path: string, text: string): Promise<void> {
  await makeFolder(dirname(path));
  const draft = `${path}.${process.pid}.draft`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(text, 'utf8');
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

/** Copies a damaged file beside itself. `nowMs`: wall time, for the name, which is returned. */
export async function setAside(path: string, nowMs: number): Promise<string> {
  const copy = `${path}.damaged-${new Date(nowMs).toISOString().replace(/:/g, '-')}`;
  await copyFile(path, copy);
  return copy;
}

/** Undefined for a text that is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

// A file where a person wants it, which may be there already: the new one whole in its place, or the earlier one untouched.
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, realpath, rm, stat } from 'node:fs/promises';
import { systemCodeOf } from './local-error';
import { writeBeside } from './whole-file';

/**
 * Writes beside the file and renames; a link keeps leading to it. A pipe or a device is no file and is written to as it
 * is. Throws what the file system throws.
 */
export async function replaceFile(path: string, write: (file: FileHandle) => Promise<unknown>): Promise<void> {
  const place = await placeOf(path);
  if (place !== 'no file')
    return writeBeside(draftOf(place.path), place.path, write, { flags: 'wx', mode: place.mode });
  const file = await open(path, 'w');
  try {
    await write(file);
  } finally {
    await file.close();
  }
}

/** Asked before the work whose result goes there: throws what would keep `replaceFile` from beginning. */
export async function tryToReplace(path: string): Promise<void> {
  const place = await placeOf(path);
  if (place === 'no file') return;
  // One that is write-protected, or that a program such as a spreadsheet holds on Windows, is not replaced in its back.
  if (place.isThere) await (await open(place.path, 'r+')).close();
  const draft = draftOf(place.path);
  await (await open(draft, 'wx')).close();
  await rm(draft);
}

interface Place {
  readonly path: string;
  /** Of the earlier file; for a new one what the person's own settings leave of it. */
  readonly mode: number;
  readonly isThere: boolean;
}

async function placeOf(path: string): Promise<Place | 'no file'> {
  try {
    const there = await stat(path);
    if (there.isDirectory()) throw Object.assign(new Error(`EISDIR: ${path} is a folder`), { code: 'EISDIR' });
    return there.isFile() ? { path: await realpath(path), mode: there.mode & 0o777, isThere: true } : 'no file';
  } catch (thrown) {
    if (systemCodeOf(thrown) === 'ENOENT') return { path, mode: 0o666, isThere: false };
    throw thrown;
  }
}

const draftOf = (path: string): string => `${path}.${randomUUID()}.draft`;

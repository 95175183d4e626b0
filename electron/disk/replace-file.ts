// Writes a file that may exist already: afterwards the new content is complete, or the old file is untouched.
import { type FileHandle, open, realpath, rm, stat } from 'node:fs/promises';
import { systemCodeOf } from './local-error';
import { draftOf, writeBeside } from './whole-file';

/**
 * Writes a draft beside the file and renames it; a symbolic link keeps its target. Pipes and devices are written to
 * directly. Throws what the file system throws.
 */
export async function replaceFile(path: string, write: (file: FileHandle) => Promise<unknown>): Promise<void> {
  const place = await placeOf(path);
  if (place !== 'no file') return writeBeside(place.path, write, place.mode);
  const file = await open(path, 'w');
  try {
    await write(file);
  } finally {
    await file.close();
  }
}

/** Call it before long work whose result goes to `path`: throws what would make `replaceFile` fail at its start. */
export async function tryToReplace(path: string): Promise<void> {
  const place = await placeOf(path);
  if (place === 'no file') return;
  // A write-protected file, or one that a program such as a spreadsheet holds open on Windows, must not be replaced
  // behind its user's back.
  if (place.isThere) await (await open(place.path, 'r+')).close();
  const draft = draftOf(place.path);
  await (await open(draft, 'wx')).close();
  await rm(draft);
}

interface Place {
  readonly path: string;
  /** The mode of the earlier file; for a new file the default that the person's umask leaves. */
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

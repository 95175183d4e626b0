// Writes a file that may exist already: afterwards the new content is complete, or the old file is untouched. A
// symbolic link is followed, never replaced.
import { type FileHandle, open, readlink, realpath, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { StowageError } from '@shared/errors';
import { systemCodeOf } from './local-error';
import { draftOf, writeBeside } from './whole-file';

/**
 * Writes a draft beside the file and renames it; a symbolic link keeps its target. Pipes and devices are written to
 * directly. Throws what the file system throws.
 */
export async function replaceFile(path: string, write: (file: FileHandle) => Promise<unknown>): Promise<void> {
  const target = await targetOf(path);
  if (target !== 'no file') return writeBeside(target.path, write, target.mode);
  const file = await open(path, 'w');
  try {
    await write(file);
  } finally {
    await file.close();
  }
}

/**
 * The file that `path` leads to, for who writes a partial file beside it and renames that.
 * @throws StowageError `conflict.target-exists` for a pipe or device, which would be replaced by a file
 */
export async function replaceablePath(path: string): Promise<string> {
  const target = await targetOf(path);
  if (target !== 'no file') return target.path;
  throw new StowageError('conflict.target-exists', 'The target is a pipe or a device.', {
    context: { path, what: 'special', file: 'needed' },
  });
}

/** Call it before long work whose result goes to `path`: throws what would make `replaceFile` fail at its start. */
export async function tryToReplace(path: string): Promise<void> {
  const target = await targetOf(path);
  if (target === 'no file') return;
  // A write-protected file, or one that a program such as a spreadsheet holds open on Windows, must not be replaced
  // behind its user's back.
  if (target.exists) await (await open(target.path, 'r+')).close();
  const draft = draftOf(target.path);
  await (await open(draft, 'wx')).close();
  await rm(draft);
}

interface ReplaceTarget {
  readonly path: string;
  /** The mode of the earlier file; for a new file the default that the user's umask leaves. */
  readonly mode: number;
  readonly exists: boolean;
}

async function targetOf(path: string): Promise<ReplaceTarget | 'no file'> {
  try {
    const existing = await stat(path);
    if (existing.isDirectory()) throw Object.assign(new Error(`EISDIR: ${path} is a folder`), { code: 'EISDIR' });
    return existing.isFile() ? { path: await realpath(path), mode: existing.mode & 0o777, exists: true } : 'no file';
  } catch (thrown) {
    if (systemCodeOf(thrown) !== 'ENOENT') throw thrown;
    const link = await readlink(path).catch(() => null);
    // A link to a file that does not exist yet creates that file.
    if (link !== null) return targetOf(resolve(await realpath(dirname(path)), link));
    return { path, mode: 0o666, exists: false };
  }
}

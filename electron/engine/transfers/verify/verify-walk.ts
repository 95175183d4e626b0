// The files of a folder in the order of their blob names, so that they can be paired with a listing. Symbolic links are
// not followed; unfinished downloads are left out.
import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { StowageError } from '@shared/errors';
import type { LocalNames } from '@shared/model/verify-report';
import { localError } from '../../../disk/local-error';
import { blobNameOf } from '../plan/names';

export interface LocalFile {
  /** Of the blob it stands for, below the prefix. */
  readonly name: string;
  readonly path: string;
  readonly segments: readonly string[];
  readonly bytes: number;
}

export interface WalkPorts {
  readonly names: LocalNames;
  /** A folder or file that cannot be read. */
  readonly onProblem: (path: string, error: StowageError) => void;
  readonly onLeftOut: (path: string, why: 'link' | 'special') => void;
  readonly signal: AbortSignal;
}

const statsAtOnce = 32;
const unfinished = /^\.stowage-[0-9a-f]+-\d+\.part$/u;

export async function* walkInKeyOrder(
  folder: string,
  ports: WalkPorts,
): AsyncGenerator<readonly LocalFile[], void, undefined> {
  yield* walk(folder, [], ports);
}

async function* walk(
  root: string,
  above: readonly string[],
  ports: WalkPorts,
): AsyncGenerator<readonly LocalFile[], void, undefined> {
  ports.signal.throwIfAborted();
  const folder = join(root, ...above);
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    ports.onProblem(folder, localError(error, folder));
    return;
  }
  const keyed = entries
    .map((entry) => ({ entry, key: keyOf([...above, entry.name], entry, ports.names) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  let files: Dirent[] = [];
  for (const { entry } of keyed) {
    if (entry.isFile()) {
      if (!unfinished.test(entry.name)) files.push(entry);
      if (files.length >= statsAtOnce) yield await measured(root, above, files.splice(0), ports);
    } else if (entry.isDirectory()) {
      if (files.length > 0) yield await measured(root, above, files, ports);
      files = [];
      yield* walk(root, [...above, entry.name], ports);
    } else ports.onLeftOut(join(folder, entry.name), entry.isSymbolicLink() ? 'link' : 'special');
  }
  if (files.length > 0) yield await measured(root, above, files, ports);
}

async function measured(
  root: string,
  above: readonly string[],
  entries: readonly Dirent[],
  ports: WalkPorts,
): Promise<readonly LocalFile[]> {
  ports.signal.throwIfAborted();
  const files = await Promise.all(
    entries.map(async (entry): Promise<LocalFile | null> => {
      const segments = [...above, entry.name];
      const path = join(root, ...segments);
      try {
        return { name: nameOf(segments, ports.names), path, segments, bytes: (await lstat(path)).size };
      } catch (error) {
        ports.onProblem(path, localError(error, path));
        return null;
      }
    }),
  );
  return files.filter((file): file is LocalFile => file !== null);
}

function nameOf(segments: readonly string[], names: LocalNames): string {
  return names === 'plain' ? segments.join('/') : blobNameOf(segments);
}

// A folder is placed where the names below it belong: after `a.txt`, although `a` alone would precede it.
function keyOf(segments: readonly string[], entry: Dirent, names: LocalNames): string {
  return nameOf(entry.isDirectory() ? [...segments, ''] : segments, names);
}

// The files of a folder in the order of their blob names, so that they can be paired with a listing; only names longer
// than 240 bytes may come out of order. Symbolic links are not followed; unfinished downloads are left out.
import type { Dirent } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import type { StowageError } from '@shared/errors';
import type { LocalNames } from '@shared/model/verify-report';
import { localError } from '../../../disk/local-error';
import { type NameRules, blobNameOf, isContinued } from '../plan/names';

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

/** Of names that a download of this version has written. */
export const verifiedRules: NameRules = process.platform === 'win32' ? 'windows' : 'posix';
const statsAtOnce = 32;
/** Entries of a folder, which are read in groups. */
const readAtOnce = 1024;
const unfinished = /^\.stowage-[0-9a-f]+(?:-\d+)?\.part$/u;

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
  let files: string[] = [];
  for (const { name, kind } of await entriesOf(folder, ports)) {
    if (kind === 'file') {
      if (!unfinished.test(name)) files.push(name);
      if (files.length >= statsAtOnce) yield await measured(root, above, files.splice(0), ports);
    } else if (kind === 'folder') {
      if (files.length > 0) yield await measured(root, above, files, ports);
      files = [];
      yield* walk(root, [...above, name], ports);
    } else ports.onLeftOut(join(folder, name), kind);
  }
  if (files.length > 0) yield await measured(root, above, files, ports);
}

/** One of many: a folder may hold a million. */
interface LocalEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'special';
  readonly key: string;
}

/** Of one folder, in the order of their keys. */
async function entriesOf(folder: string, { names, onProblem }: WalkPorts): Promise<readonly LocalEntry[]> {
  const entries: LocalEntry[] = [];
  try {
    for await (const entry of await opendir(folder, { bufferSize: readAtOnce })) {
      const kind = kindOf(entry);
      entries.push({ name: entry.name, kind, key: keyOf(entry.name, kind, names) });
    }
  } catch (error) {
    onProblem(folder, localError(error, folder));
    return [];
  }
  return entries.sort((a, b) => (a.key < b.key ? -1 : 1));
}

function kindOf(entry: Dirent): LocalEntry['kind'] {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'special';
}

async function measured(
  root: string,
  above: readonly string[],
  names: readonly string[],
  ports: WalkPorts,
): Promise<readonly LocalFile[]> {
  ports.signal.throwIfAborted();
  const files = await Promise.all(
    names.map(async (name): Promise<LocalFile | null> => {
      const segments = [...above, name];
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
  return names === 'plain' ? segments.join('/') : blobNameOf(segments, verifiedRules, 'stored');
}

// A folder is placed where the names below it belong: after `a.txt`, although `a` alone would precede it. What comes before
// these names is the same for all of one folder.
function keyOf(name: string, kind: LocalEntry['kind'], names: LocalNames): string {
  if (kind !== 'folder') return nameOf([name], names);
  const inside = nameOf([name, ''], names);
  return names === 'decoded' && isContinued(name) ? inside.replace(/%\/$/u, '') : inside;
}

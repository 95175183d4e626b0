// From the chosen files and folders to the files to upload and their names. Symbolic links inside a folder are not
// followed; the chosen path itself may be one.
import type { Dir, Dirent } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { basename, join, resolve, sep } from 'node:path';
import { StowageError } from '@shared/errors';
import { localError } from '../../../disk/local-error';
import { meansContents } from '../records/job-records';
import { type Look, type SourceIdentity, lookOf } from './source-watch';

export type WalkedItem =
  | {
      readonly kind: 'file';
      readonly path: string;
      /** With `/`, as the blob is named below the prefix. */
      readonly relativeName: string;
      readonly identity: SourceIdentity;
    }
  | { readonly kind: 'problem'; readonly path: string; readonly relativeName: string; readonly error: StowageError }
  | { readonly kind: 'left-out'; readonly path: string; readonly why: 'link' | 'special' };

/** Stats many paths at once, in order. */
export type LookAtFiles = (paths: readonly string[]) => Promise<readonly Look[]>;

/** How many files are looked at concurrently. */
const looksAtOnce = 32;
/** For folders with more files, how many are passed to `lookAtMany` at once. */
const manyLooksAtOnce = 256;
/** Of how many entries of one folder the names are held. */
export const entriesAtOnce = 10_000;
const readAtOnce = 256;

/** `folder` keeps its name, `folder/` means its contents, a file keeps its base name. Never throws but when cancelled. `lookAtMany` is asked in folders of many files. */
export async function* walkSources(
  paths: readonly string[],
  keep: (relativeName: string) => boolean,
  signal: AbortSignal,
  lookAtMany: LookAtFiles = lookFromHere,
): AsyncGenerator<readonly WalkedItem[], void, undefined> {
  for (const path of paths) {
    const absolute = resolve(path);
    const contentsOnly = meansContents(path);
    try {
      const stats = await stat(absolute, { bigint: true });
      if (stats.isDirectory())
        yield* walkFolder(absolute, contentsOnly ? '' : `${basename(absolute)}/`, keep, signal, lookAtMany);
      else if (keep(basename(absolute))) yield [namedItem(lookOf(stats), absolute)];
    } catch (error) {
      if (signal.aborted) throw error;
      yield [{ kind: 'problem', path: absolute, relativeName: basename(absolute), error: localError(error, absolute) }];
    }
  }
}

async function* walkFolder(
  folder: string,
  prefix: string,
  keep: (relativeName: string) => boolean,
  signal: AbortSignal,
  lookAtMany: LookAtFiles,
): AsyncGenerator<readonly WalkedItem[], void, undefined> {
  const folders: string[] = [];
  for await (const entries of entriesOf(folder, signal)) {
    if (entries instanceof StowageError) {
      yield [{ kind: 'problem', path: folder, relativeName: prefix, error: entries }];
      return;
    }
    for (const entry of entries) if (entry.isDirectory()) folders.push(entry.name);
    yield* itemsOf(entries, { folder, prefix, keep, signal, lookAtMany });
  }
  for (const name of folders.sort()) {
    yield* walkFolder(join(folder, name), `${prefix}${name}/`, keep, signal, lookAtMany);
  }
}

/** Sorted, and of a folder with very many files only some at once; the error that keeps the rest from being read. */
async function* entriesOf(
  folder: string,
  signal: AbortSignal,
): AsyncGenerator<readonly Dirent[] | StowageError, void, undefined> {
  signal.throwIfAborted();
  let opened: Dir | null = null;
  try {
    opened = await opendir(folder, { bufferSize: readAtOnce });
    for (let entries = await someOf(opened); entries.length > 0; entries = await someOf(opened)) yield entries;
  } catch (error) {
    yield localError(error, folder);
  } finally {
    await opened?.close();
  }
}

async function someOf(folder: Dir): Promise<readonly Dirent[]> {
  const entries: Dirent[] = [];
  while (entries.length < entriesAtOnce) {
    const entry = await folder.read();
    if (entry === null) break;
    entries.push(entry);
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

interface OneFolder {
  readonly folder: string;
  readonly prefix: string;
  readonly keep: (relativeName: string) => boolean;
  readonly signal: AbortSignal;
  readonly lookAtMany: LookAtFiles;
}

/** Without its folders. */
async function* itemsOf(
  entries: readonly Dirent[],
  { folder, prefix, keep, signal, lookAtMany }: OneFolder,
): AsyncGenerator<readonly WalkedItem[], void, undefined> {
  const files = entries.filter((entry) => entry.isFile() && keep(prefix + entry.name));
  const others = entries.filter((entry) => !entry.isFile() && !entry.isDirectory());
  if (others.length > 0) yield others.map((entry) => leftOut(join(folder, entry.name), entry));
  // Concatenated instead of joined with `path.join`, which would leave much garbage for each name.
  const inFolder = folder.endsWith(sep) ? folder : folder + sep;
  const isMany = files.length > looksAtOnce;
  const [atOnce, lookAt] = isMany ? [manyLooksAtOnce, lookAtMany] : [looksAtOnce, lookFromHere];
  for (let at = 0; at < files.length; at += atOnce) {
    signal.throwIfAborted();
    const names = files.slice(at, at + atOnce).map((entry) => entry.name);
    const paths = names.map((name) => inFolder + name);
    const looks = await lookAt(paths);
    yield looks.map((look, index) => itemOf(look, paths[index] ?? '', prefix + (names[index] ?? '')));
  }
}

async function lookFromHere(paths: readonly string[]): Promise<readonly Look[]> {
  const look = async (path: string): Promise<Look> => {
    try {
      return lookOf(await stat(path, { bigint: true }));
    } catch (error) {
      return { kind: 'problem', error: localError(error, path).toShape() };
    }
  };
  return Promise.all(paths.map(look));
}

function itemOf(look: Look, path: string, relativeName: string): WalkedItem {
  if (look.kind === 'problem') {
    return { kind: 'problem', path, relativeName, error: StowageError.fromShape(look.error) };
  }
  if (look.kind === 'special') return { kind: 'left-out', path, why: 'special' };
  return { kind: 'file', path, relativeName, identity: look.identity };
}

/** What was named itself is not left out. */
function namedItem(look: Look, path: string): WalkedItem {
  const relativeName = basename(path);
  if (look.kind !== 'special') return itemOf(look, path, relativeName);
  const error = new StowageError('local.denied', 'It is neither a file nor a folder.', {
    context: { path, what: 'special' },
  });
  return { kind: 'problem', path, relativeName, error };
}

function leftOut(path: string, entry: Dirent): WalkedItem {
  return { kind: 'left-out', path, why: entry.isSymbolicLink() ? 'link' : 'special' };
}

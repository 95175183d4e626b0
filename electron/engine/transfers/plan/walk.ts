// From the chosen files and folders to the files to upload and their names; finds them again after they were moved
// (over 300 lines, for both). Symbolic links inside a folder are followed on request, never in a circle; the chosen
// path itself may be one.
import type { BigIntStats, Dir, Dirent } from 'node:fs';
import { opendir, realpath, stat } from 'node:fs/promises';
import { basename, join, resolve, sep, parse } from 'node:path';
import { StowageError } from '@shared/errors';
import { mapConcurrent } from '@shared/map-concurrent';
import type { LinksFollowed } from '@shared/model/transfer';
import { type Following, type LeftOutEntry, followLink } from '../../../disk/follow-link';
import { localError } from '../../../disk/local-error';
import { haveSameBytes } from '../../../disk/same-file';
import { meansContents, type UploadFile } from '../records/job-records';
import { type Lookup, type SourceIdentity, lookupOf, identityOf } from './source-watch';

type WalkedItem =
  | {
      readonly kind: 'file';
      readonly path: string;
      /** With `/`, as the blob is named below the prefix. */
      readonly relativeName: string;
      readonly identity: SourceIdentity;
    }
  /** A folder with nothing in it, or nothing but links and special files that are left out. */
  | { readonly kind: 'empty folder'; readonly path: string; readonly relativeName: string }
  | { readonly kind: 'problem'; readonly path: string; readonly relativeName: string; readonly error: StowageError }
  | { readonly kind: 'left-out'; readonly path: string; readonly why: LeftOutEntry };

/** Stats many paths at once, in order. */
export type StatFiles = (paths: readonly string[]) => Promise<readonly Lookup[]>;

/** How many files are read concurrently. */
const maxConcurrentLookups = 32;
/** For folders with more files, how many are passed to `statMany` at once. */
const maxConcurrentManyLookups = 256;
/** Of how many entries of one folder the names are held. */
export const entriesAtOnce = 10_000;
const readAtOnce = 256;
/** The size of the first group, unless the disk takes longer. */
const firstItems = 64;
const firstItemsMs = 200;

interface WalkOptions {
  /** Of a file or folder, by its relative name. */
  readonly keep: (relativeName: string) => boolean;
  readonly signal: AbortSignal;
  /** Default: none. */
  readonly links?: LinksFollowed | undefined;
  /** Used in folders of few files. */
  readonly statFew?: StatFiles | undefined;
  /** Used in folders of many files. */
  readonly statMany?: StatFiles | undefined;
  /** Takes the folders, which are not walked then: see `walkInto`. */
  readonly onFolder?: ((folder: WalkedFolder) => void) | undefined;
}

/**
 * `folder` retains its name, `folder/` means its contents, a file retains its base name. Never throws except when
 * cancelled.
 */
export async function* walkSources(
  paths: readonly string[],
  options: WalkOptions,
): AsyncGenerator<readonly WalkedItem[], void, undefined> {
  // How a job begins depends on the first group: chosen files and small folders come together.
  let sinceMs: number | null = null;
  let first: WalkedItem[] | null = [];
  for await (const items of walkEach(paths, options)) {
    if (first === null) {
      yield items;
      continue;
    }
    sinceMs ??= performance.now();
    for (const item of items) first.push(item);
    if (first.length < firstItems && performance.now() - sinceMs < firstItemsMs) continue;
    yield first;
    first = null;
  }
  if (first !== null && first.length > 0) yield first;
}

/** Files that were chosen one after the other come together, each part of a folder on its own. */
async function* walkEach(
  paths: readonly string[],
  options: WalkOptions,
): AsyncGenerator<readonly WalkedItem[], void, undefined> {
  const { keep, signal } = options;
  const walk = await walkOf(paths, options);
  const { following } = walk;
  for (let at = 0; at < paths.length; at += firstItems) {
    const chosen = paths.slice(at, at + firstItems);
    const found = await Promise.all(chosen.map((path) => stat(resolve(path), { bigint: true }).catch(asError)));
    let named: WalkedItem[] = [];
    for (const [index, path] of chosen.entries()) {
      const absolute = resolve(path);
      const stats = found[index];
      if (stats === undefined) continue;
      try {
        if (stats instanceof Error) throw stats;
        if (stats.isDirectory()) {
          if (named.length > 0) yield named;
          named = [];
          const real = following === null ? absolute : await realpath(absolute);
          const prefix = meansContents(path) ? '' : `${basename(absolute)}/`;
          yield* walkFolder({ folder: absolute, prefix, within: [real] }, walk);
        } else if (keep(basename(absolute))) named.push(namedItem(stats, absolute));
      } catch (error) {
        if (signal.aborted) throw error;
        const relativeName = basename(absolute);
        named.push({ kind: 'problem', path: absolute, relativeName, error: localError(error, absolute) });
      }
    }
    signal.throwIfAborted();
    if (named.length > 0) yield named;
  }
}

/**
 * One folder that `onFolder` received, of a walk of `chosen` with the same other options; its own folders go to
 * `onFolder` as well.
 */
export async function* walkInto(
  folder: WalkedFolder,
  chosen: readonly string[],
  options: WalkOptions,
): AsyncGenerator<readonly WalkedItem[], void, undefined> {
  yield* walkFolder(folder, await walkOf(chosen, options), 'here');
}

async function walkOf(
  chosen: readonly string[],
  { keep, signal, links, statFew = statLocally, statMany = statLocally, onFolder }: WalkOptions,
): Promise<Walk> {
  const following = links === undefined ? null : { links, chosen: await realPathsOf(chosen) };
  return { keep, signal, statFew, statMany, following, onFolder };
}

const asError = (thrown: unknown): Error => thrown as Error;

interface Walk extends Pick<WalkOptions, 'keep' | 'signal' | 'onFolder'> {
  readonly statFew: StatFiles;
  readonly statMany: StatFiles;
  readonly following: Following | null;
}

export interface WalkedFolder {
  readonly folder: string;
  readonly prefix: string;
  /** The folder and those that it is in, without links where links are followed. */
  readonly within: readonly string[];
}

async function realPathsOf(paths: readonly string[]): Promise<readonly string[]> {
  return Promise.all(paths.map((path) => realpath(resolve(path)).catch(() => resolve(path))));
}

async function* walkFolder(
  at: WalkedFolder,
  walk: Walk,
  where: 'here' | 'below' = 'below',
): AsyncGenerator<readonly WalkedItem[], void, undefined> {
  const { folder, prefix, within } = at;
  if (where === 'below' && walk.onFolder !== undefined) {
    walk.onFolder(at);
    return;
  }
  const folders: { readonly name: string; readonly real: string }[] = [];
  let isEmpty = true;
  for await (const entries of entriesOf(folder, walk.signal)) {
    if (entries instanceof StowageError) {
      yield [{ kind: 'problem', path: folder, relativeName: prefix, error: entries }];
      return;
    }
    const sorted = await sortOut(entries, at, walk);
    folders.push(...sorted.folders);
    isEmpty &&= sorted.files.length + sorted.folders.length === 0;
    yield* itemsOf(sorted, at, walk);
  }
  if (isEmpty && prefix !== '' && walk.keep(prefix.slice(0, -1))) {
    yield [{ kind: 'empty folder', path: folder, relativeName: prefix.slice(0, -1) }];
  }
  for (const { name, real } of folders.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    yield* walkFolder({ folder: join(folder, name), prefix: `${prefix}${name}/`, within: [...within, real] }, walk);
  }
}

interface SortedEntries {
  /** Names of files and of links to files. */
  readonly files: readonly string[];
  readonly folders: readonly { readonly name: string; readonly real: string }[];
  readonly leftOut: readonly { readonly name: string; readonly why: LeftOutEntry }[];
}

async function sortOut(
  entries: readonly Dirent[],
  { folder, within }: WalkedFolder,
  { following }: Walk,
): Promise<SortedEntries> {
  const files: string[] = [];
  const folders: { name: string; real: string }[] = [];
  const leftOut: { name: string; why: LeftOutEntry }[] = [];
  const inFolder = within.at(-1) ?? folder;
  for (const entry of entries) {
    const { name } = entry;
    if (entry.isFile()) files.push(name);
    else if (entry.isDirectory()) folders.push({ name, real: join(inFolder, name) });
    else if (!entry.isSymbolicLink()) leftOut.push({ name, why: 'special' });
    else if (following === null) leftOut.push({ name, why: 'link' });
    else {
      const led = await followLink(join(folder, name), within, following);
      if (led.to === 'file') files.push(name);
      else if (led.to === 'folder') folders.push({ name, real: led.real });
      else leftOut.push({ name, why: led.to });
    }
  }
  return { files, folders, leftOut };
}

/** Sorted, and only part of them in a folder with very many files; the error that prevents reading the rest. */
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

/** Without its folders. */
async function* itemsOf(
  { files, leftOut }: SortedEntries,
  { folder, prefix }: WalkedFolder,
  { keep, signal, statFew, statMany }: Walk,
): AsyncGenerator<readonly WalkedItem[], void, undefined> {
  if (leftOut.length > 0) yield leftOut.map(({ name, why }) => ({ kind: 'left-out', path: join(folder, name), why }));
  const selected = files.filter((name) => keep(prefix + name));
  // Concatenated instead of joined with `path.join`, which would leave much garbage for each name.
  const inFolder = folder.endsWith(sep) ? folder : folder + sep;
  const isMany = selected.length > maxConcurrentLookups;
  const [atOnce, statAll] = isMany ? [maxConcurrentManyLookups, statMany] : [maxConcurrentLookups, statFew];
  for (let at = 0; at < selected.length; at += atOnce) {
    signal.throwIfAborted();
    const names = selected.slice(at, at + atOnce);
    const paths = names.map((name) => inFolder + name);
    const lookups = await statAll(paths);
    yield lookups.map((check, index) => itemOf(check, paths[index] ?? '', prefix + (names[index] ?? '')));
  }
}

async function statLocally(paths: readonly string[]): Promise<readonly Lookup[]> {
  const check = async (path: string): Promise<Lookup> => {
    try {
      return lookupOf(await stat(path, { bigint: true }));
    } catch (error) {
      return { kind: 'problem', error: localError(error, path).toShape() };
    }
  };
  return Promise.all(paths.map(check));
}

function itemOf(check: Lookup, path: string, relativeName: string): WalkedItem {
  if (check.kind === 'problem') {
    return { kind: 'problem', path, relativeName, error: StowageError.fromShape(check.error) };
  }
  if (check.kind === 'special') return { kind: 'left-out', path, why: 'special' };
  return { kind: 'file', path, relativeName, identity: check.identity };
}

/** A path that was named explicitly is never excluded. */
function namedItem(stats: BigIntStats, path: string): WalkedItem {
  const relativeName = basename(path);
  const check = lookupOf(stats);
  if (check.kind !== 'special') return itemOf(check, path, relativeName);
  const type = stats.isFIFO() ? 'pipe' : stats.isSocket() ? 'socket' : 'device';
  const error = new StowageError('local.denied', 'It is neither a file nor a folder.', {
    context: { path, what: 'special', type },
  });
  return { kind: 'problem', path, relativeName, error };
}

// Finds the missing sources of an upload in the folder that the user names. Size, time and name may match several
// files, as after unpacking an archive: none of these is guessed.

export interface FoundSources {
  /** As they can be moved now. */
  readonly found: readonly UploadFile[];
  /** How many have a file of their name there with another size or time: it is not the file that was planned. */
  readonly changed: number;
  /** How many fit more than one file there, or share the only one with another. */
  readonly unclear: number;
  readonly missing: number;
}

const maxConcurrentFinds = 16;

/** Files below subfolders are looked for with as much of their earlier path as the folder has, at least their name. */
export async function findSources(files: readonly UploadFile[], folder: string): Promise<FoundSources> {
  const candidatesOf = createSearch(folder);
  const lookups = await mapConcurrent(files, maxConcurrentFinds, async (file) => ({
    file,
    ...(await candidatesOf(file)),
  }));
  const claims = new Map<string, number>();
  for (const {
    fitting: [first],
  } of lookups)
    if (first !== undefined) claims.set(first.path, (claims.get(first.path) ?? 0) + 1);
  const found = await mapConcurrent(
    lookups,
    maxConcurrentFinds,
    async ({ file, fitting }): Promise<readonly UploadFile[]> => {
      const [first, ...others] = fitting;
      if (first === undefined) return [];
      const isSure = isItself(file, first) || (claims.get(first.path) === 1 && (await areAlike(first, others)));
      return isSure ? [{ ...file, ...first }] : [];
    },
  );
  const count = (wanted: Looked['outcome']): number => lookups.filter(({ outcome }) => outcome === wanted).length;
  const sources = found.flat();
  return {
    found: sources,
    changed: count('changed'),
    unclear: count('fits') - sources.length,
    missing: count('missing'),
  };
}

interface Candidate extends SourceIdentity {
  readonly path: string;
}

interface Looked {
  readonly outcome: 'fits' | 'changed' | 'missing';
  /** The identical file first, then the one that retains most of its path. */
  readonly fitting: readonly Candidate[];
}

function createSearch(folder: string): (file: UploadFile) => Promise<Looked> {
  const folders = new Map<string, Promise<boolean>>();
  const isFolder = (path: string): Promise<boolean> => {
    const known = folders.get(path) ?? statOf(path).then((stats) => stats?.isDirectory() === true);
    folders.set(path, known);
    return known;
  };
  return async (file) => {
    const names = file.path.slice(parse(file.path).root.length).split(sep);
    const fitting: Candidate[] = [];
    let outcome: Looked['outcome'] = 'missing';
    for (const leftOut of names.keys()) {
      if (!(await isFolder(join(folder, ...names.slice(leftOut, -1))))) continue;
      const path = join(folder, ...names.slice(leftOut));
      const stats = await statOf(path);
      if (stats?.isFile() !== true) continue;
      const identity = identityOf(stats);
      if (isSame(file, identity)) fitting.push({ ...identity, path });
      else if (outcome === 'missing') outcome = 'changed';
    }
    const itself = fitting.filter((one) => isItself(file, one));
    return { outcome: fitting.length > 0 ? 'fits' : outcome, fitting: [...new Set([...itself, ...fitting])] };
  };
}

const statOf = (path: string): Promise<BigIntStats | null> => stat(path, { bigint: true }).catch(() => null);

async function areAlike(first: Candidate, others: readonly Candidate[]): Promise<boolean> {
  for (const { path } of others) if (!(await haveSameBytes(first.path, path).catch(() => false))) return false;
  return true;
}

// On another disk it has another number, and some file systems have none.
function isItself({ ino }: UploadFile, now: SourceIdentity): boolean {
  return ino !== '0' && now.ino === ino;
}

function isSame({ bytes, mtimeNs }: UploadFile, now: SourceIdentity): boolean {
  return now.bytes === bytes && now.mtimeNs === mtimeNs;
}

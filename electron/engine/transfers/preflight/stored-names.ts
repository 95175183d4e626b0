// Looks up the names of a transfer at its target: few names individually, many by listing, per chosen folder. A failed
// lookup is recorded in the tally and ends the lookup, but not the preflight.
import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { StowageError } from '@shared/errors';
import { mapConcurrent } from '@shared/map-concurrent';
import type { BlobItem } from '@shared/model/blob';
import type { Account } from '../../azure/account';
import { listBlobPage } from '../../blobs/listing';
import { readBlobProperties } from '../../blobs/properties';
import type { Clock } from '../../ports';
import { type LocalNaming, localSegments, uploadedName } from '../plan/names';
import { rootOf } from '../plan/plan';
import type { StatFiles } from '../plan/walk';
import { type CopySpec, type UploadSpec, meansContents } from '../records/job-records';
import { createNameSet } from '../records/name-set';
import { type PreflightFile, type PreflightTally, preflightFileOf } from './preflight-tally';

export interface NameLookup {
  readonly account: Account;
  readonly container: string;
  readonly clock: Clock;
  /** Called when something was found out. */
  readonly found: () => void;
  readonly signal: AbortSignal;
  readonly bounds: NameBounds;
}

export interface NameBounds {
  /** Limits of a preflight: number of list requests, and names per request. */
  readonly pages: number;
  readonly pageSize: number;
  /** Time limit, counted from when the files are known. */
  readonly ms: number;
}

/** Up to this number of files, single lookups are as fast as a listing, whatever the size of the container. */
const singlyFiles = 16;
const maxConcurrentLookups = 32;
const maxConcurrentLocations = 8;

/**
 * Resolves when every name was looked up, or a limit or a failure ended that. `counted` resolves when all files are
 * known.
 */
export async function lookUpNames(
  { all }: PreflightLocations,
  counted: Promise<void>,
  tally: PreflightTally,
  options: NameLookup,
): Promise<void> {
  const limit = new AbortController();
  const stop = (): void => limit.abort();
  options.signal.addEventListener('abort', stop, { once: true });
  const limited = counted.then(() => options.clock.sleep(options.bounds.ms, limit.signal)).then(stop);
  const lookup = { ...options, tally, counted, pagesLeft: { count: options.bounds.pages }, signal: limit.signal };
  const waiting = [...all];
  const work = async (): Promise<void> => {
    for (let location = waiting.shift(); location !== undefined; location = waiting.shift())
      await lookUpIn(location, lookup);
  };
  try {
    await Promise.all(Array.from({ length: maxConcurrentLocations }, work));
  } catch (thrown) {
    tally.looked = 'some';
    if (!limit.signal.aborted) tally.problem = StowageError.from(thrown).toShape();
  } finally {
    options.signal.removeEventListener('abort', stop);
    stop();
    // The preflight was stopped, or counting failed, which the preflight reports itself.
    await limited.catch(() => undefined);
  }
}

interface Lookup extends NameLookup {
  readonly tally: PreflightTally;
  readonly counted: Promise<void>;
  readonly pagesLeft: { count: number };
}

async function lookUpIn(location: PreflightLocation, lookup: Lookup): Promise<void> {
  const { counted, tally, pagesLeft } = lookup;
  if (location.isSingly) {
    await counted;
    if ((location.few?.length ?? Infinity) <= singlyFiles) return lookUpSingly(location.few ?? [], lookup);
  }
  // The first page is requested while files are still being counted; often there is no other.
  let page = await nextPage(location, undefined, lookup);
  await counted;
  await compare(location, page.blobs, lookup);
  if (page.marker === null) return;
  if (location.few !== null) {
    const compared = new Set(page.blobs.map(({ name }) => name));
    return lookUpSingly(
      location.few.filter(({ name }) => !compared.has(name)),
      lookup,
    );
  }
  while (page.marker !== null) {
    if (pagesLeft.count <= 0) {
      tally.looked = 'some';
      return;
    }
    page = await nextPage(location, page.marker, lookup);
    await compare(location, page.blobs, lookup);
  }
}

async function nextPage(
  location: PreflightLocation,
  marker: string | undefined,
  lookup: Lookup,
): ReturnType<typeof listBlobPage> {
  lookup.pagesLeft.count -= 1;
  lookup.tally.send('ListBlobs');
  const { account, container, signal, bounds } = lookup;
  return listBlobPage(account, { container, ...location.listing, pageSize: bounds.pageSize, marker, signal });
}

async function compare(
  location: PreflightLocation,
  blobs: readonly BlobItem[],
  { tally, found }: Lookup,
): Promise<void> {
  const taken = blobs.filter(({ name }) => location.has(name));
  const files = await location.filesOf(taken.map(({ name }) => name));
  for (const [index, blob] of taken.entries()) {
    const file = files[index] ?? null;
    if (file !== null) tally.take(file, blob);
  }
  found();
}

async function lookUpSingly(files: readonly PreflightFile[], lookup: Lookup): Promise<void> {
  const { account, container, signal, tally, found } = lookup;
  await mapConcurrent(files, maxConcurrentLookups, async (file) => {
    tally.send('GetBlobProperties');
    try {
      tally.take(file, await readBlobProperties(account, container, file.name, signal));
    } catch (error) {
      if (!(error instanceof StowageError) || error.code !== 'not-found.blob') throw error;
    }
    found();
  });
}

/**
 * The locations that a preflight examines: one per chosen folder, and one for all single files or blobs together. Knows for a
 * name at the target which location it belongs to and what would be stored there.
 */
export interface PreflightLocation {
  /** The prefix that is listed to find existing names. */
  readonly listing: { readonly prefix: string; readonly depth: 'folders' | 'flat' };
  /** The names of single files, which stand among others. */
  readonly isSingly: boolean;
  readonly add: (file: PreflightFile) => void;
  readonly has: (name: string) => boolean;
  /** What would get these names, all of which belong to the location; null for what no longer exists. */
  readonly filesOf: (names: readonly string[]) => Promise<readonly (PreflightFile | null)[]>;
  /** Its files while they are few; null once there are too many. */
  few: PreflightFile[] | null;
}

export interface PreflightLocations {
  readonly all: readonly PreflightLocation[];
  of(name: string): PreflightLocation | undefined;
}

/** A path that cannot be examined counts as a file. */
export async function uploadLocations(
  { paths, ...spec }: UploadSpec,
  statFiles: StatFiles,
): Promise<PreflightLocations> {
  const naming: LocalNaming = spec.localNaming ?? 'earlier';
  const root = rootOf(spec.prefix);
  const files = new Map<string, string>();
  const folders = new Map<string, PreflightLocation>();
  const createLocation = (
    parts: Pick<PreflightLocation, 'listing' | 'isSingly'>,
    pathOf: (name: string) => string,
  ): PreflightLocation => {
    // Their facts are not retained: a file whose name is taken is examined again.
    const names = createNameSet();
    return {
      ...parts,
      add: ({ name }) => void names.add(name),
      has: (name) => names.has(name),
      filesOf: async (taken) => {
        const lookups = taken.length === 0 ? [] : await statFiles(taken.map(pathOf));
        return taken.map((name, index) => {
          const lookup = lookups[index];
          // It no longer exists; the job will report that.
          return lookup?.kind === 'file' ? preflightFileOf(pathOf(name), name, lookup.identity) : null;
        });
      },
      few: [],
    };
  };
  for (const path of paths) {
    const absolute = resolve(path);
    const isFolder = await stat(absolute).then(
      (stats) => stats.isDirectory(),
      () => false,
    );
    if (!isFolder) {
      // If two files have the same name, the first is sent.
      const name = uploadedName(basename(absolute), naming);
      if (!files.has(name)) files.set(name, absolute);
    } else {
      const below = meansContents(path) ? '' : `${uploadedName(basename(absolute), naming)}/`;
      const prefix = root + below;
      const pathOf = (name: string): string => join(absolute, ...localPath(name.slice(prefix.length), naming));
      folders.set(below, createLocation({ listing: { prefix, depth: 'flat' }, isSingly: false }, pathOf));
    }
  }
  const single = createLocation(
    { listing: { prefix: root, depth: 'folders' }, isSingly: true },
    (name) => files.get(name.slice(root.length)) ?? '',
  );
  return {
    all: [...(files.size > 0 ? [single] : []), ...folders.values()],
    of: (name) => {
      const relative = name.slice(root.length);
      if (files.has(relative)) return single;
      return folders.get(relative.slice(0, relative.indexOf('/') + 1)) ?? folders.get('');
    },
  };
}

function localPath(name: string, naming: LocalNaming): readonly string[] {
  return naming === 'earlier' ? name.split('/') : localSegments(name, naming);
}

/** The facts of the sources are retained, so that they are listed only once. */
export function copyLocations({ prefix, selection }: Pick<CopySpec, 'prefix' | 'selection'>): PreflightLocations {
  const root = rootOf(prefix);
  const singles = new Set<string>();
  const folders = new Map<string, PreflightLocation>();
  for (const chosen of selection) {
    const as = root + chosen.as;
    if (chosen.kind === 'blob') singles.add(as);
    else folders.set(as, cachedLocation({ listing: { prefix: as, depth: 'flat' }, isSingly: false }));
  }
  const common = commonFolder([...singles]);
  const isDeep = [...singles].some((name) => name.includes('/', common.length));
  const single = cachedLocation({ listing: { prefix: common, depth: isDeep ? 'flat' : 'folders' }, isSingly: true });
  return {
    all: [...(singles.size > 0 ? [single] : []), ...folders.values()],
    of: (name) => {
      if (singles.has(name)) return single;
      for (let end = name.lastIndexOf('/') + 1; end > 0; end = name.lastIndexOf('/', end - 2) + 1) {
        const createLocation = folders.get(name.slice(0, end));
        if (createLocation !== undefined) return createLocation;
      }
      return folders.get('');
    },
  };
}

function cachedLocation(parts: Pick<PreflightLocation, 'listing' | 'isSingly'>): PreflightLocation {
  const held = new Map<string, PreflightFile>();
  return {
    ...parts,
    add: (file) => void held.set(file.name, file),
    has: (name) => held.has(name),
    filesOf: (names) => Promise.resolve(names.map((name) => held.get(name) ?? null)),
    few: [],
  };
}

/** The innermost folder that holds all of them: empty or ending in `/`. */
function commonFolder(names: readonly string[]): string {
  const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1);
  const [first = '', ...others] = names;
  return others.reduce((common, name) => {
    let folder = common;
    while (!name.startsWith(folder)) folder = folderOf(folder.slice(0, -1));
    return folder;
  }, folderOf(first));
}

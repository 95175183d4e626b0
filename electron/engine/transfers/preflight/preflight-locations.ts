// The places that a survey examines: one per chosen folder, and one for all single files or blobs together. Knows for a
// name at the target which place it belongs to and what would be stored there.
import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { type CopySpec, type UploadSpec, meansContents } from '../records/job-records';
import { type LocalNaming, localSegments, uploadedName } from '../plan/names';
import { rootOf } from '../plan/plan';
import { createNameSet } from '../records/name-set';
import type { StatFiles } from '../plan/walk';
import { type PreflightFile, preflightFileOf } from './preflight-file';

export interface PreflightLocation {
  /** The prefix that is listed to find existing names. */
  readonly listing: { readonly prefix: string; readonly depth: 'folders' | 'flat' };
  /** The names of single files, which stand among others. */
  readonly isSingly: boolean;
  readonly add: (file: PreflightFile) => void;
  readonly has: (name: string) => boolean;
  /** What would get these names, all of which belong to the place; null for what no longer exists. */
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
    // Their facts are not kept: a file whose name is taken is examined again.
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

/** The facts of the sources are kept, so that they are listed only once. */
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

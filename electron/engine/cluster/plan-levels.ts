// Plans syncs and checks, folder by folder: a part compares the own files of some folders and leaves the folders in them
// to further parts. Of a sync it sends the files that differ, of a check the folders whose files a worker compares.
import type { Account } from '../azure/account';
import { compareSides } from '../sync/merge';
import { BlobSide } from '../sync/blob-side';
import { LocalSide } from '../sync/local-side';
import type { SyncSide } from '../sync/sides';
import { foreseeNameRules } from '../transfers/plan/folding';
import { localSegments, blobNameOf } from '../transfers/plan/names';
import { chosenBy } from '../transfers/sync/sync-plan';
import { divided } from './divided';
import type { Findings, PlanPorts } from './findings';
import type { WalkFrom } from './messages';
import type { FileSpec, Location, SpecOf } from './specs';
import { join } from 'node:path';

export interface Places {
  readonly source: Location;
  readonly target: Location;
  readonly keep: (name: string) => boolean;
}

export function placesOf(spec: SpecOf<'check'> | FileSpec): Places {
  const { include = [], exclude = [] } = spec;
  const filters = spec.kind === 'check' ? spec.filters : spec.sync?.filters;
  const keep = chosenBy({ include, exclude, filters });
  if (spec.kind === 'check') return { source: spec.source, target: spec.target, keep };
  const { endpoint, container } = spec;
  if (spec.kind === 'download') {
    const source = { kind: 'remote' as const, endpoint, container, prefix: chosenPrefix(spec) };
    return { source, target: { kind: 'local', dir: spec.targetDir }, keep };
  }
  const target = { kind: 'remote' as const, endpoint, container, prefix: spec.prefix };
  if (spec.kind === 'upload') return { source: { kind: 'local', dir: spec.paths[0] ?? '.' }, target, keep };
  return { source: { kind: 'remote', ...spec.from, prefix: chosenPrefix(spec) }, target, keep };
}

const chosenPrefix = ({ selection: [first] }: SpecOf<'download' | 'copy'>): string =>
  first?.kind === 'prefix' ? first.prefix : '';

/** The own files of a folder below both places, by their names in it. `level`: empty, or ending in `/`. */
export async function sideAt(
  place: Location,
  level: string,
  {
    open,
    whenMissing,
  }: { readonly open: (endpoint: string) => Promise<Account>; readonly whenMissing: 'fail' | 'empty' },
): Promise<LocalSide | BlobSide> {
  if (place.kind === 'remote') {
    const account = await open(place.endpoint);
    return new BlobSide(account, place.container, place.prefix + level, { depth: 'level' });
  }
  const rules = await foreseeNameRules(place.dir);
  const dir = level === '' ? place.dir : join(place.dir, ...localSegments(level.slice(0, -1), rules));
  const naming = {
    nameOf: (_root: string, segments: readonly string[]) => blobNameOf(segments, rules),
    prefixOf: (_root: string, segments: readonly string[]) => blobNameOf([...segments, ''], rules),
    // A folder is a level of its own, under the name that it has.
    isMixed: () => false,
  };
  return new LocalSide(dir, naming, level === '' ? whenMissing : 'empty', { depth: 'level' });
}

/** Of one part. */
const maxEntries = 10_000;

export async function planLevels(
  from: WalkFrom,
  spec: SpecOf<'check'> | FileSpec,
  found: Findings,
  { open, signal }: PlanPorts,
): Promise<void> {
  const { source, target, keep } = placesOf(spec);
  const levels = from.at === 'levels' ? [...from.levels] : [''];
  let entries = 0;
  while (levels.length > 0 && entries < maxEntries) {
    const level = levels.pop() ?? '';
    const one = await sideAt(source, level, { open, whenMissing: 'fail' });
    const other = await sideAt(target, level, { open, whenMissing: spec.kind === 'check' ? 'fail' : 'empty' });
    if (spec.kind === 'check') {
      const [here, there] = [await bytesOf(one, signal), await bytesOf(other, signal)];
      entries += here.files + there.files + 1;
      if (here.files + there.files > 0) await found.add(level, '', here.bytes);
      levels.push(...new Set([...one.folders, ...other.folders].map((folder) => level + folder)));
    } else {
      entries += await addChanged(level, [one, other], spec, { keep, found, signal });
      levels.push(...one.folders.map((folder) => level + folder));
    }
  }
  for (const part of divided(levels)) await found.goOn({ at: 'levels', levels: part });
}

async function bytesOf(
  side: SyncSide,
  signal: AbortSignal,
): Promise<{ readonly files: number; readonly bytes: number }> {
  let [files, bytes] = [0, 0];
  for await (const { items, asides } of side.list(signal)) {
    files += items.length + asides.length;
    for (const item of items) bytes += item.bytes;
  }
  return { files, bytes };
}

interface Adding {
  readonly keep: (name: string) => boolean;
  readonly found: Findings;
  readonly signal: AbortSignal;
}

async function addChanged(
  level: string,
  [one, other]: readonly [SyncSide, SyncSide],
  spec: FileSpec,
  { keep, found, signal }: Adding,
): Promise<number> {
  const how = spec.sync?.compare ?? 'mtime-size';
  let entries = 1;
  const compared = compareSides(one, other, { how, keep: (name) => keep(level + name), signal });
  for await (const { pairs, asides } of compared) {
    for (const aside of asides) {
      if (aside.kind === 'problem' && aside.side === 'source') found.fail(aside.path, level, aside.error);
    }
    entries += pairs.length + asides.length;
    for (const { what, name, source } of pairs) {
      if (source === null || (what !== 'new' && what !== 'changed')) continue;
      const path = level + name;
      const target = spec.kind === 'download' ? localSegments(path, spec.localNaming).join('/') : spec.prefix + path;
      await found.add(source.at === 'local' ? source.path : source.blob.name, target, source.bytes);
    }
  }
  return entries;
}

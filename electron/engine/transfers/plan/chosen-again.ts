// Turns what failed during planning into an order of its own: the original choice, or the file or folder below it.
// Pure.
import { basename, resolve, sep } from 'node:path';
import { type CopySpec, type DownloadSpec, type JobSpec, type UploadSpec, meansContents } from '../records/job-records';
import { nameFilter } from './glob';

/** Where the failure was. */
export interface UnplannedTarget {
  readonly source: string;
  readonly target: string;
}

export interface ChosenAgain {
  readonly spec: JobSpec;
  /** Whether a file at that place is one of those the order is about. */
  readonly isWanted: (place: string) => boolean;
}

const everything = (): boolean => true;

/** Null when no such order exists: looking again cannot resolve two files with the same target. */
export function chosenAgain(spec: JobSpec, unplanned: UnplannedTarget): ChosenAgain | null {
  if (spec.kind === 'verify') return null;
  if (spec.kind === 'upload') return spec.repairs === undefined ? uploadAgain(spec, unplanned) : whole(spec);
  if (spec.kind === 'download') return spec.repairs === undefined ? downloadAgain(spec, unplanned) : whole(spec);
  return copyAgain(spec, unplanned);
}

/** The planner looks up what a check found. */
const whole = (spec: JobSpec): ChosenAgain => ({ spec, isWanted: everything });

function downloadAgain(spec: DownloadSpec, { source }: UnplannedTarget): ChosenAgain | null {
  const selection = downloadsBySource(spec.selection, source);
  return selection.length === 0 ? null : whole({ ...spec, selection: [...selection] });
}

function copyAgain(spec: CopySpec, { source, target }: UnplannedTarget): ChosenAgain | null {
  const root = folderOf(spec.prefix);
  const selection = copiesBySource(spec.selection, source).filter(({ as }) => root + as === target);
  return selection.length === 0 ? null : whole({ ...spec, selection });
}

function uploadAgain(spec: UploadSpec, { source, target }: UnplannedTarget): ChosenAgain | null {
  // Its only file.
  if (spec.as !== undefined) return whole(spec);
  const root = folderOf(spec.prefix);
  const name = basename(source);
  const paths = pathsBySource(spec.paths, source).filter((path) =>
    [name, meansContents(path) ? '' : `${name}/`].some((relativeName) => root + relativeName === target),
  );
  if (paths.length > 0) return whole({ ...spec, paths });
  // It lies below a chosen folder, whose patterns apply to the path below that folder.
  const keep = nameFilter({ include: spec.include ?? [], exclude: spec.exclude ?? [] });
  const { include: _include, exclude: _exclude, ...unfiltered } = spec;
  const path = target.slice(root.length);
  // A folder is identified by its path with a trailing slash; a file by the name that it keeps.
  const again = path.endsWith('/')
    ? { ...unfiltered, paths: [source + sep], below: path }
    : { ...unfiltered, paths: [source], below: path.slice(0, path.length - name.length) };
  return { spec: again, isWanted: (place) => keep(place.slice(root.length)) };
}

const pathsBySource = bySource<string>((path) => [resolve(path)]);
const downloadsBySource = bySource<DownloadSpec['selection'][number]>((chosen) => {
  if (chosen.kind === 'prefix') return [chosen.prefix];
  return chosen.kind === 'auto' ? [chosen.name, `${chosen.name}/`] : [chosen.name];
});
const copiesBySource = bySource<CopySpec['selection'][number]>((chosen) => [
  chosen.kind === 'prefix' ? chosen.prefix : chosen.name,
]);

/**
 * Finds the choice that a source belongs to. It is asked for each of thousands of failures, so the list is indexed
 * once.
 */
function bySource<T>(sourcesOf: (choice: T) => readonly string[]) {
  const indices = new WeakMap<readonly T[], Map<string, T[]>>();
  const indexOf = (choices: readonly T[]): Map<string, T[]> => {
    const index = new Map<string, T[]>();
    for (const choice of choices) {
      for (const source of sourcesOf(choice)) index.set(source, [...(index.get(source) ?? []), choice]);
    }
    indices.set(choices, index);
    return index;
  };
  return (choices: readonly T[], source: string): readonly T[] =>
    (indices.get(choices) ?? indexOf(choices)).get(source) ?? [];
}

const folderOf = (prefix: string): string => (prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`);

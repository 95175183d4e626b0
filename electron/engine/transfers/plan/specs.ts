// From an order to its record in the journal, and from failures in planning to a separate order.
import { basename, resolve, sep } from 'node:path';
import type { CopyOrder, DownloadOrder } from '@shared/ipc/contract/transfers';
import type { BlockSizes } from '@shared/model/block-sizes';
import type { TransferOptions } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import type { DownloadRequest, NameFilter, UploadRequest } from '../api';
import { type CopySpec, type DownloadSpec, type JobSpec, type UploadSpec, meansContents } from '../records/job-records';
import { foreseeNameRules } from './folding';
import { nameFilter, storedPatterns } from './glob';

export async function uploadSpecOf(request: UploadRequest): Promise<UploadSpec> {
  const { connectionId, container, prefix, paths, as, names, options } = request;
  const localNaming = await foreseeNameRules(paths[0] ?? '.');
  const chosen = { connectionId, container, prefix, paths: [...paths], options, localNaming };
  const named = { ...(as === undefined ? {} : { as }), ...(names === undefined ? {} : { names: [...names] }) };
  return { kind: 'upload', ...chosen, ...named, ...patternsOf(request) };
}

export async function downloadSpecOf(request: DownloadRequest): Promise<DownloadSpec> {
  const { connectionId, container, selection, targetDir, options } = request;
  const chosen = { selection: [...selection], targetDir, localNaming: await foreseeNameRules(targetDir) };
  return { kind: 'download', connectionId, container, options, ...chosen, ...patternsOf(request) };
}

/** The sizes of the connection replace those of the settings, which apply where a row leaves them automatic. */
export function withSizes(options: TransferOptions, { rows, from }: BlockSizes): TransferOptions {
  const { blockBytes, concurrency } = options;
  const hasBlocks = rows.some((row) => row.blockBytes !== 'auto');
  const smallest = Math.min(...rows.map(({ fromBytes }) => fromBytes));
  const below = smallest > 0 ? [{ fromBytes: 0, blockBytes, parallel: 'auto' as const }] : [];
  const filled = [...below, ...rows].map((row) => ({
    ...row,
    blockBytes: row.blockBytes === 'auto' ? blockBytes : row.blockBytes,
  }));
  return {
    ...options,
    blockBytes: hasBlocks ? 'auto' : blockBytes,
    concurrency: rows.some(({ parallel }) => parallel !== 'auto') ? 'auto' : concurrency,
    sizes: { rows: hasBlocks ? filled : [...rows], from },
  };
}

/** The page may not read what the user has not picked, so it follows links only to picked paths. */
export function ofPage(options: TransferOptions): TransferOptions {
  return options.followLinks === undefined ? options : { ...options, followLinks: 'inside' };
}

/** `targetDir`: the folder behind the order's token. */
export async function orderedDownload(order: DownloadOrder, targetDir: string): Promise<DownloadSpec> {
  const { connectionId, container, names, prefixes, serves, options } = order;
  const selection: DownloadSpec['selection'] = [
    ...names.map((name) => ({ kind: 'blob' as const, name })),
    ...prefixes.map((prefix) => ({ kind: 'prefix' as const, prefix, as: folderNameOf(prefix) })),
  ];
  const chosen = { selection, targetDir, localNaming: await foreseeNameRules(targetDir), ...(serves && { serves }) };
  return { kind: 'download', connectionId, container, options, ...chosen };
}

export function copySpecOf({ blobs, prefixes, ...order }: CopyOrder): CopySpec {
  const selection: CopySpec['selection'] = [
    ...blobs.map(({ name, as }) => ({ kind: 'blob' as const, name, as })),
    ...prefixes.map(({ prefix, as }) => ({ kind: 'prefix' as const, prefix, as })),
  ];
  return { ...order, selection };
}

/** The source account if it differs; null for none. */
export function sourceOf(spec: JobSpec): CopySpec['from'] | null {
  if (spec.kind === 'copy' || spec.kind === 'move') return spec.from;
  return spec.kind === 'verify' && spec.of.kind === 'copy' ? spec.of.from : null;
}

/** The name of the local folder for a downloaded prefix. */
function folderNameOf(prefix: string): string {
  return prefix.replace(/\/$/u, '').split('/').pop() ?? '';
}

function patternsOf(request: NameFilter): Pick<UploadSpec, 'include' | 'exclude'> {
  const { include, exclude } = storedPatterns(request);
  return { include: [...include], exclude: [...exclude] };
}

// The title of a job, derived from the choice.

/** `IMG_0421.heic`, or `scans and 2 more`. */
export function titleOf(spec: JobSpec): string {
  if (spec.kind !== 'verify' && spec.sync !== undefined) return t`Sync of ${syncedName(spec)}`;
  if (spec.kind === 'verify') return spec.of.kind === 'folder' ? basename(spec.of.dir) : spec.of.title;
  if ((spec.kind === 'upload' || spec.kind === 'download') && spec.repairs !== undefined) {
    return spec.kind === 'upload' ? t`Differences in ${spec.container}` : t`Differences in ${basename(spec.targetDir)}`;
  }
  const container = spec.kind === 'copy' || spec.kind === 'move' ? spec.from.container : spec.container;
  const names =
    spec.kind === 'upload'
      ? spec.paths.map((path) => basename(path))
      : spec.selection.map((chosen) =>
          chosen.kind === 'prefix'
            ? lastSegment(chosen.prefix.replace(/\/$/u, '')) || container
            : lastSegment(chosen.name),
        );
  const [first, ...more] = names;
  return more.length === 0 ? (first ?? '') : t`${first ?? ''} and ${formatCount(more.length)} more`;
}

/** Of the source. */
function syncedName(spec: UploadSpec | DownloadSpec | CopySpec): string {
  if (spec.kind === 'upload') return basename(spec.paths[0] ?? '');
  const prefix = spec.selection.map((chosen) => (chosen.kind === 'prefix' ? chosen.prefix : chosen.name)).join('');
  const container = spec.kind === 'download' ? spec.container : spec.from.container;
  return lastSegment(prefix.replace(/\/$/u, '')) || container;
}

function lastSegment(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

// Turns failures during planning into a separate order: the original choice, or the file or folder below it. Pure.

/** Where the failure was. */
export interface UnplannedTarget {
  readonly source: string;
  readonly target: string;
}

interface ChosenAgain {
  readonly spec: JobSpec;
  /** Whether a file at that path is part of the order. */
  readonly isWanted: (place: string) => boolean;
}

const everything = (): boolean => true;

/** Null when no such order exists: looking again cannot resolve two files with the same target. */
export function chosenAgain(spec: JobSpec, unplanned: UnplannedTarget): ChosenAgain | null {
  // A part of a sync is not planned alone: what is at the target decides.
  if (spec.kind === 'verify' || spec.sync !== undefined) return null;
  if (spec.kind === 'upload') return spec.repairs === undefined ? uploadAgain(spec, unplanned) : whole(spec);
  if (spec.kind === 'download') return spec.repairs === undefined ? downloadAgain(spec, unplanned) : whole(spec);
  return copyAgain(spec, unplanned);
}

/** The planner looks up the findings of a verification. */
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
  // Its only file, or files that are all named.
  if (spec.as !== undefined || spec.names !== undefined) return whole(spec);
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
  // A folder is identified by its path with a trailing slash; a file by its retained name.
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

/** Finds the choice that a source belongs to. Called for each of thousands of failures, so the list is indexed once. */
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

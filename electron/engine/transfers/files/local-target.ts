// The local side of a download: folders below the target that cannot be redirected, and a temporary file beside the
// final one, which workers write and rename; and the removal of temporary files that will not be continued.
import { type FileHandle, lstat, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StowageError } from '@shared/errors';
import { localError, systemCodeOf } from '../../../disk/local-error';
import { makeFolder, makePrivateFolder } from '../../../disk/make-folder';
import {
  type FolderAccess,
  type FolderMark,
  createPartial,
  fileMark,
  fileModeIn,
  markFolder,
  partialNameOf,
  reopenPartial,
} from '../../../disk/partial-file';
import type { Clock } from '../../ports';
import type { ShardOf } from '../api';
import type { DownloadSpec, JobHead, PlannedFile } from '../records/job-records';
import type { JobState } from '../records/job-state';

export interface Target {
  readonly path: string;
  readonly temporaryPath: string;
}

/** Names of earlier versions had no secret part. */
export type PartNaming = Pick<JobHead, 'id' | 'partKey' | 'blockIds'>;

/**
 * `f` makes the temporary name unique within the job and known to a later run; other users cannot predict it. The files
 * of a shard are numbered anew by each run of it, so that their paths take the place of numbers.
 */
export function targetOf(targetDir: string, segments: readonly string[], job: PartNaming, f: number): Target {
  const path = join(targetDir, ...segments);
  const isOfShard = typeof job.blockIds === 'object';
  const known = isOfShard ? segments.join('/') : f;
  const name = job.partKey === undefined ? `${job.id.slice(0, 10)}-${f}` : partialNameOf(job.partKey, known);
  return { path, temporaryPath: join(dirname(path), `.stowage-${name}.part`) };
}

/**
 * Creates the folders of a target once. A symbolic link among them is rejected, because it would lead out of the
 * target. `onMade`: called for each folder that may be new. Returns a function that detects later whether the last one
 * was replaced.
 */
export function createFolderMaker(
  targetDir: string,
  onMade: (folder: string) => void,
  access: FolderAccess = 'by-umask',
): (segments: readonly string[]) => Promise<FolderMark> {
  const made = new Map<string, Promise<FolderMark>>();
  const make = (folder: string, ensure: (folder: string) => Promise<void>): Promise<FolderMark> => {
    const known = made.get(folder);
    if (known !== undefined) return known;
    const making = ensure(folder).then(() => {
      onMade(folder);
      return markFolder(folder, access);
    });
    made.set(folder, making);
    making.catch(() => made.delete(folder));
    return making;
  };
  return async (segments) => {
    let folder = targetDir;
    let mark = await make(folder, access === 'private' ? makePrivateFolder : makeFolder);
    for (const segment of segments.slice(0, -1)) {
      folder = join(folder, segment);
      mark = await make(folder, (path) => ensureFolder(path, access));
    }
    return mark;
  };
}

/** The index of the folder whose name is taken, according to the error of `ensureFolder`; null for none. */
export function folderInTheWay(
  targetDir: string,
  segments: readonly string[],
  { code, context }: StowageError,
): number | null {
  if (code !== 'conflict.target-exists' || context.folder !== 'needed') return null;
  const at = segments.findIndex((_name, end) => join(targetDir, ...segments.slice(0, end + 1)) === context.path);
  return at < 0 ? null : at;
}

async function ensureFolder(folder: string, access: FolderAccess): Promise<void> {
  try {
    await mkdir(folder, { mode: access === 'private' ? 0o700 : 0o777 });
    return;
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw localError(error, folder);
  }
  const stats = await lstat(folder);
  if (stats.isDirectory()) return;
  const what = stats.isSymbolicLink() ? 'link' : 'file';
  throw new StowageError('conflict.target-exists', `Where a folder is needed there is a ${what}.`, {
    context: { path: folder, what, folder: 'needed' },
  });
}

export interface LocalFacts {
  readonly bytes: number;
  readonly mtimeMs: number;
  /** When it got its name or was changed last, whatever time it was given. */
  readonly namedMs: number;
}

/** The file at the final name; null for none. Throws `conflict.target-exists` when it is not a regular file. */
export async function readLocalFacts(path: string): Promise<LocalFacts | null> {
  try {
    const stats = await lstat(path);
    if (stats.isFile()) return { bytes: stats.size, mtimeMs: stats.mtimeMs, namedMs: stats.ctimeMs };
    throw inTheWay(path, stats.isDirectory() ? 'folder' : stats.isSymbolicLink() ? 'link' : 'special');
  } catch (error) {
    // ENOTDIR: a file exists where a folder is needed, which is reported when that folder is created.
    if (['ENOENT', 'ENOTDIR'].includes(systemCodeOf(error))) return null;
    throw localError(error, path);
  }
}

const occupants: ReadonlySet<unknown> = new Set(['folder', 'link', 'special', 'latecomer']);

/** Whether a folder, a link, a special file or a file that has just appeared has the name. */
export function isTargetTaken({ code, context }: StowageError): boolean {
  return code === 'conflict.target-exists' && occupants.has(context.what) && context.folder !== 'needed';
}

/** What no overwrite policy replaces. */
function inTheWay(path: string, what: 'folder' | 'link' | 'special'): StowageError {
  const named = what === 'special' ? 'special file' : what;
  return new StowageError('conflict.target-exists', `There is a ${named} where the file would be.`, {
    context: { path, what },
  });
}

/** Open for writing. `mark`: which file it is. `partial`: it still has the length of an earlier run. */
interface Temporary {
  readonly handle: FileHandle;
  readonly mark: string;
  readonly state: 'kept' | 'new';
}

/**
 * Creates the temporary file at its full length, or opens that of an earlier run; links are not followed.
 * @throws StowageError `local.*`
 */
export async function openTemporary(
  path: string,
  bytes: number,
  earlier: 'use' | 'discard',
  folder: Pick<FolderMark, 'access'>,
): Promise<Temporary> {
  try {
    const partial = earlier === 'use' ? await reopenPartial(path, bytes) : null;
    const handle = partial ?? (await createPartial(path, fileModeIn(folder)));
    try {
      if (partial === null) await handle.truncate(bytes);
      const mark = fileMark(await handle.stat({ bigint: true }));
      return { handle, mark, state: partial === null ? 'new' : 'kept' };
    } catch (error) {
      await handle.close();
      throw error;
    }
  } catch (error) {
    throw localError(error, path);
  }
}

// Removes the temporary files of downloads that will not be continued. One that cannot be removed, as on a disk that
// has become read-only, prevents neither the removal of the others nor the end of its job: the number of remaining
// files is returned, to be reported.

/** Between two rounds over the files that are in use: a virus scanner releases them after a moment. */
const pausesMs = [100, 200, 400];
const inUse: ReadonlySet<string> = new Set(['EBUSY', 'EPERM']);

/** The files of a job of which a temporary file may exist: those that have not ended, and those that failed half-way. */
export function begunFiles({ open, failed }: JobState): readonly PlannedFile[] {
  const halfWay = [...failed.values()].flatMap(({ file, blocks }) =>
    file === null || blocks.size === 0 ? [] : [file],
  );
  return [...[...open.values()].map(({ file }) => file), ...halfWay];
}

/** Whether another attempt can continue from the received bytes of a blob: the failure does not invalidate them. */
export function keepsWhatCame({ kind, code }: StowageError): boolean {
  if (code === 'local.checksum') return false;
  return kind === 'network' || kind === 'throttled' || kind === 'auth' || kind === 'localIo';
}

/** Those of the given files of a job. Returns how many stay. */
export function removeLeftovers(
  { head }: JobState,
  files: Iterable<PlannedFile>,
  clock: Pick<Clock, 'sleep'>,
): Promise<number> {
  const { spec } = head;
  const paths: string[] = [];
  for (const file of files) {
    if (spec.kind !== 'download' || file.t !== 'download') continue;
    paths.push(targetOf(spec.targetDir, file.segments, head, file.f).temporaryPath);
  }
  return removeTemporaries(paths, clock);
}

/** From which the names of partial files of one run of a shard are derived. */
export function partKeyOfShard({ job, run }: Pick<Shard, 'job' | 'run'>): string {
  return `${job} ${run}`;
}

type Shard = NonNullable<ShardOf['shard']>;

/** Each run removes what the one before it has left; that one may have been killed before it could do so. */
const earlierRuns = 2;

/**
 * Removes the partial files of earlier runs of a shard, on whatever machine. One that still writes is about to notice
 * that it has lost the shard.
 */
export async function removeEarlierParts(
  { targetDir, selection }: DownloadSpec,
  { job, run }: Shard,
  clock: Pick<Clock, 'sleep'>,
): Promise<void> {
  for (let earlier = Math.max(1, run - earlierRuns); earlier < run; earlier += 1) {
    const naming = { id: job, partKey: partKeyOfShard({ job, run: earlier }), blockIds: { job } };
    const paths = selection.flatMap((chosen) =>
      chosen.kind === 'blob' && chosen.at !== undefined
        ? [targetOf(targetDir, chosen.at, naming, 0).temporaryPath]
        : [],
    );
    await removeTemporaries(paths, clock);
  }
}

/** Returns how many stay; one that is missing does not. */
export async function removeTemporaries(
  paths: readonly string[],
  clock: Pick<Clock, 'sleep'>,
  remove: (path: string) => Promise<void> = (path) => rm(path),
): Promise<number> {
  let left = paths;
  let stay = 0;
  for (let round = 0; ; round += 1) {
    const busy: string[] = [];
    for (const path of left) {
      try {
        await remove(path);
      } catch (error) {
        const code = systemCodeOf(error);
        if (inUse.has(code)) busy.push(path);
        // ENOTDIR: a file has replaced the folder.
        else if (code !== 'ENOENT' && code !== 'ENOTDIR') stay += 1;
      }
    }
    const pauseMs = pausesMs[round];
    if (busy.length === 0 || pauseMs === undefined) return stay + busy.length;
    await clock.sleep(pauseMs);
    left = busy;
  }
}

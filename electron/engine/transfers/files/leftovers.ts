// Removes the temporary files of downloads that will not be continued. One that cannot be removed, as on a disk that
// has become read-only, keeps neither the others nor the end of its job from it: how many stay is returned, to be told.
import { rm } from 'node:fs/promises';
import { systemCodeOf } from '../../../disk/local-error';
import type { Clock } from '../../ports';
import type { StowageError } from '@shared/errors';
import type { PlannedFile } from '../records/job-records';
import type { JobState } from '../records/job-state';
import { targetOf } from './target-file';

/** Between two rounds over the files that are in use: a virus scanner lets go after a moment. */
const pausesMs = [100, 200, 400];
const inUse: ReadonlySet<string> = new Set(['EBUSY', 'EPERM']);

/** The files of a job of which a temporary file may exist: those that have not ended, and those that failed half-way. */
export function begunFiles({ open, failed }: JobState): readonly PlannedFile[] {
  const halfWay = [...failed.values()].flatMap(({ file, blocks }) =>
    file === null || blocks.size === 0 ? [] : [file],
  );
  return [...[...open.values()].map(({ file }) => file), ...halfWay];
}

/** Whether another try can go on with what came of a blob: the failure says nothing against those bytes. */
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
        // ENOTDIR: a file has taken the place of the folder.
        else if (code !== 'ENOENT' && code !== 'ENOTDIR') stay += 1;
      }
    }
    const pauseMs = pausesMs[round];
    if (busy.length === 0 || pauseMs === undefined) return stay + busy.length;
    await clock.sleep(pauseMs);
    left = busy;
  }
}

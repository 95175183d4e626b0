// The folder that an export by a hub writes: a file for each shard, and a list of those that count. Files of workers that
// were lost, and of earlier exports, are not in it.
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StowageError, invalidInput } from '@shared/errors';
import { readIfExists } from '../../disk/read-if-exists';
import { writeWhole } from '../../disk/whole-file';
import { partName } from '../../engine/cluster/item-work';
import type { JobView, Outcome } from '../../engine/cluster/messages';
import type { SpecOf } from '../../engine/cluster/specs';

const manifestIn = (folder: string): string => join(folder, 'manifest.json');

export async function writeManifest(
  { targetDir, format, query }: SpecOf<'export'>,
  { id, state, files, failedCount }: JobView,
  outcomes: readonly Outcome[],
): Promise<void> {
  const parts = outcomes
    .filter(({ end, failedCount: failed }) => end === 'done' && failed === 0)
    .map((outcome) => ({ file: partName(outcome.shard, format), rows: outcome.files, bytes: outcome.bytes }));
  const content = {
    table: query.table,
    format,
    job: id,
    complete: state === 'done' && failedCount === 0,
    rows: files,
    parts,
  };
  await writeWhole(manifestIn(targetDir), `${JSON.stringify(content, null, 2)}\n`);
}

/** A folder whose list says that an export is complete is replaced only if that was wanted. */
export async function prepareParts(folder: string, replacing: 'never' | 'always'): Promise<void> {
  const found = await readIfExists(folder, (present) => stat(present), null);
  if (found !== null && !found.isDirectory()) {
    throw invalidInput('FILE', 'with --hub a folder of that name is written, and it is a file.', 'Use another name.');
  }
  const manifest = await readIfExists(manifestIn(folder), (present) => stat(present), null);
  if (manifest === null) return;
  if (replacing === 'never') {
    throw new StowageError('conflict.target-exists', 'The export already exists.', {
      context: { path: folder, option: '--overwrite always' },
    });
  }
  await rm(manifestIn(folder));
}

// The folder that an export by a hub writes: a file for each shard, and a list of those that count, which a worker writes
// once all are there. Files of workers that were lost, and of earlier exports, are not in it.
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StowageError, invalidInput } from '@shared/errors';
import { exportExtensions } from '@shared/model/table-export';
import { t } from '@shared/strings/t';
import { readIfExists } from '../../disk/read-if-exists';
import { writeWhole } from '../../disk/whole-file';
import { outcomesOf } from './outcomes';
import type { SpecOf } from './specs';
import type { HubLine } from './work-queue';

const manifestIn = (folder: string): string => join(folder, 'manifest.json');

/** The name of the file of one shard. */
export const partName = (shard: string, format: keyof typeof exportExtensions): string =>
  `part-${shard}.${exportExtensions[format]}`;

/** Of a job all of whose shards have ended. */
export async function writeManifest(
  job: string,
  { targetDir, format, query }: SpecOf<'export'>,
  line: Pick<HubLine, 'call'>,
): Promise<void> {
  const { files, failedCount } = await line.call('job', { job });
  const parts = (await outcomesOf(line, job))
    .filter(({ end, failedCount: failed }) => end === 'done' && failed === 0)
    .map((outcome) => ({ file: partName(outcome.shard, format), rows: outcome.files, bytes: outcome.bytes }));
  const content = { table: query.table, format, job, complete: failedCount === 0, rows: files, parts };
  await writeWhole(manifestIn(targetDir), `${JSON.stringify(content, null, 2)}\n`);
}

/** A folder whose list says that an export is complete is replaced only if that was wanted. */
export async function prepareParts(folder: string, replacing: 'never' | 'always'): Promise<void> {
  const found = await readIfExists(folder, (present) => stat(present), null);
  if (found !== null && !found.isDirectory()) {
    const problem = t`a hub writes a folder of that name, and it is a file.`;
    throw invalidInput('File', problem, t`Use another name.`);
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

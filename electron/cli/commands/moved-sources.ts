// `stowage jobs resume --sources-in`: the missing sources of an upload, looked for in the folder to which they were moved.
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { invalidInput } from '@shared/errors';
import type { TransferJob } from '@shared/model/transfer';
import type { FoundSources } from '../../engine/transfers/plan/walk';
import type { Session } from '../session';
import { filesIn } from './job-summary';

/** Prints how many were found, and what happened to the others. Throws `invalid.input`. */
export async function foundIn(
  folder: string,
  { id, kind }: TransferJob,
  { engine, output }: Session,
): Promise<FoundSources['found']> {
  if (kind !== 'upload') {
    throw invalidInput('--sources-in', 'this job is not an upload.', 'Remove the option.');
  }
  const path = resolve(folder);
  const isFolder = await stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (!isFolder) {
    throw invalidInput(
      '--sources-in',
      `there is no folder ${folder}.`,
      'Specify the folder that contains the files now.',
    );
  }
  const { found, changed, unclear, missing } = await engine.rooms.transfers.findSources(id, path);
  if (output.json) output.note({ sources: { found: found.length, changed, unclear, missing } });
  else output.info(messageOf({ found: found.length, changed, unclear, missing }));
  return found;
}

function messageOf(counts: Readonly<Record<'found' | 'changed' | 'unclear' | 'missing', number>>): string {
  const { found, changed, unclear, missing } = counts;
  const parts = [
    ...(changed > 0 ? [`${filesIn(changed)} changed since and skipped`] : []),
    ...(unclear > 0 ? [`${filesIn(unclear)} ambiguous and skipped`] : []),
    ...(missing > 0 ? [`${filesIn(missing)} not found`] : []),
  ];
  return `${[`${filesIn(found)} found`, ...parts].join(', ')}.`;
}

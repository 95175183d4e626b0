// Where a run of the lab writes its files, checked before it measures for minutes or hours.
import { join, resolve } from 'node:path';
import { invalidInput } from '@shared/errors';
import { systemCodeOf } from '../../disk/local-error';
import { tryToReplace } from '../../disk/replace-file';
import { makeNamedFolder } from '../named-folder';

const files = ['report.html', 'report.pdf', 'data.csv', 'run.json'];

/**
 * Makes the folder of `--out`. Without it the run makes one of its own in `workingFolder`, once it has an id.
 * @throws StowageError `invalid.input`
 */
export async function checkLabOutputPath(out: string | undefined, workingFolder = process.cwd()): Promise<void> {
  if (out === undefined) {
    await requireWritable(join(workingFolder, '.stowage-lab'), workingFolder);
    return;
  }
  const folder = resolve(out);
  await makeNamedFolder('--out', folder, 'usual');
  for (const file of files) await requireWritable(join(folder, file));
}

async function requireWritable(path: string, shownPath = path): Promise<void> {
  try {
    await tryToReplace(path);
  } catch (thrown) {
    const problem = `${shownPath} cannot be written (${systemCodeOf(thrown)}).`;
    throw invalidInput('--out', problem, 'Name a folder that you may write to.');
  }
}

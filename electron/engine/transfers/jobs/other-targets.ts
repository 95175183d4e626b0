// The places of all other files of a job when a part of it is planned again: none of them may be overwritten.
import { StowageError } from '@shared/errors';
import { learnFoldingToWrite } from '../plan/folding';
import { collisionKey } from '../plan/names';
import type { PlanStep } from '../plan/plan';
import { targetOf, endpointsOf } from '../records/files-state';
import type { JobJournal } from '../records/job-journal';
import type { PlannedFile } from '../records/job-records';
import type { JobState } from '../records/job-state';
import type { MovedFile } from '../records/moved-files';
import { createNameSet } from '../records/name-set';

export interface OtherTargets {
  /** Gives a file its place; if another file has it, the result says what becomes of it. */
  claim(step: PlanStep<PlannedFile>): PlanStep<PlannedFile>;
}
type FileStep = Extract<PlanStep<PlannedFile>, { kind: 'file' }>;

/** Ask for those that are not known yet. `movedBy`: the files that are done, read from disk. */
export async function otherTargets(
  { head, open, failed }: JobState,
  journal: Pick<JobJournal, 'write'>,
  movedBy: (jobId: string) => AsyncIterable<readonly MovedFile[]>,
): Promise<OtherTargets> {
  const { id, spec } = head;
  const folding = spec.kind === 'download' ? await learnFoldingToWrite(spec.targetDir) : null;
  const keyOf = (target: string): string => (folding === null ? target : collisionKey(target.split('/'), folding));
  const taken = createNameSet();
  const add = (file: PlannedFile | null): void => {
    if (file !== null) taken.add(keyOf(targetOf(file)));
  };
  for (const { file } of open.values()) add(file);
  for (const { file } of failed.values()) add(file);
  // Read after the open files, so that a file that ends meanwhile is in one of the two.
  await journal.write();
  for await (const files of movedBy(id)) {
    for (const { name, segments } of files) taken.add(keyOf(folding === null ? name : segments.join('/')));
  }
  return {
    claim: (step) => {
      if (step.kind !== 'file') return step;
      return taken.add(keyOf(targetOfStep(step))) === 'known' ? sameTarget(step) : step;
    },
  };
}

/** The problem that another file of the job has the same place. */
function sameTarget(step: FileStep): PlanStep<PlannedFile> {
  const { source, target } = endpointsOf(numbered(step));
  const error = new StowageError('conflict.target-exists', 'Another file of this job has the same target.', {
    context: { path: target, what: 'twin' },
  });
  return { kind: 'problem', problem: { source, target, error } };
}

export const targetOfStep = (step: FileStep): string => targetOf(numbered(step));

export const numbered = ({ file }: FileStep): PlannedFile => ({ f: 0, attempt: 0, ...file }) as PlannedFile;

// The places that an interrupted plan gave away: when it is made again its files keep them, and no other file gets them,
// although the listing or the folders may have changed.
import type { EarlierPlan } from '../plan/plan';
import { plannedDownload, plannedUpload } from '../records/files-state';
import type { JobJournal } from '../records/job-journal';
import type { PlannedFile } from '../records/job-records';
import type { JobState } from '../records/job-state';
import type { MovedFile } from '../records/moved-files';

interface Known {
  readonly isKnown: (plannedTarget: string) => boolean;
  /** Those that are done, read from disk. */
  readonly movedBy: (jobId: string) => AsyncIterable<readonly MovedFile[]>;
}

type Names = Pick<MovedFile, 'name' | 'segments'>;

export interface EarlierTargets {
  readonly uploads: EarlierPlan<string>;
  readonly downloads: EarlierPlan<readonly string[]>;
}

export function earlierTargets(
  jobState: JobState,
  journal: Pick<JobJournal, 'write'>,
  { isKnown, movedBy }: Known,
): EarlierTargets {
  return {
    uploads: {
      isKnown: (path, name) => isKnown(plannedUpload(path, name)),
      places: targetsOf(jobState, journal, { movedBy, positionIn: ({ name }) => name }),
    },
    downloads: {
      isKnown: (name, wanted) => isKnown(plannedDownload(name, wanted)),
      places: targetsOf(jobState, journal, { movedBy, positionIn: ({ segments }) => segments }),
    },
  };
}

async function* targetsOf<Target>(
  { head, open, failed }: JobState,
  journal: Pick<JobJournal, 'write'>,
  { movedBy, positionIn: targetIn }: Pick<Known, 'movedBy'> & { readonly positionIn: (names: Names) => Target },
): AsyncGenerator<readonly Target[], void, undefined> {
  const unsettled = [...open.values(), ...failed.values()];
  yield unsettled.flatMap(({ file }) => (file === null ? [] : namesIn(file))).map(targetIn);
  // Read after the open files, so that a file that ends meanwhile is in one of the two.
  await journal.write();
  for await (const files of movedBy(head.id)) yield files.map(targetIn);
}

function namesIn(file: PlannedFile): readonly Names[] {
  if ('marks' in file && file.marks === 'folder') return [];
  if (file.t === 'download') return [file];
  return file.t === 'upload' ? [{ name: file.name, segments: [] }] : [];
}

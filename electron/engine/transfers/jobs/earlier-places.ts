// The places that an interrupted plan of a download gave away: when it is made again its blobs keep them, and no other
// blob gets them, although the listing may have changed.
import type { EarlierPlan } from '../plan/plan';
import { plannedDownload } from '../records/file-standing';
import type { JobJournal } from '../records/job-journal';
import type { JobStanding } from '../records/job-standing';
import type { MovedFile } from '../records/moved-files';

interface Known {
  readonly isKnown: (plannedPlace: string) => boolean;
  /** Those that are done, read from disk. */
  readonly movedBy: (jobId: string) => AsyncIterable<readonly MovedFile[]>;
}

export function earlierPlaces(
  standing: JobStanding,
  journal: Pick<JobJournal, 'write'>,
  { isKnown, movedBy }: Known,
): EarlierPlan {
  return {
    isKnown: (name, wanted) => isKnown(plannedDownload(name, wanted)),
    places: placesOf(standing, journal, movedBy),
  };
}

async function* placesOf(
  { head, open, failed }: JobStanding,
  journal: Pick<JobJournal, 'write'>,
  movedBy: Known['movedBy'],
): AsyncGenerator<readonly (readonly string[])[], void, undefined> {
  const unsettled = [...open.values(), ...failed.values()];
  yield unsettled.flatMap(({ file }) => (file?.t === 'download' ? [file.segments] : []));
  // Read after the open files, so that a file that ends meanwhile is in one of the two.
  await journal.write();
  for await (const files of movedBy(head.id)) yield files.map(({ segments }) => segments);
}

// The places that an interrupted plan gave away: when it is made again its files keep them, and no other file gets them,
// although the listing or the folders may have changed.
import type { EarlierPlan } from '../plan/plan';
import { plannedDownload, plannedUpload } from '../records/file-standing';
import type { JobJournal } from '../records/job-journal';
import type { PlannedFile } from '../records/job-records';
import type { JobStanding } from '../records/job-standing';
import type { MovedFile } from '../records/moved-files';

interface Known {
  readonly isKnown: (plannedPlace: string) => boolean;
  /** Those that are done, read from disk. */
  readonly movedBy: (jobId: string) => AsyncIterable<readonly MovedFile[]>;
}

type Names = Pick<MovedFile, 'name' | 'segments'>;

export interface EarlierPlaces {
  readonly uploads: EarlierPlan<string>;
  readonly downloads: EarlierPlan<readonly string[]>;
}

export function earlierPlaces(
  standing: JobStanding,
  journal: Pick<JobJournal, 'write'>,
  { isKnown, movedBy }: Known,
): EarlierPlaces {
  return {
    uploads: {
      isKnown: (path, name) => isKnown(plannedUpload(path, name)),
      places: placesOf(standing, journal, { movedBy, placeIn: ({ name }) => name }),
    },
    downloads: {
      isKnown: (name, wanted) => isKnown(plannedDownload(name, wanted)),
      places: placesOf(standing, journal, { movedBy, placeIn: ({ segments }) => segments }),
    },
  };
}

async function* placesOf<Place>(
  { head, open, failed }: JobStanding,
  journal: Pick<JobJournal, 'write'>,
  { movedBy, placeIn }: Pick<Known, 'movedBy'> & { readonly placeIn: (names: Names) => Place },
): AsyncGenerator<readonly Place[], void, undefined> {
  const unsettled = [...open.values(), ...failed.values()];
  yield unsettled.flatMap(({ file }) => (file === null ? [] : namesIn(file))).map(placeIn);
  // Read after the open files, so that a file that ends meanwhile is in one of the two.
  await journal.write();
  for await (const files of movedBy(head.id)) yield files.map(placeIn);
}

function namesIn(file: PlannedFile): readonly Names[] {
  if ('marks' in file && file.marks === 'folder') return [];
  if (file.t === 'download') return [file];
  return file.t === 'upload' ? [{ name: file.name, segments: [] }] : [];
}

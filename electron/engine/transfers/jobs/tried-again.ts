// Which files of a job are tried again when a person retries or resumes it, and how its journal says so.
import { isAllPaused } from '../records/file-standing';
import type { JobJournal } from '../records/job-journal';
import type { JobRecord, PlannedFile } from '../records/job-records';
import { type JobStanding, pauseOf } from '../records/job-standing';
import { canBeRetried } from './job-summary';

/** Which failed files: those with that code, those numbers; all when neither is given. */
export interface RetryChoice {
  readonly code?: string | undefined;
  readonly files?: readonly number[] | undefined;
}

/** Files that a person has paused: resumed where nothing else is left, or left alone. */
export type PausedFilesChoice = 'if all' | 'left alone';

/** The numbers of the failed files that are meant. */
export function chosen(standing: JobStanding, { code, files }: RetryChoice): number[] {
  const numbers = files === undefined ? null : new Set(files);
  return [...standing.failed]
    .filter(([f, failed]) => {
      if (!canBeRetried(standing, failed) || (numbers !== null && !numbers.has(f))) return false;
      return code === undefined || failed.failure.code === code;
    })
    .map(([f]) => f);
}

/** The journal record that opens it again. */
export function retryOf(standing: JobStanding, f: number): Extract<JobRecord, { t: 'retry' }> {
  return { t: 'retry', f, ...(standing.failed.get(f)?.file === null ? { plan: 'again' } : {}) };
}

/** Opens it, or leaves it open, with another plan. */
export function noteAgain(standing: JobStanding, file: PlannedFile, journal: Pick<JobJournal, 'note'>): void {
  journal.note(file);
  const open = standing.open.get(file.f);
  // Where it failed, blocks of it may have been staged.
  if (open !== undefined) open.earlier = 'yes';
}

export interface OpenAgain {
  readonly pausedFiles: PausedFilesChoice;
  /** Files that take the place of those planned, if these are not over. */
  readonly sources?: readonly PlannedFile[];
}

/** Before a resting job runs again. `choice`: null opens no file that failed. */
export function openAgain(
  standing: JobStanding,
  journal: Pick<JobJournal, 'note'>,
  choice: RetryChoice | null,
  { pausedFiles, sources = [] }: OpenAgain,
): void {
  if (pausedFiles === 'if all' && isAllPaused(standing)) {
    for (const f of [...standing.paused]) journal.note(pauseOf(f, 'no'));
  }
  // What ended the previous run is not a failure of this one.
  for (const [f, { failure }] of [...standing.failed]) {
    if (failure.context.wholeJob === true) journal.note({ t: 'retry', f });
  }
  for (const file of sources) {
    if (standing.open.has(file.f) || standing.failed.has(file.f)) noteAgain(standing, file, journal);
  }
  if (choice !== null) for (const f of chosen(standing, choice)) journal.note(retryOf(standing, f));
}

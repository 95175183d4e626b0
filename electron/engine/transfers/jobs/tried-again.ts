// Which files of a job are tried again when a person retries or resumes it, and how its journal says so.
import { isAllPaused } from '../records/files-state';
import type { JobJournal } from '../records/job-journal';
import type { JobRecord, PlannedFile } from '../records/job-records';
import { type JobState, pauseOf } from '../records/job-state';
import { canBeRetried } from './job-summary';

/** Which failed files: those with that code, those numbers; all when neither is given. */
export interface RetryChoice {
  readonly code?: string | undefined;
  readonly files?: readonly number[] | undefined;
}

/** Files that a person has paused: resumed where nothing else is left, or left alone. */
export type PausedFilesChoice = 'if all' | 'left alone';

/** The numbers of the failed files that are meant. */
export function chosen(jobState: JobState, { code, files }: RetryChoice): number[] {
  const numbers = files === undefined ? null : new Set(files);
  return [...jobState.failed]
    .filter(([f, failed]) => {
      if (!canBeRetried(jobState, failed) || (numbers !== null && !numbers.has(f))) return false;
      return code === undefined || failed.failure.code === code;
    })
    .map(([f]) => f);
}

/** The journal record that opens it again. */
export function retryOf(jobState: JobState, f: number): Extract<JobRecord, { t: 'retry' }> {
  return { t: 'retry', f, ...(jobState.failed.get(f)?.file === null ? { plan: 'again' } : {}) };
}

/** Opens it, or leaves it open, with another plan. */
export function noteAgain(jobState: JobState, file: PlannedFile, journal: Pick<JobJournal, 'note'>): void {
  journal.note(file);
  const open = jobState.open.get(file.f);
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
  jobState: JobState,
  journal: Pick<JobJournal, 'note'>,
  choice: RetryChoice | null,
  { pausedFiles, sources = [] }: OpenAgain,
): void {
  if (pausedFiles === 'if all' && isAllPaused(jobState)) {
    for (const f of [...jobState.paused]) journal.note(pauseOf(f, 'no'));
  }
  // What ended the previous run is not a failure of this one.
  for (const [f, { failure }] of [...jobState.failed]) {
    if (failure.context.wholeJob === true) journal.note({ t: 'retry', f });
  }
  for (const file of sources) {
    if (jobState.open.has(file.f) || jobState.failed.has(file.f)) noteAgain(jobState, file, journal);
  }
  if (choice !== null) for (const f of chosen(jobState, choice)) journal.note(retryOf(jobState, f));
}

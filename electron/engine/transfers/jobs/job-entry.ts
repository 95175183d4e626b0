// A job as the table holds it: its standing, its run, its journal while it is open, its listeners.
import { isErrorCode } from '@shared/error-words';
import { StowageError, cancelled } from '@shared/errors';
import { type Turns, createTurns } from '@shared/in-turns';
import { refusedBy } from '../../azure/failures/refused-by';
import type { Beginning, JobEvent, JobSummary } from '../api';
import type { Job } from './job';
import type { JobJournal } from '../records/job-journal';
import type { JobRecord, PlannedFile } from '../records/job-records';
import type { JobStanding } from '../records/job-standing';
import { canBeRetried } from './job-summary';

export interface Entry {
  /** Read again whenever the job is resumed, because another process may have moved it meanwhile. */
  standing: JobStanding;
  job: Job | null;
  journal: JobJournal | null;
  release: () => Promise<void>;
  ended: Promise<JobSummary>;
  /** Until then no timetable pauses it, because a person has started it. Wall time in ms. */
  freeUntilMs: number;
  readonly listeners: Set<(event: JobEvent) => void>;
  /** What is done with the journal from outside of a run. */
  readonly turns: Turns;
}

export function newEntry(standing: JobStanding): Entry {
  const ended = Promise.reject<JobSummary>(cancelled());
  ended.catch(() => undefined);
  const release = (): Promise<void> => Promise.resolve();
  const listeners: Entry['listeners'] = new Set();
  return { standing, job: null, journal: null, release, ended, freeUntilMs: 0, listeners, turns: createTurns() };
}

/** Which failed files: those with that code, those numbers; all when neither is given. */
export interface RetryChoice {
  readonly code?: string | undefined;
  readonly files?: readonly number[] | undefined;
}

/** The numbers of the failed files that are meant. */
export function chosen({ standing }: Entry, { code, files }: RetryChoice): number[] {
  const numbers = files === undefined ? null : new Set(files);
  return [...standing.failed]
    .filter(([f, failed]) => {
      if (!canBeRetried(standing, failed) || (numbers !== null && !numbers.has(f))) return false;
      return code === undefined || failed.failure.code === code;
    })
    .map(([f]) => f);
}

/** The journal record that opens it again. */
export function retryOf({ standing }: Entry, f: number): Extract<JobRecord, { t: 'retry' }> {
  return { t: 'retry', f, ...(standing.failed.get(f)?.file === null ? { plan: 'again' } : {}) };
}

/** Opens it, or leaves it open, with another plan. */
export function noteAgain({ standing }: Entry, file: PlannedFile, journal: JobJournal): void {
  journal.note(file);
  const open = standing.open.get(file.f);
  // Where it failed, blocks of it may have been staged.
  if (open !== undefined) open.earlier = 'yes';
}

/** Why a job is resumed. `credential`: the refused key or SAS may have been replaced. */
export interface ResumeOptions extends Beginning {
  readonly credential?: 'new';
  /** Files that take the place of those planned, if these are not over. */
  readonly sources?: readonly PlannedFile[];
}

/** Whether it stopped for a refusal that another credential may not meet, or that a person accepts by resuming. */
export function wasRefused({ standing: { state, waitsFor, stop } }: Entry): boolean {
  if (state !== 'paused' || waitsFor !== 'credential' || stop === null || !isErrorCode(stop.code)) return false;
  return refusedBy(new StowageError(stop.code, stop.message, { context: stop.context })) === 'unclear';
}

/** Whether it can be resumed. */
export function isStopped({ standing }: Entry): boolean {
  return standing.state === 'interrupted' || standing.state === 'paused';
}

/** A run that is over releases its journal a moment later. */
export async function afterItsRun(entry: Entry): Promise<Entry> {
  if (entry.journal !== null && entry.job?.isOver === true) await entry.ended.catch(() => undefined);
  return entry;
}

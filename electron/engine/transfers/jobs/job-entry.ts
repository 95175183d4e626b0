// A job as the table holds it: its standing, its run, its journal while it is open, its listeners.
import { isErrorCode } from '@shared/error-text';
import { StowageError, cancelled } from '@shared/errors';
import { type SerialQueue, createSerialQueue } from '@shared/serial-queue';
import { deniedScopeOf } from '../../azure/failures/denied-scope';
import type { Beginning, JobEvent, JobHandle, JobSummary } from '../api';
import type { Job } from './job';
import type { JobJournal } from '../records/job-journal';
import type { PlannedFile } from '../records/job-records';
import type { JobState } from '../records/job-state';

export interface Entry {
  /** Read again whenever the job is resumed, because another process may have moved it meanwhile. */
  state: JobState;
  job: Job | null;
  journal: JobJournal | null;
  release: () => Promise<void>;
  ended: Promise<JobSummary>;
  /** Until then no timetable pauses it, because a person has started it. Wall time in ms. */
  freeUntilMs: number;
  readonly listeners: Set<(event: JobEvent) => void>;
  /** What is done with the journal from outside of a run. */
  readonly turns: SerialQueue;
}

export function newEntry(jobState: JobState): Entry {
  const ended = Promise.reject<JobSummary>(cancelled());
  ended.catch(() => undefined);
  const release = (): Promise<void> => Promise.resolve();
  const listeners: Entry['listeners'] = new Set();
  return {
    state: jobState,
    job: null,
    journal: null,
    release,
    ended,
    freeUntilMs: 0,
    listeners,
    turns: createSerialQueue(),
  };
}

/** What whoever started or resumed the job holds of it. */
export function handleOf(entry: Entry, stop: (entry: Entry, how: 'cancel' | 'interrupt') => Promise<void>): JobHandle {
  return {
    jobId: entry.state.head.id,
    onEvent: (listen) => {
      entry.listeners.add(listen);
      return () => entry.listeners.delete(listen);
    },
    get ended() {
      return entry.ended;
    },
    cancel: () => stop(entry, 'cancel'),
    interrupt: () => stop(entry, 'interrupt'),
  };
}

/** Why a job is resumed. `credential`: the refused key or SAS may have been replaced. */
export interface ResumeOptions extends Beginning {
  readonly credential?: 'new';
  /** Files that take the place of those planned, if these are not over. */
  readonly sources?: readonly PlannedFile[];
}

/** Whether it stopped for a refusal that another credential may not meet, or that a person accepts by resuming. */
export function wasRejected({ state: { state, waitsFor, stop } }: Entry): boolean {
  if (state !== 'paused' || waitsFor !== 'credential' || stop === null || !isErrorCode(stop.code)) return false;
  return deniedScopeOf(new StowageError(stop.code, stop.message, { context: stop.context })) === 'unclear';
}

/** Whether it can be resumed. */
export function isStopped({ state: jobState }: Entry): boolean {
  return jobState.state === 'interrupted' || jobState.state === 'paused';
}

// The journal of one job on a table during a run: opened with the first record of a new job, updated with the end of
// the run, and released.
import { StowageError } from '@shared/errors';
import type { JobStatus } from '@shared/model/job-state';
import type { TableJob } from '@shared/model/table-job';
import type { Journal } from '../../journal/journal-file';
import { localError } from '../../../disk/local-error';
import type { JobFolder, OpenedJobFile } from '../../jobs/job-folder';
import type { JobProgress } from './job-progress';

export interface LifeJournalPorts<T> {
  readonly id: string;
  readonly folder: JobFolder<T>;
  readonly progress: JobProgress;
  /** The first record of a new job. */
  readonly head: T;
  /** How a run ended, including an interruption, so that the next run knows its cost. */
  readonly endedRecord: (view: TableJob) => T;
  /** Removes files that were only needed for resuming, before the end is recorded. */
  readonly onEnded?: (state: JobStatus) => Promise<void>;
  readonly log: (line: string) => void;
}

export interface LifeJournal<T> {
  /** @throws StowageError `conflict.other` while another process runs the job */
  readonly open: () => Promise<OpenedJobFile<T>>;
  /** If that fails, the next start shows a job that was interrupted: that must end neither the app nor other jobs. */
  readonly noteEnd: (journal: Journal<T>) => Promise<void>;
  /** Releases the job; an error that prevents closing its journal is only logged. */
  readonly leave: (release: () => Promise<void>) => Promise<void>;
}

export function createLifeJournal<T>(ports: LifeJournalPorts<T>): LifeJournal<T> {
  const { id, folder, progress, head, endedRecord, onEnded, log } = ports;
  const leave: LifeJournal<T>['leave'] = async (release) => {
    try {
      await release();
    } catch (thrown) {
      log(`The journal of the job ${id} could not be closed: ${StowageError.from(thrown).message}`);
    }
  };
  return {
    open: async () => {
      const file = await folder.open(id, 'as seen');
      try {
        if (file.records.length === 0) await file.journal.append([head], 'synced');
        return file;
      } catch (thrown) {
        await leave(file.release);
        // An incomplete first record would be set aside as a damaged journal. A restarted job writes it again.
        if (file.records.length === 0) await folder.removeJournal(id).catch(() => undefined);
        throw localError(thrown, folder.path(id, 'jsonl'));
      }
    },
    noteEnd: async (journal) => {
      try {
        await onEnded?.(progress.state);
        await journal.append([endedRecord(progress.view())], 'synced');
      } catch (thrown) {
        log(`The end of the job ${id} could not be noted: ${StowageError.from(thrown).message}`);
      }
    },
    leave,
  };
}

export class GroupedNotes<T> {
  readonly #write: (group: readonly T[]) => Promise<void>;
  #gathered: T[] = [];
  #next: Promise<void> | null = null;
  #last: Promise<void> = Promise.resolve();

  /** @param write called with one group after another */
  constructor(write: (group: readonly T[]) => Promise<void>) {
    this.#write = write;
  }

  /** Resolves when the note is written. Rejects, as all later calls do, when a group could not be written. */
  add(note: T): Promise<void> {
    this.#gathered.push(note);
    if (this.#next === null) {
      this.#next = this.#last.then(() => {
        const group = this.#gathered;
        this.#gathered = [];
        this.#next = null;
        return this.#write(group);
      });
      this.#last = this.#next;
    }
    return this.#next;
  }
}

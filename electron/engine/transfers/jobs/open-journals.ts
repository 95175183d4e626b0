// The journals of jobs while they are open: who has one of them open owns the job, and no other process runs it.
import { StowageError } from '@shared/errors';
import type { Clock } from '../../ports';
import { type JobJournal, createJobJournal } from '../records/job-journal';
import { apply, markEarlier } from '../records/job-state';
import type { JobStore, OpenedJob } from '../records/job-store';
import type { Entry } from './job-entry';

export interface OpenJournalsPorts {
  readonly clock: Clock;
  readonly store: Pick<JobStore, 'open' | 'remove'>;
  /** Another process has removed the job, which is cancelled now. */
  readonly onRemoved: (entry: Entry) => void;
}

export interface OpenJournals {
  /**
   * Does something with the journal of a job, one after another for each job. The journal of a resting one is opened
   * for it, with its current standing, and closed again unless the work launches the job.
   * @throws StowageError `conflict.other` while another process has it, `not-found.job` when one has removed it
   */
  readonly whileOpen: <R>(
    entry: Entry,
    work: (journal: JobJournal, job: 'rests' | 'under way') => R | Promise<R>,
  ) => Promise<R>;
  /** Closes the journal and lets go of the job, even if what it noted cannot be written. */
  readonly close: (entry: Entry) => Promise<void>;
}

export function createOpenJournals({ clock, store, onRemoved }: OpenJournalsPorts): OpenJournals {
  const reopen = async (entry: Entry): Promise<JobJournal> => {
    const { id } = entry.state.head;
    const opened = await store.open(id);
    if (opened.state === null) {
      await opened.journal.close();
      await store.remove(id);
      apply(entry.state, { t: 'state', state: 'cancelled', atMs: clock.now(), note: '' });
      onRemoved(entry);
      throw new StowageError('not-found.job', 'Another process has removed the job.', { context: { job: id } });
    }
    entry.state = opened.state;
    markEarlier(entry.state);
    return holdJournal(entry, opened);
  };

  const close: OpenJournals['close'] = async (entry) => {
    try {
      await entry.journal?.close();
    } finally {
      entry.journal = null;
      await entry.release();
    }
  };

  return {
    whileOpen: (entry, work) =>
      entry.turns.take(async () => {
        await afterItsRun(entry);
        const { job, journal: held } = entry;
        if (held !== null) return work(held, 'under way');
        const journal = await reopen(entry);
        try {
          return await work(journal, 'rests');
        } finally {
          if (entry.job === job) await close(entry);
        }
      }),
    close,
  };
}

/** From now on the entry has the journal of its job, and owns the job. */
export function holdJournal(entry: Entry, { journal, release }: Pick<OpenedJob, 'journal' | 'release'>): JobJournal {
  entry.journal = createJobJournal(entry.state, journal);
  entry.release = release;
  return entry.journal;
}

/** A run that is over releases its journal a moment later. */
async function afterItsRun(entry: Entry): Promise<void> {
  if (entry.journal !== null && entry.job?.isOver === true) await entry.ended.catch(() => undefined);
}

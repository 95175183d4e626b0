// The journals of one kind of job, a file each, owned by one process at a time. Independent of the meaning of records.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { StowageError } from '@shared/errors';
import { type Journal, openJournal, readJournal } from '../../journal/journal-file';
import { removeOrphans } from '../../journal/orphans';
import { ownedElsewhere, takeOwnership } from '../../journal/owner-lock';
import { withJournalErrors } from '../../journal/with-journal-errors';
import { namesIn } from '../../../disk/read-if-exists';
import { localError } from '../../../disk/local-error';
import { makePrivateFolder } from '../../../disk/make-folder';
import { moveAside } from '../../../disk/whole-file';

export interface OpenedJobFile<T> {
  readonly records: readonly T[];
  /** Rejects with StowageError `local.*`. */
  readonly journal: Journal<T>;
  /** Closes the journal and releases the ownership. */
  readonly release: () => Promise<void>;
}

export interface JobFolder<T> {
  /** Where a job may store other files: `<id>.<suffix>`. */
  path(jobId: string, suffix: string): string;
  /** Throws `conflict.other` while another process runs the job. */
  open(jobId: string): Promise<OpenedJobFile<T>>;
  /**
   * Passes on the records of each job that no other living process runs. Journals without a valid record are set aside,
   * and leftovers of jobs without a journal are removed.
   * A job that cannot be read or opened does not affect the others: it stays as it is, and `report` is called.
   */
  recover(take: (records: readonly T[]) => void | Promise<void>, report: (unread: StowageError) => void): Promise<void>;
  /** Removes every file of the job. */
  remove(jobId: string): Promise<void>;
}

const suffix = '.jsonl';

/** `now`: wall time. */
export function createJobFolder<T>(folder: string, schema: z.ZodType<T>, now: () => number = Date.now): JobFolder<T> {
  const path = (jobId: string, end: string): string => join(folder, `${jobId}.${end}`);
  const readOne = async (id: string): Promise<readonly T[] | null> => {
    if (await ownedElsewhere(path(id, 'lock'))) return null;
    const { records, badBytes } = await readJournal(path(id, 'jsonl'), schema);
    if (records.length > 0) return records;
    if (badBytes > 0) await moveAside(path(id, 'jsonl'), now());
    return null;
  };
  return {
    path,
    open: async (jobId) => {
      try {
        await makePrivateFolder(folder);
        const lock = await takeOwnership(path(jobId, 'lock'));
        if (lock === null) {
          throw new StowageError('conflict.other', 'Another process runs this job.', { context: { job: jobId } });
        }
        const { journal, records } = await openJournal(path(jobId, 'jsonl'), schema).catch(async (thrown: unknown) => {
          await lock.release();
          throw thrown;
        });
        const release = async (): Promise<void> => {
          try {
            await journal.close();
          } finally {
            await lock.release();
          }
        };
        return { records, journal: withJournalErrors(journal, path(jobId, 'jsonl')), release };
      } catch (thrown) {
        throw localError(thrown, path(jobId, 'jsonl'));
      }
    },
    recover: async (take, report) => {
      await removeOrphans(folder);
      const names = (await namesIn(folder)).filter((name) => name.endsWith(suffix));
      const ids = names.map((name) => name.slice(0, -suffix.length)).filter((id) => !id.includes('.'));
      const found = await Promise.allSettled(ids.map(readOne));
      for (const [at, id] of ids.entries()) {
        try {
          const one = found[at];
          if (one?.status === 'rejected') throw one.reason;
          if (one !== undefined && one.value !== null) await take(one.value);
        } catch (thrown) {
          report(localError(thrown, path(id, 'jsonl')));
        }
      }
    },
    remove: async (jobId) => {
      // The journal is removed first: if this process is killed halfway, the job is gone, and the remaining files are
      // orphans.
      await rm(path(jobId, 'jsonl'), { force: true });
      const names = await namesIn(folder);
      for (const name of names) if (name.startsWith(`${jobId}.`)) await rm(join(folder, name), { force: true });
    },
  };
}

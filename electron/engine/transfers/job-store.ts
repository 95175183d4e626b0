// The journals of all jobs in the state folder, one file each, owned by one process at a time.
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StowageError } from '@shared/errors';
import { type Journal, openJournal, readJournal } from '../journal/journal-file';
import { ownedElsewhere, takeOwnership } from '../journal/owner-lock';
import { type JobHead, type JobRecord, jobRecord } from './job-records';
import { type JobStanding, isEnded, standingOf } from './job-standing';
import { localError } from './local-error';
import { type MovedFile, keepMoved, readMoved } from './moved-files';

export interface OpenedJob {
  readonly journal: Journal<JobRecord>;
  /** Lets another process own the job. */
  readonly release: () => Promise<void>;
}

export interface JobStore {
  create(head: JobHead): Promise<OpenedJob>;
  /** Throws `conflict.other` while another process runs the job. */
  open(jobId: string): Promise<OpenedJob>;
  /** Standings of all jobs that no other living process runs. Unreadable journals are set aside. */
  readAll(): Promise<readonly JobStanding[]>;
  /** The files that a job has moved so far, in groups. */
  moved(jobId: string): AsyncIterable<readonly MovedFile[]>;
  remove(jobId: string): Promise<void>;
}

const suffix = '.jsonl';

export function createJobStore(stateDir: string): JobStore {
  const folder = join(stateDir, 'jobs');
  const journalPath = (jobId: string): string => join(folder, `${jobId}${suffix}`);
  const movedPath = (jobId: string): string => join(folder, `${jobId}.moved`);
  const lockPath = (jobId: string): string => join(folder, `${jobId}.lock`);

  const keepingMoved = (journal: Journal<JobRecord>, jobId: string): Journal<JobRecord> => ({
    append: (records, durability) => journal.append(records, durability),
    compact: async (records) => {
      await keepMoved(journalPath(jobId), movedPath(jobId));
      await journal.compact(records);
    },
    close: () => journal.close(),
  });

  const open = async (jobId: string): Promise<OpenedJob> => {
    try {
      await mkdir(folder, { recursive: true });
      const lock = await takeOwnership(lockPath(jobId));
      if (lock === null) throw runElsewhere(jobId);
      const { journal } = await openJournal(journalPath(jobId), jobRecord);
      return { journal: keepingMoved(journal, jobId), release: () => lock.release() };
    } catch (error) {
      throw localError(error, journalPath(jobId));
    }
  };

  const readOne = async (jobId: string): Promise<JobStanding | null> => {
    if (await ownedElsewhere(lockPath(jobId))) return null;
    const { records, badBytes } = await readJournal(journalPath(jobId), jobRecord);
    const standing = standingOf(records);
    if (standing === null) {
      // An empty file is a job that was never begun; anything else is kept for whoever wants to look.
      if (badBytes === 0) await rm(journalPath(jobId), { force: true });
      else await rename(journalPath(jobId), `${journalPath(jobId)}.damaged`);
      return null;
    }
    if (!isEnded(standing.state) && standing.state !== 'paused') standing.state = 'interrupted';
    return standing;
  };

  return {
    open,
    create: async (head) => {
      const opened = await open(head.id);
      await opened.journal.append([head], 'synced');
      return opened;
    },
    readAll: async () => {
      const names = await readdir(folder).catch(() => [] as string[]);
      const ids = names.filter((name) => name.endsWith(suffix)).map((name) => name.slice(0, -suffix.length));
      const standings = await Promise.all(ids.map(readOne));
      return standings.filter((standing): standing is JobStanding => standing !== null);
    },
    moved: (jobId) => readMoved(journalPath(jobId), movedPath(jobId)),
    remove: async (jobId) => {
      await rm(movedPath(jobId), { force: true });
      await rm(journalPath(jobId), { force: true });
      await rm(lockPath(jobId), { force: true });
    },
  };
}

function runElsewhere(jobId: string): StowageError {
  return new StowageError('conflict.other', 'Another process runs this job.', { context: { job: jobId } });
}

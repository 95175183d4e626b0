// The journals of all jobs in the state folder, one file each, owned by one process at a time.
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';
import { type Journal, openJournal, readJournal } from '../../journal/journal-file';
import { removeOrphans } from '../../journal/orphans';
import { ownedElsewhere, removeLock, takeOwnership } from '../../journal/owner-lock';
import { withJournalErrors } from '../../journal/with-journal-errors';
import { type JobHead, type JobRecord, jobRecord } from './job-records';
import { isPossible } from './job-lifecycle';
import { type JobState, apply, replayJob, stateChange } from './job-state';
import { readIfExists, namesIn } from '../../../disk/read-if-exists';
import { localError } from '../../../disk/local-error';
import { makePrivateFolder } from '../../../disk/make-folder';
import { moveAside } from '../../../disk/whole-file';
import { type MovedFile, type SettledFilesQuery, type SettledPage, createSettledFiles } from './settled-files';

export interface OpenedJob {
  readonly journal: Journal<JobRecord>;
  /** As in its journal; null for a new job, and for one that was removed. */
  readonly state: JobState | null;
  /** Releases the ownership. */
  readonly release: () => Promise<void>;
}

export interface ReadJobs {
  readonly states: readonly JobState[];
  /** Jobs that another living process runs. */
  readonly elsewhere: readonly string[];
  /** Jobs whose journals the file system does not let be read now. */
  readonly unreadable: readonly { readonly jobId: string; readonly error: StowageError }[];
}

export interface OtherJobs {
  /** Jobs that another running process owns, according to their journals. */
  readonly elsewhere: readonly JobState[];
  readonly free: readonly JobState[];
}

export interface JobStore {
  create(head: JobHead): Promise<OpenedJob>;
  /** Throws `conflict.other` while another process runs the job. */
  open(jobId: string): Promise<OpenedJob>;
  /**
   * Standings of all jobs, or of these, that no other living process runs. Damaged journals are set aside, orphans
   * removed.
   */
  read(which: 'all' | readonly string[]): Promise<ReadJobs>;
  /**
   * States of all jobs, or of this one, with a single check of who runs each. For free jobs only what is not known yet.
   * Throws if the requested one cannot be read; among all jobs, unreadable ones are omitted.
   */
  readOthers(isKnown: (jobId: string) => boolean, jobId?: string): Promise<OtherJobs>;
  /** The files that a job has moved until now, in groups. */
  moved(jobId: string): AsyncIterable<readonly MovedFile[]>;
  /** Files that are done or skipped, in the order in which that was recorded. */
  settled(jobId: string, query: SettledFilesQuery): Promise<SettledPage>;
  remove(jobId: string): Promise<void>;
}

const suffix = '.jsonl';

/** `now`: wall time. */
export function createJobStore(stateDir: string, now: () => number = Date.now): JobStore {
  const folder = join(stateDir, 'jobs');
  const journalPath = (jobId: string): string => join(folder, `${jobId}${suffix}`);
  const movedPath = (jobId: string): string => join(folder, `${jobId}.moved`);
  const lockPath = (jobId: string): string => join(folder, `${jobId}.lock`);

  const settled = createSettledFiles((jobId) => ({ journal: journalPath(jobId), moved: movedPath(jobId) }));

  const open = async (jobId: string): Promise<OpenedJob> => {
    try {
      await makePrivateFolder(folder);
      const lock = await takeOwnership(lockPath(jobId));
      if (lock === null) throw runElsewhere(jobId);
      const release = (): Promise<void> => lock.release();
      return await orLetGo(release, async () => {
        const writtenAtMs = await changedAtMs(journalPath(jobId));
        const opened = await openJournal(journalPath(jobId), jobRecord);
        const { records } = opened;
        const journal = withJournalErrors(opened.journal, journalPath(jobId));
        return orLetGo(
          () => journal.close(),
          async () => {
            const jobState = replayJob(records);
            const cutShort = jobState === null ? null : interrupt(jobState, writtenAtMs);
            // Later records would hide when the run ended.
            if (cutShort !== null) await journal.append([cutShort], 'lazy');
            return { journal: settled.preserveSettled(journal, jobId), state: jobState, release };
          },
        );
      });
    } catch (error) {
      throw localError(error, journalPath(jobId));
    }
  };

  const readOne = async (jobId: string): Promise<JobState | 'elsewhere' | null> => {
    if (await ownedElsewhere(lockPath(jobId))) return 'elsewhere';
    const { records, badBytes } = await readJournal(journalPath(jobId), jobRecord);
    const jobState = replayJob(records);
    if (jobState === null) {
      // An empty journal belongs to a job that is being created, or is an orphan; anything else is reported.
      if (badBytes > 0) await moveAside(journalPath(jobId), now());
      return null;
    }
    interrupt(jobState, await changedAtMs(journalPath(jobId)));
    return jobState;
  };

  const jobIds = async (): Promise<readonly string[]> =>
    (await namesIn(folder)).filter((name) => name.endsWith(suffix)).map((name) => name.slice(0, -suffix.length));

  return {
    open,
    create: async (head) => {
      const opened = await open(head.id);
      const { journal, release } = opened;
      const undo = async (): Promise<void> => {
        // A job that could not be recorded does not exist: nothing of it stays.
        await journal.close().catch(() => undefined);
        await rm(journalPath(head.id), { force: true }).catch(() => undefined);
        await release();
      };
      await orLetGo(undo, () => journal.append([head], 'synced'));
      return opened;
    },
    read: async (which) => {
      if (which === 'all') await removeOrphans(folder);
      const all = await jobIds();
      const ids = which === 'all' ? all : all.filter((id) => which.includes(id));
      const read: JobState[] = [];
      const elsewhere: string[] = [];
      const unreadable: ReadJobs['unreadable'][number][] = [];
      const found = await Promise.allSettled(ids.map(readOne));
      for (const [index, jobId] of ids.entries()) {
        const one = found[index];
        if (one?.status === 'rejected') unreadable.push({ jobId, error: localError(one.reason, journalPath(jobId)) });
        else if (one?.value === 'elsewhere') elsewhere.push(jobId);
        else if (one !== undefined && one.value !== null) read.push(one.value);
      }
      return { states: read, elsewhere, unreadable };
    },
    readOthers: async (isKnown, jobId) => {
      const ids = (await jobIds()).filter((id) => jobId === undefined || id === jobId);
      const others = { elsewhere: [] as JobState[], free: [] as JobState[] };
      const check = async (id: string): Promise<void> => {
        const isElsewhere = await ownedElsewhere(lockPath(id));
        if (!isElsewhere && isKnown(id)) return;
        const jobState = replayJob((await readJournal(journalPath(id), jobRecord)).records);
        if (jobState === null) return;
        if (!isElsewhere) interrupt(jobState, await changedAtMs(journalPath(id)));
        others[isElsewhere ? 'elsewhere' : 'free'].push(jobState);
      };
      for (const [index, looked] of (await Promise.allSettled(ids.map(check))).entries()) {
        if (looked.status === 'rejected' && jobId !== undefined) {
          throw localError(looked.reason, journalPath(ids[index] ?? jobId));
        }
      }
      return others;
    },
    moved: (jobId) => settled.moved(jobId),
    settled: (jobId, query) => settled.page(jobId, query),
    remove: async (jobId) => {
      settled.forget(jobId);
      // The journal is removed first: if this process is killed halfway, the job is gone, and the remaining files are
      // orphans.
      await rm(journalPath(jobId), { force: true });
      await rm(movedPath(jobId), { force: true });
      await removeLock(lockPath(jobId));
    },
  };
}

/**
 * A job without a running owner is not running, whatever its journal contains. If its run was killed, the last write
 * shows how long it ran; returns a record of that, otherwise null.
 */
function interrupt(jobState: JobState, writtenAtMs: number): JobRecord | null {
  if (!isPossible(jobState, 'abandoned')) return null;
  const { runningSinceMs, insists } = jobState;
  const ranSince = runningSinceMs === null ? null : Math.max(0, Math.round(writtenAtMs - runningSinceMs));
  const ranMs = ranSince === null ? {} : { ranMs: (jobState.ranMs ?? 0) + ranSince };
  const record = stateChange(
    jobState,
    { type: 'abandoned' },
    { atMs: writtenAtMs, notes: jobState, insists, ...ranMs },
  );
  apply(jobState, record);
  return ranSince === null ? null : record;
}

/** Throws what the work throws, after letting go of what it began with. */
async function orLetGo<T>(letGo: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await letGo().catch(() => undefined);
    throw error;
  }
}

/** 0 for a file that is not there. */
function changedAtMs(path: string): Promise<number> {
  return readIfExists(path, async () => (await stat(path)).mtimeMs, 0);
}

function runElsewhere(jobId: string): StowageError {
  return new StowageError('conflict.other', 'Another process runs this job.', {
    context: {
      job: jobId,
      problem: t`another process is running this job. Stop it there, or wait until it has finished.`,
    },
  });
}

// The journals of transfers in the state folder: what their records add up to, and the settled files beside them.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { localError } from '../../../disk/local-error';
import { JobFolder, type OtherJobs, type StoredRecords } from '../../jobs/job-folder';
import { isPossible } from '../../jobs/lifecycle';
import type { Unread } from '../../jobs/registry';
import type { Journal } from '../../journal/journal-file';
import type { JobHead, JobRecord } from './job-records';
import { type JobState, type ReplayedJob, apply, jobJournalFormat, stateChange } from './job-state';
import { type MovedFile, type SettledFilesQuery, type SettledPage, createSettledFiles } from './settled-files';

export interface OpenedJob {
  readonly journal: Journal<JobRecord>;
  /** As in its journal; null for a new job, and for one that was removed. */
  readonly state: JobState | null;
  /** Releases the ownership. */
  readonly release: () => Promise<void>;
}

export interface ReadStates extends Unread {
  readonly states: readonly JobState[];
}

export interface JobStore {
  create(head: JobHead): Promise<OpenedJob>;
  /** Throws `conflict.other` while another process runs the job. */
  open(jobId: string): Promise<OpenedJob>;
  /**
   * States of all jobs, or of these, that no other living process runs. Damaged journals are set aside, orphans
   * removed.
   */
  read(which: 'all' | readonly string[]): Promise<ReadStates>;
  /**
   * States of all jobs, or of this one, with a single check of who runs each. For free jobs only what is not known yet.
   * Throws if the requested one cannot be read; among all jobs, unreadable ones are omitted.
   */
  readOthers(isKnown: (jobId: string) => boolean, jobId?: string): Promise<OtherJobs<JobState>>;
  /** The files that a job has moved until now, in groups. */
  moved(jobId: string): AsyncIterable<readonly MovedFile[]>;
  /** Files that are done or skipped, in the order in which that was recorded. */
  settled(jobId: string, query: SettledFilesQuery): Promise<SettledPage>;
  remove(jobId: string): Promise<void>;
}

interface RestingJob {
  readonly state: JobState;
  /** The end of a run that was killed, which is not in the journal yet. */
  readonly cutShort: JobRecord | null;
}

/** `stored`: its records, unless they are as they were read before. */
interface OpenedFile extends Pick<OpenedJob, 'journal' | 'release'> {
  readonly stored?: StoredRecords<ReplayedJob>;
}

/** `now`: wall time. */
export function createJobStore(stateDir: string, now: () => number = Date.now): JobStore {
  const folder = new JobFolder(join(stateDir, 'jobs'), jobJournalFormat, now, ['moved']);
  const settled = createSettledFiles((jobId) => ({
    journal: folder.path(jobId, 'jsonl'),
    moved: folder.path(jobId, 'moved'),
  }));

  /** The states of resting jobs since they were read: opening one does not read its journal again. */
  const asRead = new Map<string, RestingJob>();

  const replay = ({ records, writtenAtMs }: StoredRecords<ReplayedJob>): RestingJob | null => {
    const { jobState } = records;
    return jobState === null ? null : { state: jobState, cutShort: interrupt(jobState, writtenAtMs) };
  };
  const read = (stored: StoredRecords<ReplayedJob>): JobState | null => {
    const job = replay(stored);
    if (job === null) return null;
    asRead.set(job.state.head.id, job);
    return job.state;
  };
  const openAndRead = async (jobId: string): Promise<OpenedFile> => {
    const { journal, release, ...stored } = await folder.open(jobId);
    return { journal, release, stored };
  };
  const open = async (jobId: string): Promise<OpenedJob> => {
    const known = asRead.get(jobId);
    asRead.delete(jobId);
    const unchanged: OpenedFile | null = known === undefined ? null : await folder.openUnchanged(jobId);
    const { journal, release, stored } = unchanged ?? (await openAndRead(jobId));
    try {
      const job = stored === undefined ? (known ?? null) : replay(stored);
      // Later records would hide when the run ended.
      if (job !== null && job.cutShort !== null) await journal.append([job.cutShort], 'lazy');
      return { journal: settled.preserveSettled(journal, jobId), state: job?.state ?? null, release };
    } catch (error) {
      await release().catch(() => undefined);
      throw localError(error, folder.path(jobId, 'jsonl'));
    }
  };

  return {
    open,
    create: async (head) => {
      const opened = await open(head.id);
      try {
        await opened.journal.append([head], 'synced');
        return opened;
      } catch (error) {
        // A job that could not be recorded does not exist: nothing of it stays.
        await opened.journal.close().catch(() => undefined);
        await rm(folder.path(head.id, 'jsonl'), { force: true }).catch(() => undefined);
        await opened.release().catch(() => undefined);
        throw error;
      }
    },
    read: async (which) => {
      const { jobs, ...unread } = await folder.read(which, read);
      return { states: jobs, ...unread };
    },
    readOthers: (isKnown, jobId) =>
      folder.readOthers((stored, where) => (where === 'free' ? read(stored) : stored.records.jobState), isKnown, jobId),
    moved: (jobId) => settled.moved(jobId),
    settled: (jobId, query) => settled.page(jobId, query),
    remove: async (jobId) => {
      asRead.delete(jobId);
      settled.forget(jobId);
      await folder.remove(jobId);
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

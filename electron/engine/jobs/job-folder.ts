// The journals of one kind of job, a file each, owned by one process at a time. Independent of the meaning of records.
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';
import {
  type Journal,
  type JournalContent,
  type JournalFormat,
  appendAfter,
  openJournal,
  readJournal,
} from '../journal/journal-file';
import { removeOrphans } from '../journal/orphans';
import { type OwnerLock, ownedElsewhere, removeLock, takeOwnership } from '../journal/owner-lock';
import { withJournalErrors } from '../journal/with-journal-errors';
import { namesIn, readIfExists } from '../../disk/read-if-exists';
import { localError } from '../../disk/local-error';
import { makePrivateFolder } from '../../disk/make-folder';
import { moveAside } from '../../disk/whole-file';
import type { Unread } from './registry';

export interface StoredRecords<R> {
  /** What they add up to; as without any record for a new job, and for one that was removed. */
  readonly records: R;
  /** Wall time of the last write; 0 for a new job. */
  readonly writtenAtMs: number;
}

export interface OpenedJobFile<T, R = T[]> extends StoredRecords<R> {
  /** Rejects with StowageError `local.*`. */
  readonly journal: Journal<T>;
  /** Closes the journal and releases the ownership. */
  readonly release: () => Promise<void>;
}

export interface ReadJobs<S> extends Unread {
  readonly jobs: readonly S[];
}

export interface OtherJobs<S> {
  /** Jobs that another running process owns, according to their journals. */
  readonly elsewhere: readonly S[];
  readonly free: readonly S[];
}

/** Turns the records of a job into what the caller needs of it; null for records that are none of its jobs. */
type Replay<R, S> = (stored: StoredRecords<R>) => S | null | Promise<S | null>;

/** How `remove` finds the other files of a job: by these suffixes, or by listing the folder. */
type OtherFiles = readonly string[] | 'listed';

const suffix = '.jsonl';

export class JobFolder<T, R = T[]> {
  readonly #folder: string;
  readonly #format: JournalFormat<T, R>;
  readonly #now: () => number;
  readonly #others: OtherFiles;
  /** Wall time of the last write that this process has read or made, by job. */
  readonly #seenMs = new Map<string, number>();
  /** What the files were when they were read to their last byte, by job. */
  readonly #wholeFiles = new Map<string, FileStamp>();
  /** Called before `open` rejects because what this process knows of the job is no longer so. */
  onStale: (jobId: string) => Promise<void> = () => Promise.resolve();

  /** `now`: wall time. */
  constructor(
    folder: string,
    format: JournalFormat<T, R>,
    now: () => number = Date.now,
    others: OtherFiles = 'listed',
  ) {
    this.#folder = folder;
    this.#format = format;
    this.#now = now;
    this.#others = others;
  }

  /** Where a job may store other files: `<id>.<suffix>`. */
  path(jobId: string, end: string): string {
    return join(this.#folder, `${jobId}.${end}`);
  }

  /**
   * Throws `conflict.other` while another process runs the job. `as seen`: also if another process has written to it
   * since this one did, and `not-found.job` if it has removed it: what this process knows of the job is no longer so.
   */
  async open(jobId: string, which: 'any' | 'as seen' = 'any'): Promise<OpenedJobFile<T, R>> {
    const path = this.path(jobId, 'jsonl');
    try {
      await makePrivateFolder(this.#folder);
      const lock = await takeOwnership(this.path(jobId, 'lock'));
      if (lock === null) throw runElsewhere(jobId);
      try {
        this.#wholeFiles.delete(jobId);
        const { changedAtMs: writtenAtMs } = await stampOf(path);
        const seenMs = this.#seenMs.get(jobId);
        if (which === 'as seen' && seenMs !== undefined && seenMs !== writtenAtMs) {
          throw writtenAtMs === 0 ? removedElsewhere(jobId) : changedElsewhere(jobId);
        }
        const { journal, records } = await openJournal(path, this.#format);
        return { records, writtenAtMs, ...this.#opened(jobId, journal, lock) };
      } catch (thrown) {
        await lock.release().catch(() => undefined);
        if (thrown instanceof StaleJob) await this.onStale(jobId);
        throw thrown;
      }
    } catch (thrown) {
      throw localError(thrown, path);
    }
  }

  /**
   * Opens the journal without reading it again; null if it may have changed since it was read, or had a damaged end.
   * Throws as `open` does.
   */
  async openUnchanged(jobId: string): Promise<Pick<OpenedJobFile<T, R>, 'journal' | 'release'> | null> {
    const path = this.path(jobId, 'jsonl');
    const seen = this.#wholeFiles.get(jobId);
    this.#wholeFiles.delete(jobId);
    if (seen === undefined) return null;
    try {
      const lock = await takeOwnership(this.path(jobId, 'lock'));
      if (lock === null) throw runElsewhere(jobId);
      try {
        const { changedAtMs: nowMs, bytes } = await stampOf(path);
        if (nowMs === seen.changedAtMs && bytes === seen.bytes) {
          return this.#opened(jobId, await appendAfter<T>(path, bytes), lock);
        }
        await lock.release();
        return null;
      } catch (thrown) {
        await lock.release().catch(() => undefined);
        throw thrown;
      }
    } catch (thrown) {
      throw localError(thrown, path);
    }
  }

  #opened(jobId: string, journal: Journal<T>, lock: OwnerLock): Pick<OpenedJobFile<T, R>, 'journal' | 'release'> {
    const path = this.path(jobId, 'jsonl');
    const release = async (): Promise<void> => {
      try {
        await journal.close();
        this.#seenMs.set(jobId, (await stampOf(path)).changedAtMs);
      } finally {
        await lock.release();
      }
    };
    return { journal: withJournalErrors(journal, path), release };
  }

  /**
   * All jobs, or these, that no other living process runs. Journals without a valid record are set aside, and leftovers
   * of jobs without a journal are removed. A job that cannot be read does not affect the others: it stays as it is.
   */
  async read<S>(which: 'all' | readonly string[], replay: Replay<R, S>): Promise<ReadJobs<S>> {
    if (which === 'all') await removeOrphans(this.#folder);
    const all = await this.#ids();
    const ids = which === 'all' ? all : all.filter((id) => which.includes(id));
    const jobs: S[] = [];
    const elsewhere: string[] = [];
    const unreadable: Unread['unreadable'][number][] = [];
    const found = await Promise.allSettled(ids.map((id) => this.#readOne(id, replay)));
    for (const [index, jobId] of ids.entries()) {
      const one = found[index];
      if (one?.status === 'rejected') {
        unreadable.push({ jobId, error: localError(one.reason, this.path(jobId, 'jsonl')) });
      } else if (one?.value === 'elsewhere') elsewhere.push(jobId);
      else if (one !== undefined && one.value !== null) jobs.push(one.value);
    }
    return { jobs, elsewhere, unreadable };
  }

  /**
   * All jobs, or this one, with a single check of who runs each. Of free jobs only those that are not known yet. Throws
   * if the requested one cannot be read; among all jobs, unreadable ones are omitted.
   */
  async readOthers<S>(
    replay: (stored: StoredRecords<R>, where: 'elsewhere' | 'free') => S | null | Promise<S | null>,
    isKnown: (jobId: string) => boolean,
    jobId?: string,
  ): Promise<OtherJobs<S>> {
    const ids = (await this.#ids()).filter((id) => jobId === undefined || id === jobId);
    const others = { elsewhere: [] as S[], free: [] as S[] };
    const check = async (id: string): Promise<void> => {
      const where = (await ownedElsewhere(this.path(id, 'lock'))) ? 'elsewhere' : 'free';
      if (where === 'free' && isKnown(id)) return;
      const { records, writtenAtMs } = await this.#readFile(id);
      const job = await replay({ records, writtenAtMs }, where);
      if (job === null) return;
      others[where].push(job);
      if (where === 'free') this.#seenMs.set(id, writtenAtMs);
    };
    for (const [index, looked] of (await Promise.allSettled(ids.map(check))).entries()) {
      if (looked.status === 'rejected' && jobId !== undefined) {
        throw localError(looked.reason, this.path(ids[index] ?? jobId, 'jsonl'));
      }
    }
    return others;
  }

  /** Of a job that could not begin: it is new again. */
  async removeJournal(jobId: string): Promise<void> {
    await rm(this.path(jobId, 'jsonl'), { force: true });
    this.#seenMs.delete(jobId);
    this.#wholeFiles.delete(jobId);
  }

  /**
   * Removes every file of the job, the journal first: if this process is killed halfway, the job is gone, and the
   * remaining files are orphans.
   */
  async remove(jobId: string): Promise<void> {
    await this.removeJournal(jobId);
    if (this.#others === 'listed') {
      const names = await namesIn(this.#folder);
      for (const name of names) if (name.startsWith(`${jobId}.`)) await rm(join(this.#folder, name), { force: true });
      return;
    }
    for (const end of this.#others) await rm(this.path(jobId, end), { force: true });
    await removeLock(this.path(jobId, 'lock'));
  }

  async #readOne<S>(id: string, replay: Replay<R, S>): Promise<S | 'elsewhere' | null> {
    if (await ownedElsewhere(this.path(id, 'lock'))) return 'elsewhere';
    const { records, writtenAtMs, goodBytes, badBytes } = await this.#readFile(id);
    if (goodBytes > 0) {
      this.#seenMs.set(id, writtenAtMs);
      return replay({ records, writtenAtMs });
    }
    // An empty journal belongs to a job that is being created, or is an orphan; anything else is reported.
    if (badBytes > 0) await moveAside(this.path(id, 'jsonl'), this.#now());
    return null;
  }

  async #readFile(jobId: string): Promise<StoredRecords<R> & Pick<JournalContent<R>, 'goodBytes' | 'badBytes'>> {
    const path = this.path(jobId, 'jsonl');
    const { records, goodBytes, badBytes } = await readJournal(path, this.#format);
    const stamp = await stampOf(path);
    // A file that grew meanwhile was not read to its end.
    if (goodBytes > 0 && badBytes === 0 && stamp.bytes === goodBytes) this.#wholeFiles.set(jobId, stamp);
    else this.#wholeFiles.delete(jobId);
    return { records, writtenAtMs: stamp.changedAtMs, goodBytes, badBytes };
  }

  async #ids(): Promise<readonly string[]> {
    return (await namesIn(this.#folder))
      .filter((name) => name.endsWith(suffix))
      .map((name) => name.slice(0, -suffix.length))
      .filter((id) => !id.includes('.'));
  }
}

interface FileStamp {
  /** Wall time; 0 for a file that is not there. */
  readonly changedAtMs: number;
  readonly bytes: number;
}

function stampOf(path: string): Promise<FileStamp> {
  const look = async (present: string): Promise<FileStamp> => {
    const { mtimeMs, size } = await stat(present);
    return { changedAtMs: mtimeMs, bytes: size };
  };
  return readIfExists(path, look, { changedAtMs: 0, bytes: 0 });
}

/** What this process knows of the job is no longer so. */
class StaleJob extends StowageError {}

function removedElsewhere(jobId: string): StaleJob {
  return new StaleJob('not-found.job', 'Another process has removed the job.', { context: { job: jobId } });
}

function changedElsewhere(jobId: string): StaleJob {
  return new StaleJob('conflict.other', 'Another process has changed this job.', {
    context: {
      job: jobId,
      problem: t`another process has continued this job since it was read here. The list now shows its current state; try again from there.`,
    },
  });
}

function runElsewhere(jobId: string): StowageError {
  return new StowageError('conflict.other', 'Another process runs this job.', {
    context: {
      job: jobId,
      problem: t`another process is running this job. Stop it there, or wait until it has finished.`,
    },
  });
}

// The settled files of jobs beside their journals: moved out of a journal before it is compacted, and read page by page.
// A journal is never replaced while its lines are being read.
import { localError } from '../../../disk/local-error';
import type { Journal } from '../../journal/journal-file';
import type { JobRecord } from './job-records';
import { type MovedFile, keepSettled, readMoved } from './moved-files';
import { type SettledPage, type SettledPages, type SettledFilesQuery, createSettledPages } from './settled-pages';

export interface SettledPaths {
  readonly journal: string;
  readonly moved: string;
}

export interface SettledFiles {
  /** The journal of the job, whose compaction keeps what is settled. */
  preserveSettled(journal: Journal<JobRecord>, jobId: string): Journal<JobRecord>;
  /** The files that a job has moved so far, in groups. */
  moved(jobId: string): AsyncIterable<readonly MovedFile[]>;
  /** Files that are done or skipped, in the order in which that was recorded. Throws `local.*`. */
  page(jobId: string, query: SettledFilesQuery): Promise<SettledPage>;
  forget(jobId: string): void;
}

/** How many jobs can have their files inspected at the same time. */
const inspectedAtOnce = 4;

export function createSettledFiles(pathsOf: (jobId: string) => SettledPaths): SettledFiles {
  const inspected = new Map<string, SettledPages>();
  const pending = new Map<string, Promise<unknown>>();

  const inTurn = <R>(jobId: string, work: () => Promise<R>): Promise<R> => {
    const mine = (pending.get(jobId) ?? Promise.resolve()).then(work);
    const over = mine.then(
      () => undefined,
      () => undefined,
    );
    pending.set(jobId, over);
    void over.then(() => pending.get(jobId) === over && pending.delete(jobId));
    return mine;
  };
  const pagesOf = (jobId: string): SettledPages => {
    const { journal, moved } = pathsOf(jobId);
    const pages = inspected.get(jobId) ?? createSettledPages(journal, moved);
    inspected.delete(jobId);
    inspected.set(jobId, pages);
    for (const oldest of [...inspected.keys()].slice(0, -inspectedAtOnce)) inspected.delete(oldest);
    return pages;
  };

  return {
    preserveSettled: (journal, jobId) => ({
      append: (records, durability) => journal.append(records, durability),
      compact: (records) =>
        inTurn(jobId, async () => {
          const paths = pathsOf(jobId);
          await keepSettled(paths.journal, paths.moved);
          await journal.compact(records);
          inspected.delete(jobId);
        }),
      close: () => journal.close(),
    }),
    moved: (jobId) => {
      const { journal, moved } = pathsOf(jobId);
      return readMoved(journal, moved);
    },
    page: (jobId, query) =>
      inTurn(jobId, async () => {
        try {
          return await pagesOf(jobId)(query);
        } catch (error) {
          inspected.delete(jobId);
          throw localError(error, pathsOf(jobId).journal);
        }
      }),
    forget: (jobId) => inspected.delete(jobId),
  };
}

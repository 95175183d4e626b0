// All jobs as the engine reports them, held once for the list, the status bar and views that wait for a job.
import { isTransfer } from '@shared/jobs/kinds';
import type { Job } from '@shared/model/job';
import type { TableJob } from '@shared/model/table-job';
import type { TransferJob } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { visibleLine } from '@shared/visible-text';
import { sharedStream, useSharedStream } from './shared-stream';

export interface Jobs {
  /** Newest first, as are the two parts of it; with displayable names. */
  readonly jobs: readonly Job[];
  readonly transfers: readonly TransferJob[];
  readonly tables: readonly TableJob[];
}

export const liveJobs = sharedStream<'jobs.watch', Jobs>({
  name: 'jobs.watch',
  input: {},
  initial: { jobs: [], transfers: [], tables: [] },
  reduce: (_state, received) => {
    const transfers: TransferJob[] = [];
    const tables: TableJob[] = [];
    const jobs = received.map((job) => {
      if (!isTransfer(job)) {
        tables.push(job);
        return job;
      }
      const shown = withVisibleNames(job);
      transfers.push(shown);
      return shown;
    });
    return { jobs, transfers, tables };
  },
});

/** A blob can be named so that its name reads as another one: `x\u202Egnp.exe` as `xexe.png`. */
export function withVisibleNames(job: TransferJob): TransferJob {
  const { title, source, target, serves } = job;
  const shownTarget = serves === 'drag-out' ? t`a drag-out location` : visibleLine(target);
  return { ...job, title: visibleLine(title), source: visibleLine(source), target: shownTarget };
}

/** Every job on a table, newest first. */
export function useTableJobs(): readonly TableJob[] {
  return useSharedStream(liveJobs, ({ tables }) => tables);
}

/** The current state of a job on a table; undefined while it is not known, or after it was removed. */
export function useTableJob(jobId: string | null): TableJob | undefined {
  return useSharedStream(liveJobs, ({ tables }) => tables.find(({ id }) => id === jobId));
}

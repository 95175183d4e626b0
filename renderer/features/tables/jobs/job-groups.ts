// Which part of the list a job belongs to, and how many each holds. Pure.
import type { TableJob, TableJobState } from '@shared/model/table-job';
import { t } from '@shared/strings/t';

export const jobFilters = ['all', 'running', 'paused', 'failed', 'done'] as const;
export type JobFilter = (typeof jobFilters)[number];
export type JobGroup = Exclude<JobFilter, 'all'>;

export const filterLabels: Readonly<Record<JobFilter, string>> = {
  all: t`All`,
  running: t`Running`,
  paused: t`Paused`,
  failed: t`Failed`,
  done: t`Done`,
};

const groups: Readonly<Record<TableJobState, JobGroup>> = {
  planning: 'running',
  running: 'running',
  finishing: 'running',
  paused: 'paused',
  interrupted: 'paused',
  failed: 'failed',
  done: 'done',
  cancelled: 'done',
};

/** A job that is done but left rows behind is still something to look at: it counts as failed. */
export function groupOf(job: TableJob): JobGroup {
  return job.state === 'done' && job.rowsRejected > 0 ? 'failed' : groups[job.state];
}

export function countJobs(jobs: readonly TableJob[]): Readonly<Record<JobFilter, number>> {
  const counts = { all: jobs.length, running: 0, paused: 0, failed: 0, done: 0 };
  for (const job of jobs) counts[groupOf(job)] += 1;
  return counts;
}

/** Jobs of one filter. `all` puts what is under way first; the given order (newest first) stays otherwise. */
export function jobsOf(jobs: readonly TableJob[], filter: JobFilter): readonly TableJob[] {
  if (filter !== 'all') return jobs.filter((job) => groupOf(job) === filter);
  const isOpen = (job: TableJob): boolean => ['running', 'paused'].includes(groupOf(job));
  return [...jobs.filter(isOpen), ...jobs.filter((job) => !isOpen(job))];
}

/** Ended without anything left to look at or to undo: may be taken off the list together. */
export function isSettled(job: TableJob): boolean {
  return groupOf(job) === 'done' && job.bulk?.undo !== 'kept';
}

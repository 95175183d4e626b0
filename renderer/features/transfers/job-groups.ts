// Which tab of the dock a job belongs to, how many each contains, and in what order jobs are shown. Pure.
import type { JobStatus } from '@shared/model/job-state';
import type { TransferJob } from '@shared/model/transfer';
import { t } from '@shared/strings/t';

export const jobFilters = ['all', 'running', 'waiting', 'paused', 'failed', 'done'] as const;
export type JobFilter = (typeof jobFilters)[number];
export type JobGroup = Exclude<JobFilter, 'all'>;

export const filterLabels: Readonly<Record<JobFilter, string>> = {
  all: t`All`,
  running: t`Running`,
  waiting: t`Waiting`,
  paused: t`Paused`,
  failed: t`Failed`,
  done: t`Done`,
};

const groups: Readonly<Record<JobStatus, JobGroup>> = {
  planning: 'running',
  running: 'running',
  committing: 'running',
  waiting: 'waiting',
  paused: 'paused',
  interrupted: 'paused',
  failed: 'failed',
  done: 'done',
  cancelled: 'done',
};

/** A job that ended `done` with files left behind still needs attention: it counts as failed. */
export function groupOf(job: TransferJob): JobGroup {
  return job.failedCount > 0 && job.state === 'done' ? 'failed' : groups[job.state];
}

export function countJobs(jobs: readonly TransferJob[]): Readonly<Record<JobFilter, number>> {
  const counts = { all: jobs.length, running: 0, waiting: 0, paused: 0, failed: 0, done: 0 };
  for (const job of jobs) counts[groupOf(job)] += 1;
  return counts;
}

/**
 * Jobs of one tab. `all` lists running ones first. Running, queued and paused jobs are in the order of the queue, which
 * survives a restart; ended ones in the given order (newest first).
 */
export function jobsOf(jobs: readonly TransferJob[], filter: JobFilter): readonly TransferJob[] {
  if (filter === 'all') return jobFilters.flatMap((group) => (group === 'all' ? [] : jobsOf(jobs, group)));
  return byTurn(jobs.filter((job) => groupOf(job) === filter));
}

/** Jobs that have ended have no such time, and keep their order. */
export function byTurn(jobs: readonly TransferJob[]): readonly TransferJob[] {
  const positionOf = ({ turn, queuePosition }: TransferJob): number => queuePosition ?? turn ?? 0;
  return [...jobs].sort((a, b) => positionOf(a) - positionOf(b));
}

// The filters of the activity list, how many jobs each contains, and in what order jobs are shown. Pure.
import { isTransfer } from '@shared/jobs/kinds';
import type { Job } from '@shared/model/job';
import type { JobStatus } from '@shared/model/job-state';
import { t } from '@shared/strings/t';
import { type KindGroup, kindGroups, kindLabels } from '@renderer/jobs/kind-labels';

export type JobGroup = 'running' | 'waiting' | 'paused' | 'failed' | 'done';

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

/**
 * A transfer that ended `done` with files left behind counts as failed: they can be tried again. Rejected rows of a table
 * job do not: the job is done, and tried as it is they would be rejected again.
 */
export function groupOf(job: Job): JobGroup {
  return isTransfer(job) && job.failedCount > 0 && job.state === 'done' ? 'failed' : groups[job.state];
}

export const jobFilters = ['all', 'running', 'waiting', 'failed', 'done'] as const;
export type JobFilter = (typeof jobFilters)[number];

export const filterLabels: Readonly<Record<JobFilter, string>> = {
  all: t`All`,
  running: t`Running`,
  waiting: t`Waiting`,
  failed: t`Failed`,
  done: t`Finished`,
};

export const kindFilters = ['all', ...kindGroups] as const;
export type KindFilter = (typeof kindFilters)[number];

export const kindFilterLabels: Readonly<Record<KindFilter, string>> = {
  all: t`All kinds`,
  transfer: t`Transfers`,
  import: t`Imports`,
  export: t`Exports`,
  change: t`Bulk changes`,
  'table-copy': t`Table copies`,
};

const kindGroupOf = (job: Job): KindGroup => kindLabels[job.kind].group;

/** Paused jobs wait too: for the user, for access or for space. */
function isIn(job: Job, filter: JobFilter): boolean {
  const group = groupOf(job);
  return filter === 'all' || group === filter || (filter === 'waiting' && group === 'paused');
}

export function countByState(jobs: readonly Job[]): Readonly<Record<JobFilter, number>> {
  const counts = { all: jobs.length, running: 0, waiting: 0, failed: 0, done: 0 };
  for (const job of jobs) {
    const group = groupOf(job);
    counts[group === 'paused' ? 'waiting' : group] += 1;
  }
  return counts;
}

export function countByKind(jobs: readonly Job[]): Readonly<Record<KindFilter, number>> {
  const counts = { all: jobs.length, transfer: 0, import: 0, export: 0, change: 0, 'table-copy': 0 };
  for (const job of jobs) counts[kindGroupOf(job)] += 1;
  return counts;
}

export function ofKind(jobs: readonly Job[], kind: KindFilter): readonly Job[] {
  return kind === 'all' ? jobs : jobs.filter((job) => kindGroupOf(job) === kind);
}

/**
 * The jobs in a state, of a list that is newest first. Running, waiting and paused jobs come first, in the order of the
 * queue, which survives a restart; ended ones follow, newest first.
 */
export function inOrder(jobs: readonly Job[], filter: JobFilter): readonly Job[] {
  const shown = jobs.filter((job) => isIn(job, filter));
  const of = (group: JobGroup): readonly Job[] => byTurn(shown.filter((job) => groupOf(job) === group));
  const ended = shown.filter((job) => groupOf(job) === 'failed' || groupOf(job) === 'done');
  return [...of('running'), ...of('waiting'), ...of('paused'), ...ended];
}

/** Jobs on tables do not wait for a turn: they precede the others, as they are given. */
export function byTurn<J extends Job>(jobs: readonly J[]): readonly J[] {
  const positionOf = (job: Job): number => (isTransfer(job) ? (job.queuePosition ?? job.turn ?? 0) : 0);
  return [...jobs].sort((a, b) => positionOf(a) - positionOf(b));
}

// Actions on many jobs at once, for the queue's header and the palette. Pure except for the actions themselves.
import { isTransfer } from '@shared/jobs/kinds';
import type { Job } from '@shared/model/job';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { call } from '@renderer/bridge';
import { isUndoable, reportFailure } from '@renderer/jobs/table-job-actions';
import { byTurn, groupOf } from './job-groups';

export interface ActionOnAll {
  readonly id: 'pause-all' | 'resume-all' | 'retry-all' | 'forget-all';
  readonly label: string;
  readonly jobs: readonly Job[];
  readonly run: () => void;
}

/** The actions that apply to at least one job. */
export function actionsOnAll(jobs: readonly Job[]): readonly ActionOnAll[] {
  // The findings of a verification are its result.
  const failed = of(jobs, 'failed').filter((job) => isTransfer(job) && job.kind !== 'verify');
  // What can still be undone or holds rejected rows is removed one by one.
  const finished = of(jobs, 'done').filter((job) => isTransfer(job) || (!isUndoable(job) && job.rowsRejected === 0));
  // A renaming that waits for its confirmation is not resumed without it.
  const resting = byTurn(of(jobs, 'paused').filter((job) => isTransfer(job) || job.awaits === null));
  const actions: readonly ActionOnAll[] = [
    // Waiting jobs first: otherwise one would start in place of a job that pauses.
    createAction('pause-all', t`Pause all`, 'jobs.pause', [...of(jobs, 'waiting'), ...of(jobs, 'running')]),
    { id: 'resume-all', label: t`Resume all`, jobs: resting, run: () => void resumeInTurn(resting) },
    createAction('retry-all', t`Retry all failed files`, 'jobs.retry', failed),
    createAction('forget-all', t`Remove ${formatCount(finished.length)} finished from list`, 'jobs.forget', finished),
  ];
  return actions.filter((one) => one.jobs.length > 0);
}

function of(jobs: readonly Job[], group: ReturnType<typeof groupOf>): readonly Job[] {
  return jobs.filter((job) => groupOf(job) === group);
}

/** One after the other: each is queued once the engine has it. */
async function resumeInTurn(jobs: readonly Job[]): Promise<void> {
  for (const { id: jobId } of jobs) await call('jobs.resume', { jobId }).catch(reportFailure);
}

type ActingCall = 'jobs.pause' | 'jobs.retry' | 'jobs.forget';

function createAction(id: ActionOnAll['id'], label: string, name: ActingCall, jobs: readonly Job[]): ActionOnAll {
  const run = (): void => {
    for (const { id: jobId } of jobs) call(name, { jobId }).catch(reportFailure);
  };
  return { id, label, jobs, run };
}

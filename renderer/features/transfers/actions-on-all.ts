// Actions on many jobs at once, for the queue's header and the palette. Pure except for the actions themselves.
import type { TransferJob } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { call } from '@renderer/bridge';
import { reportFailure } from './job-actions';
import { byTurn, groupOf } from './job-groups';

export interface ActionOnAll {
  readonly id: 'pause-all' | 'resume-all' | 'retry-all' | 'forget-all';
  readonly label: string;
  readonly jobs: readonly TransferJob[];
  readonly run: () => void;
}

/** The actions that apply to at least one job. */
export function actionsOnAll(jobs: readonly TransferJob[]): readonly ActionOnAll[] {
  // The findings of a verification are its result.
  const failed = of(jobs, 'failed').filter(({ kind }) => kind !== 'verify');
  const finished = of(jobs, 'done');
  const resting = byTurn(of(jobs, 'paused'));
  const actions: readonly ActionOnAll[] = [
    // Waiting jobs first: otherwise one would start in place of a job that pauses.
    createAction('pause-all', t`Pause all transfers`, 'jobs.pause', [...of(jobs, 'waiting'), ...of(jobs, 'running')]),
    { id: 'resume-all', label: t`Resume all transfers`, jobs: resting, run: () => void resumeInTurn(resting) },
    createAction('retry-all', t`Retry all failed files`, 'jobs.retry', failed),
    createAction('forget-all', t`Remove ${formatCount(finished.length)} finished from list`, 'jobs.forget', finished),
  ];
  return actions.filter((one) => one.jobs.length > 0);
}

function of(jobs: readonly TransferJob[], group: ReturnType<typeof groupOf>): readonly TransferJob[] {
  return jobs.filter((job) => groupOf(job) === group);
}

/** One after the other: each is queued once the engine has it. */
async function resumeInTurn(jobs: readonly TransferJob[]): Promise<void> {
  for (const { id: jobId } of jobs) await call('jobs.resume', { jobId }).catch(reportFailure);
}

type ActingCall = 'jobs.pause' | 'jobs.retry' | 'jobs.forget';

function createAction(
  id: ActionOnAll['id'],
  label: string,
  name: ActingCall,
  jobs: readonly TransferJob[],
): ActionOnAll {
  const run = (): void => {
    for (const { id: jobId } of jobs) call(name, { jobId }).catch(reportFailure);
  };
  return { id, label, jobs, run };
}

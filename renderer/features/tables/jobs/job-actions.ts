// The actions on a job in its current state, and the calls behind them.
import { call } from '@renderer/bridge';
import { showFailure } from '@renderer/ui';
import { StowageError } from '@shared/errors';
import type { TableJob } from '@shared/model/table-job';

export type JobAction = 'pause' | 'resume' | 'confirm' | 'cancel' | 'reveal' | 'forget';

/** In the order in which they are shown. */
export function actionsOf(job: TableJob): readonly JobAction[] {
  switch (job.state) {
    case 'planning':
    case 'running':
      return ['pause', 'cancel'];
    case 'finishing':
      return ['cancel'];
    case 'paused':
    case 'interrupted':
      return [job.awaits === 'confirmation' ? 'confirm' : 'resume', 'cancel'];
    case 'failed':
      return ['resume', 'forget'];
    case 'cancelled':
      return ['forget'];
    case 'done':
      return job.outputFile === null ? ['forget'] : ['reveal', 'forget'];
  }
}

const callNames = {
  pause: 'table-jobs.pause',
  resume: 'table-jobs.resume',
  cancel: 'table-jobs.cancel',
  reveal: 'shell.reveal-job-file',
  forget: 'table-jobs.forget',
  confirm: 'renames.confirm',
} as const;

/** Runs the action; a refusal is said where the person is looking. */
export function runJobAction(action: JobAction, jobId: string): void {
  call(callNames[action], { jobId }).catch(reportFailure);
}

export function reportFailure(thrown: unknown): void {
  const error = StowageError.from(thrown);
  if (error.kind === 'cancelled') return;
  showFailure(error);
}

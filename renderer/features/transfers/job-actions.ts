// What a person can do with a job in its present state. Pure, but for the calls behind each action.
import type { TransferJob } from '@shared/model/transfer';
import { StowageError } from '@shared/errors';
import { call } from '@renderer/bridge';
import { describeError, showToast } from '@renderer/ui';

export type JobAction = 'cancel' | 'resume' | 'reveal' | 'forget';

/** In the order in which they are shown. */
export function actionsOf(job: TransferJob): readonly JobAction[] {
  switch (job.state) {
    case 'planning':
    case 'waiting':
    case 'running':
    case 'committing':
      return ['cancel'];
    case 'paused':
    case 'interrupted':
      return ['resume', 'cancel'];
    case 'failed':
      return ['resume', 'forget'];
    case 'cancelled':
      return ['forget'];
    case 'done':
      return [
        ...(job.failedCount > 0 ? (['resume'] as const) : []),
        ...(job.kind === 'download' ? (['reveal'] as const) : []),
        'forget',
      ];
  }
}

const callNames = {
  cancel: 'transfers.cancel',
  resume: 'transfers.resume',
  reveal: 'shell.reveal-download',
  forget: 'transfers.forget',
} as const;

/** Runs the action; a refusal is said where the person is looking. */
export function runJobAction(action: JobAction, jobId: string): void {
  call(callNames[action], { jobId }).catch(sayFailure);
}

export function copyText(text: string): void {
  call('clipboard.write', { text }).catch(sayFailure);
}

function sayFailure(thrown: unknown): void {
  const error = StowageError.from(thrown);
  if (error.kind === 'cancelled') return;
  const words = describeError(error);
  showToast({ tone: 'bad', title: words.title, text: words.explanation });
}

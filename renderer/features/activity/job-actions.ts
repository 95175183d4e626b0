// The actions on a job in its current state, and the calls behind them.
import { isTransfer } from '@shared/jobs/kinds';
import type { Job } from '@shared/model/job';
import type { TransferJob } from '@shared/model/transfer';
import { call } from '@renderer/bridge';
import type { JobAction, TransferAction } from '@renderer/jobs/action-appearance';
import {
  type TableJobAction,
  reportFailure,
  runTableJobAction,
  tableActionsOf,
} from '@renderer/jobs/table-job-actions';
import { openPaceDialog } from './pace-dialog';

/** The ids of the queued jobs, the next one first. */
export type WaitingOrder = readonly string[];

/** The actions on a completed job. */
const endedActions: Readonly<Record<TransferJob['kind'], readonly TransferAction[]>> = {
  upload: ['verify', 'forget'],
  download: ['reveal', 'forget', 'verify'],
  copy: ['verify', 'forget'],
  move: ['forget'],
  verify: ['forget'],
};

/** All that can be done now, the most likely first. Pure. */
export function actionsOf(job: Job, waiting: WaitingOrder): readonly JobAction[] {
  if (!isTransfer(job)) return tableActionsOf(job);
  switch (job.state) {
    case 'planning':
    case 'running':
    case 'committing':
      return waitsForOthers(job) ? ['try-now', 'pause', 'cancel', 'pace'] : ['pause', 'cancel', 'pace'];
    case 'waiting':
      return ['start-now', 'cancel', ...movesOf(waiting.indexOf(job.id), waiting.length), 'pause', 'pace'];
    case 'paused':
    case 'interrupted':
      if (job.waitsFor === 'timetable') return ['start-now', 'cancel', 'pause', 'pace'];
      return ['resume', 'cancel', ...(waiting.length > 0 ? (['start-now'] as const) : []), 'pace'];
    case 'failed':
      return ['retry', 'forget', ...endedActions[job.kind].filter((action) => action === 'verify')];
    case 'cancelled':
      return ['forget'];
    case 'done':
      return [...(job.failedCount > 0 ? (['retry'] as const) : []), ...endedActions[job.kind]];
  }
}

/** The actions in the order of menus and pages: those that end or remove a job are last. Pure. */
export function endingLast(actions: readonly JobAction[]): readonly JobAction[] {
  const isShuttingDown = (action: JobAction): boolean => action === 'cancel' || action === 'forget';
  return [...actions.filter((action) => !isShuttingDown(action)), ...actions.filter(isShuttingDown)];
}

/**
 * A key for the button of an action. Pause and Resume replace each other: as one button that stays mounted, it keeps
 * the focus. Pure.
 */
export function buttonKey(action: JobAction): string {
  return action === 'pause' || action === 'resume' ? 'pause-or-resume' : action;
}

/** The jobs that wait, in their order. Pure. */
export function waitingOrderOf(jobs: readonly Job[]): WaitingOrder {
  return jobs
    .filter(isTransfer)
    .filter(({ queuePosition }) => queuePosition !== undefined)
    .sort((a, b) => (a.queuePosition ?? 0) - (b.queuePosition ?? 0))
    .map(({ id }) => id);
}

/** Runs one of the job's actions; a failure is shown where the user is looking. */
export function runJobAction(action: JobAction, job: Job, waiting: WaitingOrder): void {
  if (isTransfer(job)) perform(action as TransferAction, job.id, waiting).catch(reportFailure);
  else runTableJobAction(action as TableJobAction, job);
}

export function copyText(text: string): void {
  call('clipboard.write', { text }).catch(reportFailure);
}

function perform(action: TransferAction, jobId: string, waiting: WaitingOrder): Promise<unknown> {
  const at = waiting.indexOf(jobId);
  switch (action) {
    case 'pause':
      return call('jobs.pause', { jobId });
    case 'resume':
      return call('jobs.resume', { jobId });
    case 'retry':
      return call('jobs.retry', { jobId });
    case 'start-now':
      return call('jobs.start-now', { jobId });
    case 'try-now':
      return call('jobs.try-now', { jobId });
    case 'move-first':
      return call('jobs.reorder', { jobId, before: waiting[0] ?? null });
    case 'move-up':
      return call('jobs.reorder', { jobId, before: waiting[at - 1] ?? null });
    case 'move-down':
      return call('jobs.reorder', { jobId, before: waiting[at + 2] ?? null });
    case 'move-last':
      return call('jobs.reorder', { jobId, before: null });
    case 'reveal':
      return call('shell.reveal-download', { jobId });
    case 'pace':
      openPaceDialog(jobId);
      return Promise.resolve();
    case 'verify':
      return call('transfers.verify-job', { jobId, mode: 'md5' });
    case 'cancel':
      return call('jobs.cancel', { jobId });
    case 'forget':
      return call('jobs.forget', { jobId });
  }
}

function waitsForOthers({ waitsFor }: TransferJob): boolean {
  return waitsFor === 'network' || waitsFor === 'server';
}

function movesOf(at: number, count: number): readonly TransferAction[] {
  return [
    ...(at > 1 ? (['move-first'] as const) : []),
    ...(at > 0 ? (['move-up'] as const) : []),
    ...(at >= 0 && at < count - 1 ? (['move-down'] as const) : []),
    ...(at >= 0 && at < count - 2 ? (['move-last'] as const) : []),
  ];
}

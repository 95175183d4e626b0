// The actions on a job on a table in its current state, and the calls behind them.
import { create } from 'zustand';
import { StowageError } from '@shared/errors';
import type { JobStatus } from '@shared/model/job-state';
import type { TableJob } from '@shared/model/table-job';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { showFailure, showToast } from '@renderer/ui';

export type TableJobAction =
  | 'pause'
  | 'resume'
  | 'confirm'
  | 'cancel'
  | 'reveal'
  | 'undo'
  | 'save-undo'
  | 'save-rejected'
  | 'retry'
  | 'forget';

/** All that can be done now, the most likely first. Pure. */
export function tableActionsOf(job: TableJob): readonly TableJobAction[] {
  switch (job.state) {
    case 'planning':
    case 'running':
      return ['pause', 'cancel'];
    case 'waiting':
    case 'committing':
      return ['cancel'];
    case 'paused':
    case 'interrupted':
      return [job.awaits === 'confirmation' ? 'confirm' : 'resume', 'cancel'];
    case 'failed':
      return ['resume', ...afterwards(job)];
    case 'cancelled':
      return afterwards(job);
    case 'done':
      return job.outputFile === null ? afterwards(job) : ['reveal', ...afterwards(job)];
  }
}

/** Of a job that has ended. */
function afterwards(job: TableJob): readonly TableJobAction[] {
  const undo = isUndoable(job);
  return [
    ...(undo ? (['undo'] as const) : []),
    ...(job.keepsRejectedRows && job.rowsRejected > 0 ? (['save-rejected'] as const) : []),
    'forget',
    ...(undo ? (['save-undo'] as const) : []),
    ...(canRetryFailedRows(job) ? (['retry'] as const) : []),
  ];
}

const ended: ReadonlySet<JobStatus> = new Set<JobStatus>(['done', 'failed', 'cancelled']);

/** Whether the job has ended and can be undone as a whole. */
export function isUndoable({ bulk, state }: TableJob): boolean {
  return ended.has(state) && bulk?.undo === 'kept';
}

/** Whether the rows that failed can be read again and tried in their present state. */
export function canRetryFailedRows({ bulk, state, failures }: TableJob): boolean {
  return bulk !== undefined && bulk.undo !== 'used' && ended.has(state) && failures.length > 0;
}

/** The renaming whose last step is to be confirmed; null for none. */
export const useRenamePrompt = create<{ readonly jobId: string | null }>()(() => ({ jobId: null }));

/** Runs the action; a failure is reported. */
export function runTableJobAction(action: TableJobAction, job: TableJob): void {
  perform(action, job).catch(reportFailure);
}

function perform(action: TableJobAction, job: TableJob): Promise<unknown> {
  const jobId = job.id;
  switch (action) {
    case 'pause':
      return call('jobs.pause', { jobId });
    case 'resume':
      return call('jobs.resume', { jobId });
    case 'cancel':
      return call('jobs.cancel', { jobId });
    case 'forget':
      return call('jobs.forget', { jobId });
    case 'retry':
      return call('jobs.retry', { jobId });
    case 'reveal':
      return call('shell.reveal-job-file', { jobId });
    case 'undo':
      return call('bulk.undo', { jobId });
    case 'save-undo':
      return saveUndo(job);
    case 'save-rejected':
      return saveRejected(job);
    case 'confirm':
      useRenamePrompt.setState({ jobId });
      return Promise.resolve();
  }
}

export function reportFailure(thrown: unknown): void {
  const error = StowageError.from(thrown);
  if (error.kind === 'cancelled') return;
  showFailure(error);
}

async function saveRejected({ id: jobId, source }: TableJob): Promise<void> {
  const suggestedName = rejectedName(source);
  const target = await call('dialogs.pick-export-file', { suggestedName, pickedFor: 'export-rejected' });
  if (target === null) return;
  const { rows } = await call('imports.save-rejected', { jobId, targetToken: target.token });
  showToast({ tone: 'good', title: t`Saved ${counted(rows, 'rejected row')}`, text: target.name });
}

/** `orders.csv` → `orders.rejected.csv`. */
export function rejectedName(source: string): string {
  const name = source.replace(/[/\\]/g, ' ').trim();
  const dot = name.lastIndexOf('.');
  return dot > 0 ? `${name.slice(0, dot)}.rejected${name.slice(dot)}` : `${name}.rejected.tsv`;
}

async function saveUndo({ id: jobId, table }: TableJob): Promise<void> {
  const suggestedName = `${table}.undo.jsonl`;
  const target = await call('dialogs.pick-export-file', { suggestedName, pickedFor: 'export-undo' });
  if (target === null) return;
  const { rows } = await call('bulk.save-undo', { jobId, targetToken: target.token });
  const title = t`Saved ${counted(rows, 'row')}, the undo file of this change`;
  showToast({ tone: 'good', title, text: target.name });
}

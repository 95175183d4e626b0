// The texts and figures of one row of the activity list, whatever the kind of the job. Pure.
import { isTransfer } from '@shared/jobs/kinds';
import type { Job } from '@shared/model/job';
import type { TableJob } from '@shared/model/table-job';
import { asOne, t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { fractionOf, tableJobText } from '@renderer/jobs/table-job-text';
import { groupOf } from './job-groups';
import { type JobText, cellsOf, isAllSkipped, needsUserAction, percentDone, transferText } from './transfer-text';

export interface RowText extends Omit<JobText, 'pace'> {
  /** How long it takes or took, what limits it, and its note. */
  readonly rest: string;
  /** 64 digits for `BlockCells`, and what they amount to for a screen reader. */
  readonly cells: string;
  readonly cellsLabel: string;
  readonly tone: 'plain' | 'moving' | 'caution' | 'bad';
  /** Whether its failures or rejected rows can be unfolded. */
  readonly hasDetails: boolean;
  /** Where `rest` is no more than a time. */
  readonly isBrief: boolean;
}

export function rowText(job: Job): RowText {
  if (!isTransfer(job)) return tableRow(job);
  const text = transferText(job);
  // If everything was skipped, that is shown in place of its amount.
  const note = isAllSkipped(job) ? '' : job.note;
  const isMoving = job.state === 'running' && job.waitsFor === undefined && job.bytesPerSecond > 0;
  return {
    ...text,
    rest: joined(text.time, text.pace, note),
    cells: cellsOf(job),
    cellsLabel: t`${job.title}, ${percentDone(job)} percent`,
    tone: groupOf(job) === 'failed' ? 'bad' : needsUserAction(job) ? 'caution' : isMoving ? 'moving' : 'plain',
    hasDetails: job.failedCount > 0,
    isBrief: note === '' && text.pace === '',
  };
}

function tableRow(job: TableJob): RowText {
  const { state, amount, rate, rest, remains, took, spoken } = tableJobText(job);
  const rejected = job.rowsRejected > 0 ? t`${formatCount(job.rowsRejected)} rejected` : '';
  const isDone = job.state === 'done';
  const failure = job.state === 'failed' ? state : '';
  const fraction = fractionOf(job);
  return {
    amount,
    amountDetail: joined(amount, remains),
    state: rate !== '' ? rate : isDone && rejected !== '' ? t`done,` : state,
    failures: failure || rejected || (job.failures.length > 0 ? t`reasons` : ''),
    time: took,
    rest: joined(rest || took, job.note),
    cells: tableCells(job, fraction),
    cellsLabel: fraction === null ? job.title : t`${job.title}, ${Math.floor(fraction * 100)} percent`,
    tone:
      job.state === 'failed'
        ? 'bad'
        : rejected !== '' || needsUserAction(job)
          ? 'caution'
          : rate !== ''
            ? 'moving'
            : 'plain',
    hasDetails: job.failures.length > 0 || job.error !== null || (job.keepsRejectedRows && job.rowsRejected > 0),
    isBrief: job.note === '',
    spoken,
  };
}

const shownCells = 64;

/** Processed rows, with the rejected ones at their end; where the total is unknown, only whether it moves. */
function tableCells({ state, rowsRejected, rowsTotal, rowsDone }: TableJob, fraction: number | null): string {
  const isMoving = state === 'planning' || state === 'running' || state === 'committing';
  if (fraction === null) return (isMoving ? '1' : '0').padEnd(shownCells, '0');
  const through = Math.floor(fraction * shownCells);
  const rows = Math.max(1, rowsTotal ?? rowsDone + rowsRejected);
  const rejected =
    rowsRejected === 0 ? 0 : Math.min(through, Math.max(1, Math.round((rowsRejected / rows) * shownCells)));
  const done = '2'.repeat(through - rejected) + '5'.repeat(rejected);
  return (isMoving && through < shownCells ? `${done}1` : done).padEnd(shownCells, '0');
}

/** `43 %` of the only job that runs; null for none or several, and where it is not known. */
export function percentOfOnly(running: readonly Job[]): string | null {
  const [only] = running;
  if (only === undefined || running.length > 1) return null;
  if (isTransfer(only)) return only.state === 'planning' ? null : asOne(`${percentDone(only)} %`);
  const fraction = fractionOf(only);
  return fraction === null ? null : asOne(`${Math.floor(fraction * 100)} %`);
}

function joined(...parts: readonly string[]): string {
  return parts.filter(Boolean).join(' · ');
}

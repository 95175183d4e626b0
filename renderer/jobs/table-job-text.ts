// The texts and figures of one job on a table; components do not name states themselves. Pure.
import type { JobStatus } from '@shared/model/job-state';
import type { TableJob, TableJobKind } from '@shared/model/table-job';
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { formatBytes, formatCount, formatDuration, formatTimeLeft } from '@shared/units';
import { kindLabels } from './kind-labels';

/** The first phase, before anything is changed. */
const planningLabels: Readonly<Record<TableJobKind, string>> = {
  import: t`reading the input`,
  export: t`starting`,
  update: t`counting`,
  delete: t`counting`,
  clear: t`counting`,
  restore: t`finding changed rows`,
  'table-copy': t`counting`,
  rename: t`counting`,
  'apply-diff': t`counting`,
};

export interface TableJobText {
  /** `running`, `done, 3 rows rejected`. */
  readonly state: string;
  /** `12,400 of 50,000 rows`; without a total `12,400 rows so far`. */
  readonly amount: string;
  /** `1,210 rows/s`, or empty while the job is not running. */
  readonly rate: string;
  /** `32 s left`, `time left unknown`, or empty while the job is not running. */
  readonly rest: string;
  /** What a cancelled or failed job has written; empty if not applicable. */
  readonly remains: string;
  /** `took 7.2 s`; empty before the end and if a run was cut off. */
  readonly took: string;
  /** One sentence for a screen reader. */
  readonly spoken: string;
}

export function tableJobText(job: TableJob): TableJobText {
  const state = stateLabel(job);
  const amount = amountOf(job);
  const rate = job.state === 'running' && job.rowsPerSecond > 0 ? t`${formatCount(job.rowsPerSecond)} rows/s` : '';
  const rest = restOf(job);
  return {
    state,
    amount,
    rate,
    rest,
    remains: remainsOf(job),
    took: job.endedAtMs === null || job.ranMs === null ? '' : t`took ${formatDuration(job.ranMs)}`,
    spoken: [`${kindLabels[job.kind].noun} ${job.title}`, state, amount, rest].filter(Boolean).join(', '),
  };
}

function stateLabel(job: TableJob): string {
  switch (job.state) {
    case 'planning':
      return planningLabels[job.kind];
    case 'waiting':
      return t`waiting`;
    case 'running':
      return t`running`;
    case 'committing':
      return t`finishing`;
    case 'done':
      return job.rowsRejected === 0 ? t`done` : t`done, ${counted(job.rowsRejected, 'row')} rejected`;
    case 'paused':
      if (job.waitsFor === 'credential') return t`paused: sign in again`;
      return job.waitsFor === 'disk' ? t`paused: disk full` : t`paused`;
    case 'failed':
      return t`failed`;
    case 'cancelled':
      return t`cancelled`;
    case 'interrupted':
      return t`interrupted`;
  }
}

/** The processed share, 0…1; null while the total is unknown. */
export function fractionOf(job: TableJob): number | null {
  const { state, rowsDone, rowsRejected, rowsTotal, bytesDone, bytesTotal } = job;
  if (state === 'done') return 1;
  const share =
    state === 'planning' && bytesTotal !== null
      ? (bytesDone ?? 0) / Math.max(1, bytesTotal)
      : rowsTotal === null
        ? null
        : (rowsDone + rowsRejected) / Math.max(1, rowsTotal);
  return share === null ? null : Math.min(1, share);
}

/** The costs so far, without zeros. */
export function costOf({ batches, requests, retries, throttled }: TableJob): readonly string[] {
  const plain = [batches > 0 ? counted(batches, 'transaction') : '', requests > 0 ? counted(requests, 'request') : ''];
  const problems = [
    retries > 0 ? t`${formatCount(retries)} retried` : '',
    throttled > 0 ? t`${formatCount(throttled)} throttled` : '',
  ];
  return [...plain, ...problems].filter(Boolean);
}

function amountOf({ state, rowsDone, rowsTotal, rowsRejected, bytesDone, bytesTotal }: TableJob): string {
  if (state === 'planning' && bytesTotal !== null && bytesTotal > 0) {
    return t`${formatBytes(bytesDone ?? 0)} of ${formatBytes(bytesTotal)} verified`;
  }
  const through = rowsDone + rowsRejected;
  if (state === 'done') return counted(rowsDone, 'row');
  if (rowsTotal !== null) return t`${formatCount(through)} of ${counted(rowsTotal, 'row')}`;
  return isMoving(state) ? t`${counted(through, 'row')} so far` : counted(through, 'row');
}

function restOf({ state, remainingMs }: TableJob): string {
  if (state !== 'running') return '';
  if (remainingMs === null) return t`time remaining unknown`;
  return t`${formatTimeLeft(remainingMs)} left`;
}

const writing: ReadonlySet<TableJobKind> = new Set<TableJobKind>(['import', 'table-copy', 'rename']);

/**
 * Requests in flight at the moment of cancelling may have been written, hence “at least”. Not for bulk changes, which
 * describe this with their undo, nor for applied differences, which also count deleted and unchanged rows.
 */
function remainsOf({ kind, state, rowsDone, target }: TableJob): string {
  if (!writing.has(kind) || rowsDone === 0) return '';
  const rows = formatCount(rowsDone);
  if (state === 'cancelled') {
    return plural(
      rowsDone,
    )`At least ${rows} row was written and remains in ${target}. | At least ${rows} rows were written and remain in ${target}.`;
  }
  if (state !== 'failed') return '';
  return plural(
    rowsDone,
  )`${rows} row was written and remains in ${target}. “Try again” continues with the rest. | ${rows} rows were written and remain in ${target}. “Try again” continues with the rest.`;
}

function isMoving(state: JobStatus): boolean {
  return state === 'planning' || state === 'running' || state === 'committing';
}

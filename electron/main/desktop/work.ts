// Long-running work as main sees it, on files or rows: whether it runs, its progress, its outcome. Pure.
import { errorMessage, isErrorCode } from '@shared/error-text';
import { isTableJob, isTransfer } from '@shared/jobs/kinds';
import type { Job } from '@shared/model/job';
import type { TableJob } from '@shared/model/table-job';
import type { TransferJob } from '@shared/model/transfer';
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { visibleLine } from '@shared/visible-text';

export interface Work {
  readonly id: string;
  readonly of: 'transfer' | 'table';
  /** `cargo.bin`, `orders.csv → Orders`. */
  readonly title: string;
  /** Capitalised, for the start of a sentence: `Upload`, `Export`. */
  readonly noun: string;
  /**
   * `moving`: also while planning, or waiting for the network or a throttling service; `queued`: waits for other jobs;
   * `left`: the engine stopped during it; `paused` and `stopped`: by the user.
   */
  readonly state: 'moving' | 'queued' | 'left' | 'needs-person' | 'paused' | 'done' | 'failed' | 'stopped';
  /** 0 to 1; null while unknown. */
  readonly share: number | null;
  /** Bytes of the whole job, for weighting transfers; null when it is not about bytes or unknown. */
  readonly bytes: number | null;
  /** Of transfers in bytes a second, of tables in rows a second; 0 while nothing moves. */
  readonly rate: number;
  /** A note about its end or its pause; empty for none. */
  readonly detail: string;
}

/** Created on demand, because the language may change while the app runs. */
const transferNouns = (): Readonly<Record<TransferJob['kind'], string>> => ({
  upload: t`Upload`,
  download: t`Download`,
  copy: t`Copy`,
  move: t`Move`,
  verify: t`Verification`,
});
const tableNouns = (): Readonly<Record<TableJob['kind'], string>> => ({
  import: t`Import`,
  export: t`Export`,
  update: t`Change`,
  delete: t`Deletion`,
  clear: t`Clearing`,
  restore: t`Undo`,
  'table-copy': t`Copy`,
  rename: t`Rename`,
  'apply-diff': t`Applying differences`,
});

export function workOf(job: Job): Work {
  return isTransfer(job) ? workOfTransfer(job) : workOfTable(job);
}

export function workOfTransfer(job: TransferJob): Work {
  return {
    id: job.id,
    of: 'transfer',
    title: visibleLine(job.title),
    noun: transferNouns()[job.kind],
    state: stateOf(job),
    share: job.bytesTotal > 0 && job.plan === 'whole' ? Math.min(1, job.bytesDone / job.bytesTotal) : null,
    bytes: job.bytesTotal,
    rate: job.bytesPerSecond,
    detail: pauseDetail(job) || transferDetail(job),
  };
}

function workOfTable(job: TableJob): Work {
  const share =
    job.rowsTotal !== null && job.rowsTotal > 0
      ? job.rowsDone / job.rowsTotal
      : job.bytesTotal !== null && job.bytesTotal > 0 && job.bytesDone !== null
        ? job.bytesDone / job.bytesTotal
        : null;
  return {
    id: job.id,
    of: 'table',
    title: visibleLine(job.title),
    noun: tableNouns()[job.kind],
    state: stateOf(job),
    share: share === null ? null : Math.min(1, share),
    bytes: null,
    rate: job.rowsPerSecond,
    detail: pauseDetail(job) || tableDetail(job),
  };
}

/** Whether quitting the app would stop it. */
export function isUnderWay({ state }: Work): boolean {
  return state === 'moving' || state === 'queued';
}

/** Whether it can be resumed without further ado. */
export function canGoOn({ state }: Work): boolean {
  return state === 'paused' || state === 'left';
}

function stateOf(job: Job): Work['state'] {
  if (isTableJob(job) && job.awaits !== null) return 'needs-person';
  switch (job.state) {
    case 'planning':
    case 'running':
    case 'committing':
      return 'moving';
    case 'waiting':
      return 'queued';
    case 'paused':
      return job.waitsFor === 'credential' || job.waitsFor === 'disk' ? 'needs-person' : 'paused';
    case 'interrupted':
      return 'left';
    case 'done':
    case 'failed':
      return job.state;
    case 'cancelled':
      return 'stopped';
  }
}

/** What the user has to do before it resumes; empty for nothing. */
function pauseDetail({ state, waitsFor }: Job): string {
  if (state === 'paused' && waitsFor === 'credential') return t`Paused: a new key or SAS is required.`;
  return state === 'paused' && waitsFor === 'disk' ? t`Paused: the disk is full.` : '';
}

function transferDetail(job: TransferJob): string {
  const { failedCount, filesSkipped, filesTotal } = job;
  if (failedCount === 0) {
    return filesSkipped === 0
      ? ''
      : plural(
          filesSkipped,
        )`${formatCount(filesSkipped)} of ${counted(filesTotal, 'file')} was skipped. | ${formatCount(filesSkipped)} of ${counted(filesTotal, 'file')} were skipped.`;
  }
  const [first] = job.failed;
  if (filesTotal <= 1 && first !== undefined && isErrorCode(first.code)) {
    return `${errorMessage({ code: first.code, context: first.context }).title}.`;
  }
  if (job.kind === 'verify') {
    const found = formatCount(failedCount);
    return plural(failedCount)`${found} file differs. | ${found} files differ.`;
  }
  return t`${formatCount(failedCount)} of ${formatCount(filesTotal)} files failed.`;
}

function tableDetail(job: TableJob): string {
  if (job.awaits !== null) return t`Waiting for your confirmation.`;
  if (job.error !== null) return `${errorMessage(job.error).title}.`;
  if (job.rowsRejected === 0) return '';
  const rejected = formatCount(job.rowsRejected);
  return plural(job.rowsRejected)`${rejected} row was rejected. | ${rejected} rows were rejected.`;
}

/** For `setProgressBar`: 0 to 1; negative hides the bar, above 1 makes it indeterminate. */
export const hiddenBar = -1;
export const endlessBar = 2;

/**
 * Transfers are weighted by their bytes; work on rows counts like the average of all transfers. Work of unknown
 * progress counts only if there is no other.
 */
export function barOf(work: readonly Work[]): number {
  const underWay = work.filter(isUnderWay);
  if (underWay.length === 0) return hiddenBar;
  const known = underWay.filter((one): one is Work & { readonly share: number } => one.share !== null);
  if (known.length === 0) return endlessBar;
  const sizes = known.flatMap(({ bytes }) => (bytes === null ? [] : [bytes]));
  const averageBytes = sizes.length === 0 ? 1 : sizes.reduce((sum, bytes) => sum + bytes, 0) / sizes.length;
  let whole = 0;
  let done = 0;
  for (const { bytes, share } of known) {
    const weight = bytes ?? averageBytes;
    whole += weight;
    done += weight * share;
  }
  if (whole === 0) return endlessBar;
  // A hundredth is less than a pixel of any bar, and rounding saves calls to the system.
  return Math.floor((done / whole) * 100) / 100;
}

// The figures at the head of a transfer's page. Pure.
import { httpHeaderNames, httpHeaderOrder } from '@shared/blob-details/metadata-rules';
import type { OverwritePolicy, TransferJob } from '@shared/model/transfer';
import type { TransferTrace } from '@shared/model/transfer-trace';
import { t } from '@shared/strings/t';
import { formatBytes, formatCount, formatDuration, formatRate } from '@shared/units';
import { throughputText } from '../transfer-text';

export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly tone?: 'caution' | 'bad' | undefined;
}

/** What counts exceptions is there only when there are some. */
export function figuresOf(job: TransferJob, trace: TransferTrace | null): readonly Figure[] {
  const inVain = bytesInVain(job, trace);
  // The results of a verification have separate figures.
  const failed = job.kind === 'verify' ? 0 : job.failedCount;
  const exceptions: readonly (Figure & { readonly count: number })[] = [
    {
      name: job.kind === 'download' ? t`Received but discarded` : t`Sent but not stored`,
      count: inVain,
      value: formatBytes(inVain),
      tone: 'caution',
    },
    { name: t`Skipped`, count: job.filesSkipped, value: formatCount(job.filesSkipped) },
    { name: t`Failed`, count: failed, value: formatCount(failed), tone: 'bad' },
    { name: t`Retries`, count: job.retries, value: formatCount(job.retries), tone: 'caution' },
    { name: t`Throttled`, count: job.throttled, value: formatCount(job.throttled), tone: 'caution' },
  ];
  return [
    { name: t`Rate`, value: rateText(job, trace) },
    { name: job.kind === 'verify' ? t`Compared` : t`Moved`, value: formatBytes(job.bytesDone) },
    { name: t`Files`, value: filesText(job) },
    requestsOf(job, trace),
    { name: 'p50 · p99', value: trace === null || trace.requests === 0 ? '–' : latencyText(trace.latencyMs) },
    ...exceptions.filter(({ count }) => count > 0),
  ];
}

/** The current rate while it runs; afterwards, that of the moved bytes. */
function rateText(job: TransferJob, trace: TransferTrace | null): string {
  if (job.state === 'running') return job.waitsFor === 'network' ? '–' : throughputText(job);
  const rate = averageRate(job, trace);
  return rate === 0 ? '–' : formatRate(rate);
}

function filesText({ filesDone, filesTotal, plan }: TransferJob): string {
  const [done, all] = [formatCount(filesDone), formatCount(filesTotal)];
  return plan === 'whole' ? t`${done} of ${all}` : t`${done} of at least ${all}`;
}

/** The sum over all runs; only that of the last run, and labelled so, if the earlier ones did not record it. */
function requestsOf({ requests }: TransferJob, trace: TransferTrace | null): Figure {
  if (requests !== undefined) return { name: t`Requests`, value: formatCount(requests) };
  return { name: t`Requests (last run)`, value: trace === null ? '–' : formatCount(trace.requests) };
}

function latencyText({ p50, p99 }: TransferTrace['latencyMs']): string {
  return `${formatDuration(p50)} · ${formatDuration(p99)}`;
}

/**
 * Of all its runs, like the bytes and the time beside it; of the last one if the earlier ones did not record how long
 * they took; 0 if that is not known either. Bytes that were sent and rejected, or sent twice, moved nothing. A
 * verification moves nothing: its rate is that of its last reading.
 */
function averageRate(job: TransferJob, trace: TransferTrace | null): number {
  const { ranMs = 0 } = job;
  if (job.kind !== 'verify' && ranMs > 0) return (job.bytesDone / ranMs) * 1000;
  if (trace === null || trace.elapsedMs === 0) return 0;
  const bytes = job.kind === 'verify' ? trace.movedBytes : Math.min(trace.movedBytes, job.bytesDone);
  return (bytes / trace.elapsedMs) * 1000;
}

/**
 * The bytes that a finished upload or download has sent or received in its last run, beyond those that it has moved.
 */
function bytesInVain(job: TransferJob, trace: TransferTrace | null): number {
  if (job.endedAtMs === null || trace === null || (job.kind !== 'upload' && job.kind !== 'download')) return 0;
  const more = trace.movedBytes - job.bytesDone;
  return more > trace.movedBytes * noticeableShare ? more : 0;
}

/** Less is what retries take in every long transfer, and `Retries` shows them. */
const noticeableShare = 0.05;

/** `existing names are skipped`, `modification times`, `Cache-Control: no-store`: how the transfer was ordered. */
export function optionTexts({ kind, options }: TransferJob): readonly string[] {
  if (options === undefined) return [];
  const { blob = {} } = options;
  const names = (pairs: Readonly<Record<string, string>> | undefined): string => Object.keys(pairs ?? {}).join(', ');
  return [
    existingTexts[options.overwrite],
    ...(options.preserveTimes === true ? [t`modification times`] : []),
    ...(options.emptyFolders === true ? [t`empty folders`] : []),
    ...(kind === 'upload' && options.followLinks !== undefined ? [t`symbolic links followed`] : []),
    ...(options.preserveProperties === true ? [t`properties of replaced blobs`] : []),
    ...(options.changeBlobType === true ? [t`page and append blobs replaced`] : []),
    ...httpHeaderOrder.flatMap((header) => {
      const value = blob[header] ?? '';
      return value === '' ? [] : [`${httpHeaderNames[header]}: ${value}`];
    }),
    ...(blob.metadata === undefined ? [] : [t`metadata: ${names(blob.metadata)}`]),
    ...(blob.tags === undefined ? [] : [t`tags: ${names(blob.tags)}`]),
  ];
}

const existingTexts: Readonly<Record<OverwritePolicy, string>> = {
  never: t`existing names are skipped`,
  always: t`existing names are replaced`,
  'if-newer': t`existing names are replaced if older`,
  'if-different': t`existing names are replaced if different`,
  rename: t`existing names stay, new ones get a number`,
};

// Describes the effect of a bulk change. Pure.
import type { BulkPreview } from '@shared/model/table-bulk';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatBytes, formatCount, formatTimeLeft } from '@shared/units';
import { type MeasuredBulk, plannedBulk } from './bulk-time';

export function rowsOf(count: number): string {
  return counted(count, 'row');
}

/** `25,000 rows found in 31 partitions, 200 of them as wanted already`. */
export function foundText({ rows, affected, unchanged, missing, partitions, problems, ended }: BulkPreview): string {
  const rejected = problems.reduce((sum, { count }) => sum + count, 0);
  const parts = [
    t`${ended === 'no' ? t`Reading: ` : ''}${rowsOf(rows)} found`,
    affected === 0 ? '' : t`in ${counted(partitions, 'partition')}`,
  ];
  const notes = [
    unchanged === 0 ? '' : t`${formatCount(unchanged)} as wanted already`,
    rejected === 0 ? '' : t`${formatCount(rejected)} cannot be sent`,
    missing === 0 ? '' : t`${formatCount(missing)} no longer there`,
    ended === 'limit' ? t`up to the limit of the query, there may be more` : '',
  ];
  return [parts.filter(Boolean).join(' '), ...notes.filter(Boolean)].join(', ');
}

/**
 * Transactions, bytes and time, each an estimate until the reading has ended; the time is that of the last such change
 * here, or where none was measured that of a service at its best.
 */
export function costText(preview: BulkPreview, rowsPerSecond: number | null, measured: MeasuredBulk | null): string {
  const { batches, requestBytes } = preview;
  const { ms, measuredAt } = plannedBulk(preview, rowsPerSecond, measured);
  const time = formatTimeLeft(ms);
  const rate = rowsPerSecond === null ? t`without a rate limit` : t`at ${formatCount(rowsPerSecond)} rows/s`;
  const transactions = counted(batches, 'transaction');
  const bytes = formatBytes(requestBytes);
  if (measuredAt === null) return t`${transactions}, ${bytes} to send, at least ${time} ${rate}.`;
  const before = formatCount(Math.round(measuredAt));
  return t`${transactions}, ${bytes} to send, about ${time} ${rate}: the last change here went at ${before} rows/s.`;
}

/** What is kept for undo, and where its end is. */
export function undoText({ fileBytes, fileBytesAllowed }: BulkPreview, undo: 'keep' | 'none'): string {
  if (undo === 'none') return t`No undo file is kept. The change cannot be taken back.`;
  if (fileBytes > fileBytesAllowed) {
    return t`The undo file takes ${formatBytes(fileBytes)}, and at most ${formatBytes(fileBytesAllowed)} are kept. Narrow the query, or go on without undo.`;
  }
  return t`The undo file takes ${formatBytes(fileBytes)} on this machine, until the job is removed from the list.`;
}

/** `Delete 25,000 rows`. */
export function actionText(action: 'update' | 'delete', affected: number): string {
  const rows = rowsOf(affected);
  return action === 'delete' ? t`Delete ${rows}` : t`Change ${rows}`;
}

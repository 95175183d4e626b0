// What a bulk change comes to, in words. Pure.
import { type BulkPreview, bulkDurationMs } from '@shared/model/table-bulk';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatBytes, formatCount, formatTimeLeft } from '@shared/units';

export function rowsOf(count: number): string {
  return counted(count, 'row');
}

/** `25,000 rows found in 31 partitions, 200 of them as wanted already`. */
export function foundWords({ rows, affected, unchanged, missing, partitions, problems, ended }: BulkPreview): string {
  const refused = problems.reduce((sum, { count }) => sum + count, 0);
  const parts = [
    t`${ended === 'no' ? t`Reading: ` : ''}${rowsOf(rows)} found`,
    affected === 0 ? '' : t`in ${counted(partitions, 'partition')}`,
  ];
  const notes = [
    unchanged === 0 ? '' : t`${formatCount(unchanged)} as wanted already`,
    refused === 0 ? '' : t`${formatCount(refused)} cannot be sent`,
    missing === 0 ? '' : t`${formatCount(missing)} no longer there`,
    ended === 'limit' ? t`up to the limit of the query, there may be more` : '',
  ];
  return [parts.filter(Boolean).join(' '), ...notes.filter(Boolean)].join(', ');
}

/** Transactions, bytes and time, each an estimate until the reading has ended; the time is that of a service at its best. */
export function costWords(preview: BulkPreview, rowsPerSecond: number | null): string {
  const { batches, requestBytes } = preview;
  const time = formatTimeLeft(bulkDurationMs(preview, rowsPerSecond));
  const rate = rowsPerSecond === null ? t`without a rate limit` : t`at ${formatCount(rowsPerSecond)} rows/s`;
  const transactions = counted(batches, 'transaction');
  return t`${transactions}, ${formatBytes(requestBytes)} to send, at least ${time} ${rate}.`;
}

/** What is kept for undo, and where its end is. */
export function undoWords({ fileBytes, fileBytesAllowed }: BulkPreview, undo: 'keep' | 'none'): string {
  if (undo === 'none') return t`No undo file is kept. The change cannot be taken back.`;
  if (fileBytes > fileBytesAllowed) {
    return t`The undo file takes ${formatBytes(fileBytes)}, and at most ${formatBytes(fileBytesAllowed)} are kept. Narrow the query, or go on without undo.`;
  }
  return t`The undo file takes ${formatBytes(fileBytes)} on this machine, until the job is removed from the list.`;
}

/** `Delete 25,000 rows`. */
export function actWords(action: 'update' | 'delete', affected: number): string {
  return `${action === 'delete' ? t`Delete` : t`Change`} ${rowsOf(affected)}`;
}

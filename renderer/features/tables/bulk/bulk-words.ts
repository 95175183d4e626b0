// What a bulk change comes to, in words. Pure.
import { type BulkPreview, bulkDurationMs } from '@shared/model/table-bulk';
import { formatBytes, formatCount, formatDuration } from '@shared/units';

export function rowsOf(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`;
}

/** `25,000 rows found in 31 partitions, 200 of them as wanted already`. */
export function foundWords({ rows, affected, unchanged, missing, partitions, problems, ended }: BulkPreview): string {
  const refused = problems.reduce((sum, { count }) => sum + count, 0);
  const parts = [
    `${ended === 'no' ? 'Reading: ' : ''}${rowsOf(rows)} found`,
    affected === 0 ? '' : `in ${formatCount(partitions)} ${partitions === 1 ? 'partition' : 'partitions'}`,
  ];
  const notes = [
    unchanged === 0 ? '' : `${formatCount(unchanged)} as wanted already`,
    refused === 0 ? '' : `${formatCount(refused)} cannot be sent`,
    missing === 0 ? '' : `${formatCount(missing)} no longer there`,
    ended === 'limit' ? 'up to the limit of the query, there may be more' : '',
  ];
  return [parts.filter(Boolean).join(' '), ...notes.filter(Boolean)].join(', ');
}

/** Transactions, bytes and time, each an estimate until the reading has ended. */
export function costWords(preview: BulkPreview, rowsPerSecond: number | null): string {
  const { batches, requestBytes } = preview;
  const time = formatDuration(bulkDurationMs(preview, rowsPerSecond));
  const rate = rowsPerSecond === null ? 'without a rate limit' : `at ${formatCount(rowsPerSecond)} rows/s`;
  const transactions = `${formatCount(batches)} ${batches === 1 ? 'transaction' : 'transactions'}`;
  return `${transactions}, ${formatBytes(requestBytes)} to send, about ${time} ${rate}.`;
}

/** What is kept for undo, and where its end is. */
export function undoWords({ fileBytes, fileBytesAllowed }: BulkPreview, undo: 'keep' | 'none'): string {
  if (undo === 'none') return 'No undo file is kept. The change cannot be taken back.';
  if (fileBytes > fileBytesAllowed) {
    return `The undo file takes ${formatBytes(fileBytes)}, and at most ${formatBytes(fileBytesAllowed)} are kept. Narrow the query, or go on without undo.`;
  }
  return `The undo file takes ${formatBytes(fileBytes)} on this machine, until the job is taken off the list.`;
}

/** `Delete 25,000 rows`. */
export function actWords(action: 'update' | 'delete', affected: number): string {
  return `${action === 'delete' ? 'Delete' : 'Change'} ${rowsOf(affected)}`;
}

// Turns a settled page of a copy into its journal record and adds it to the job's progress.
import { canonicalRow } from '@shared/diff/canonical';
import { t } from '@shared/strings/t';
import type { JobProgress } from '../jobs/job-progress';
import { rejectionText } from '../rejection-text';
import type { CopyCounts, CopyRecord } from './copy-records';
import type { SettledPage } from './copy-run';
import { RowHash } from './row-hash';

export interface SettledPageOptions {
  /** The counts of all earlier pages. */
  readonly before: CopyCounts;
  /** Whether existing rows that were left unchanged are reported as rejected. */
  readonly retainedRows: 'reported' | 'counted';
  /** Whether the copy includes the column. */
  readonly isCompared: (name: string) => boolean;
  readonly progress: JobProgress;
}

/** Counts the page into `progress`; the record holds the counts of all pages up to this one. */
export function settledRecord(
  { stand: checkpoint, written, kept: retained, rejected, batches, requests, retries, readRequests }: SettledPage,
  { before, retainedRows, isCompared, progress }: SettledPageOptions,
): CopyRecord {
  const keptHash = RowHash.from(before.keptDifferent, before.keptHash);
  for (const { row, stored } of retained) {
    const held = canonicalRow(stored, isCompared);
    if (held !== canonicalRow(row, isCompared)) keptHash.add(held);
  }
  const isReported = retainedRows === 'reported';
  if (isReported) {
    for (const { row } of retained) {
      const message = t`An entity with these keys already exists.`;
      progress.failed('conflict.exists', message, `${row.partitionKey} / ${row.rowKey}`);
    }
  }
  for (const { error, partitionKey, rowKey } of rejected) {
    progress.failed(error.code, rejectionText(error), `${partitionKey} / ${rowKey}`);
  }
  const rowsRejected = rejected.length + (isReported ? retained.length : 0);
  progress.count({ rowsDone: written, rowsRejected, batches, requests: requests + readRequests, retries });
  const shown = progress.view();
  const counts = {
    written: before.written + written,
    kept: before.kept + retained.length,
    keptDifferent: keptHash.rows,
    keptHash: keptHash.text(),
    rejected: before.rejected + rejected.length,
    batches: shown.batches,
    requests: shown.requests,
    retries: shown.retries,
    throttled: shown.throttled,
  };
  return { record: 'settled', stand: checkpoint, counts, ...(rowsRejected > 0 ? { failures: shown.failures } : {}) };
}

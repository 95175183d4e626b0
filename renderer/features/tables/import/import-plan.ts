// What a run will take with the chosen batch size and batches at once, from the findings of a dry run. Pure.
import { type PlannedLoad, estimateMs } from '@shared/import/import-pace';
import type { ImportReport, ImportSettings } from '@shared/model/table-import';

export interface ImportPlan {
  /** Rows that can be written. */
  readonly rows: number;
  /** Batches; each is one transaction. */
  readonly transactions: number;
  readonly estimatedMs: number;
}

/** Batches that are in flight where the run finds out by itself: past so many the service answers later, not more. */
const usualConcurrency = 20;
const fullBatch = 100;

export function planOf(
  report: ImportReport,
  settings: Pick<ImportSettings, 'mode' | 'batchSize' | 'concurrency'>,
): ImportPlan {
  const sent = report.rows - report.rejectedRows;
  const load: PlannedLoad = {
    rows: sent,
    largestPartitionRows: report.largestPartition?.rows ?? 0,
    batchesBySize: new Map(report.batchesBySize.map(({ size, batches }) => [size, batches])),
  };
  const size = settings.batchSize === 'auto' ? fullBatch : settings.batchSize;
  const concurrency = settings.concurrency === 'auto' ? usualConcurrency : settings.concurrency;
  return {
    // Inserted twice, a key is refused the second time.
    rows: settings.mode === 'insert' ? sent - report.duplicateKeys : sent,
    transactions: load.batchesBySize.get(size) ?? Math.ceil(sent / size),
    estimatedMs: estimateMs(load, size, concurrency),
  };
}

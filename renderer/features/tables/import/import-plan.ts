// The cost of a run with the chosen batch size and concurrency, from the findings of a dry run. Pure.
import { type PlannedLoad, batchesFor, defaultPace } from '@shared/import/import-pace';
import type { ImportReport, ImportSettings } from '@shared/model/table-import';
import { type MeasuredImport, type PlannedTime, plannedTime } from './import-time';

export interface ImportPlan {
  /** Rows that can be written. */
  readonly rows: number;
  /** Batches; each is one transaction. */
  readonly transactions: number;
  readonly time: PlannedTime;
}

export function planOf(
  report: ImportReport,
  settings: Pick<ImportSettings, 'mode' | 'batchSize' | 'concurrency'>,
  measured: MeasuredImport | null,
): ImportPlan {
  const load = loadOf(report);
  const batchSize = settings.batchSize === 'auto' ? defaultPace.batchSize : settings.batchSize;
  const { concurrency } = settings;
  return {
    // Inserted twice, a key is refused the second time.
    rows: settings.mode === 'insert' ? load.rows - report.duplicateKeys : load.rows,
    transactions: batchesFor(load, batchSize),
    time: plannedTime(load, { batchSize, concurrency }, measured),
  };
}

/** What is sent, whatever becomes of it. */
export function loadOf(report: ImportReport): PlannedLoad {
  return {
    rows: report.rows - report.rejectedRows,
    largestPartitionRows: report.largestPartition?.rows ?? 0,
    batchesBySize: new Map(report.batchesBySize.map(({ size, batches }) => [size, batches])),
  };
}

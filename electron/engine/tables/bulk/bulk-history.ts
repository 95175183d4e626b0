// The state of a bulk job according to its journal. The outcome of each row is in the results file.
import type { BulkState } from '@shared/model/table-bulk';
import type { TableJob } from '@shared/model/table-job';
import { leftBehind, newJobView } from '../jobs/job-progress';
import type { BulkHead, BulkRecord } from './bulk-records';
import type { PlanExtent } from './plan-file';

export interface BulkHistory {
  /** Whether the job has no journal yet. */
  readonly isNew: boolean;
  readonly view: TableJob;
  /** How much of the plan file is valid; null before the plan is complete. */
  readonly extent: PlanExtent | null;
  /** The number of rows at the start of the plan that are no longer sent because the user cancelled. */
  readonly givenUp: number;
  readonly rowsPerSecond: number | null;
  /** `saved` even if nothing was written. */
  readonly undo: BulkState['undo'];
}

/** @param records of earlier runs; empty for a new job */
export function historyOf(head: BulkHead, records: readonly BulkRecord[]): BulkHistory {
  const { id, kind, connectionId, table, title, createdAtMs } = head;
  let view = newJobView({ id, kind, connectionId, table, title, source: table, target: table, createdAtMs });
  let extent: PlanExtent | null = null;
  let givenUp = 0;
  let { rowsPerSecond } = head;
  let undo: BulkState['undo'] = head.undo === 'keep' ? 'kept' : 'none';
  for (const record of records) {
    switch (record.record) {
      case 'bulk':
        break;
      case 'planned':
        extent = { rows: record.rows, bytes: record.bytes };
        givenUp = record.givenUp ?? givenUp;
        break;
      case 'rate':
        ({ rowsPerSecond } = record);
        // The first record of a run: a failed job was resumed.
        view = underWay(view);
        break;
      case 'traffic': {
        const { batches, requests, retries, throttled } = record;
        view = underWay({ ...view, batches, requests, retries, throttled });
        break;
      }
      case 'undone':
        undo = 'used';
        break;
      case 'ended':
        ({ view } = record);
        if (view.state === 'cancelled') givenUp = extent?.rows ?? 0;
    }
  }
  const isNew = records.length === 0;
  if (!isNew) view = leftBehind(view);
  return { isNew, view, extent, givenUp, rowsPerSecond, undo };
}

function underWay(view: TableJob): TableJob {
  return { ...view, state: 'running', error: null, endedAtMs: null };
}

// Estimates the duration of a bulk change, and says where the estimate comes from: a recent measurement on the same
// connection, otherwise the minimum that a service at its best would need. Pure.
import { type BulkPreview, bulkDurationMs } from '@shared/model/table-bulk';
import type { TableJob, TableJobKind } from '@shared/model/table-job';

/** How quickly the last one went, without a limit of its own. */
export interface MeasuredBulk {
  readonly rowsPerSecond: number;
  readonly rowsPerBatch: number;
}

export interface PlannedBulk {
  readonly ms: number;
  /** The rate of the last one; null where nobody knows more than that it takes no less. */
  readonly measuredAt: number | null;
}

/** A line and a service are others on another day. */
const lastsMs = 24 * 3_600_000;
/** Fewer rows tell more of the beginning. */
const minRows = 1_000;
const kindsOf: Readonly<Record<'update' | 'delete', readonly TableJobKind[]>> = {
  update: ['update'],
  delete: ['delete', 'clear'],
};

/** The rate of the newest job on the connection that tells one; null for none. @param jobs newest first */
export function measuredBulk(
  jobs: readonly TableJob[],
  { connectionId, action }: { readonly connectionId: string; readonly action: 'update' | 'delete' },
  nowMs = Date.now(),
): MeasuredBulk | null {
  for (const job of jobs) {
    const { kind, meanRowsPerSecond, rowsDone, rowsRejected, batches, bulk, endedAtMs } = job;
    if (!kindsOf[action].includes(kind) || job.connectionId !== connectionId) continue;
    if (meanRowsPerSecond === undefined || endedAtMs === null || nowMs - endedAtMs > lastsMs) continue;
    // What was left as it is was not sent, and what was limited might have gone quicker.
    const written = rowsDone - (bulk?.rowsUnchanged ?? 0);
    if (bulk === undefined || bulk.rowsPerSecondAllowed !== null || rowsRejected > rowsDone) continue;
    if (written < minRows || written < rowsDone / 2 || batches === 0) continue;
    return { rowsPerSecond: meanRowsPerSecond, rowsPerBatch: written / batches };
  }
  return null;
}

/** Smaller transactions are never quicker than what was measured; of larger ones it tells nothing. */
export function plannedBulk(
  preview: BulkPreview,
  rowsPerSecond: number | null,
  measured: MeasuredBulk | null,
): PlannedBulk {
  const { affected, batches } = preview;
  const minMs = bulkDurationMs(preview, rowsPerSecond);
  if (measured === null || batches === 0) return { ms: minMs, measuredAt: null };
  const timesTheSize = affected / batches / measured.rowsPerBatch;
  if (timesTheSize < 0.5 || timesTheSize > 2) return { ms: minMs, measuredAt: null };
  const measuredMs = (affected / measured.rowsPerSecond) * 1000;
  return { ms: Math.max(minMs, measuredMs), measuredAt: measured.rowsPerSecond };
}

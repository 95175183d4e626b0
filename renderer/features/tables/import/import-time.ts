// Estimates the duration of an import, and says where the estimate comes from: a recent measurement on the same
// connection, otherwise the minimum that a service at its best would need. Pure.
import { type PlannedLoad, batchesFor, minTimeMs, defaultPace } from '@shared/import/import-pace';
import type { TableJob } from '@shared/model/table-job';
import { t } from '@shared/strings/t';
import { formatCount, formatTimeLeft } from '@shared/units';

/** What the last import wrote with and how quickly that went. */
export interface MeasuredImport {
  readonly rowsPerSecond: number;
  readonly rowsPerBatch: number;
  readonly batchesAtOnce: number;
}

export interface PlannedTime {
  readonly ms: number;
  /** `measured`: as the last import went. `min`: it will take no less, and how much more nobody knows. */
  readonly kind: 'measured' | 'least';
}

/** What one import is to write with; `auto` is found out while it runs. */
export interface PlannedPace {
  readonly batchSize: number;
  readonly concurrency: number | 'auto';
}

/** A line and a service are others on another day. */
const lastsMs = 24 * 3_600_000;
/** Fewer rows tell more of the beginning. */
const minRows = 1_000;

/** The rate of the newest ended import on the connection that tells one; null for none. @param jobs newest first */
export function measuredImport(
  jobs: readonly TableJob[],
  connectionId: string,
  nowMs = Date.now(),
): MeasuredImport | null {
  for (const job of jobs) {
    const { kind, meanRowsPerSecond, rowsDone, rowsRejected, batches, pace, endedAtMs } = job;
    if (kind !== 'import' || job.connectionId !== connectionId || meanRowsPerSecond === undefined) continue;
    if (endedAtMs === null || nowMs - endedAtMs > lastsMs) continue;
    if (rowsDone < minRows || rowsRejected > rowsDone || batches === 0) continue;
    return {
      rowsPerSecond: meanRowsPerSecond,
      rowsPerBatch: rowsDone / batches,
      batchesAtOnce: pace?.concurrency ?? defaultPace.concurrency,
    };
  }
  return null;
}

/** Smaller batches and fewer at once are never quicker than what was measured; of larger ones it tells nothing. */
export function plannedTime(load: PlannedLoad, pace: PlannedPace, measured: MeasuredImport | null): PlannedTime {
  const { batchSize, concurrency } = pace;
  const minMs = minTimeMs(load, batchSize, concurrency === 'auto' ? defaultPace.concurrency : concurrency);
  if (measured === null || load.rows === 0) return { ms: minMs, kind: 'least' };
  const batches = batchesFor(load, batchSize);
  const timesTheSize = load.rows / Math.max(1, batches) / measured.rowsPerBatch;
  if (timesTheSize > 2) return { ms: minMs, kind: 'least' };
  const measuredMs = (load.rows / measured.rowsPerSecond) * 1000;
  const isAlike = timesTheSize >= 0.5 && (concurrency === 'auto' || concurrency >= measured.batchesAtOnce);
  return isAlike ? { ms: measuredMs, kind: 'measured' } : { ms: Math.max(minMs, measuredMs), kind: 'least' };
}

/** The same in two parts for a narrow column: `1 min 40 s` and `at least`. */
export function timeParts({ ms, kind }: PlannedTime): { readonly time: string; readonly basis: string } {
  const time = ms < 1000 ? t`under 1 s` : formatTimeLeft(ms);
  if (kind === 'measured') return { time, basis: t`as last time` };
  return { time, basis: ms < 1000 ? t`at best` : t`at least` };
}

/** `about 1 min 40 s`, `at least 25 s`. */
export function timeText({ ms, kind }: PlannedTime): string {
  if (ms < 1000) return kind === 'measured' ? t`under 1 s` : t`at best under 1 s`;
  return kind === 'measured' ? t`about ${formatTimeLeft(ms)}` : t`at least ${formatTimeLeft(ms)}`;
}

/** What the times were told from: a sentence. */
export function basisText(measured: MeasuredImport | null): string {
  return measured === null
    ? t`No import was measured here lately: the time is that of a service at its best.`
    : t`The last import here went at ${formatCount(measured.rowsPerSecond)} rows/s.`;
}

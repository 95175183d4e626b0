// The texts of an import: the name and the effect of each choice, and how long the run takes, measured on the same
// connection or as the minimum at best speed.
import type { EdmType } from '@shared/model/entity';
import type { CheckedColumn, ImportFormat, ImportMode, ImportReading, TextEncoding } from '@shared/model/table-import';
import { encodings } from '@shared/preview/charsets';
import { t } from '@shared/strings/t';
import type { Option } from '@renderer/ui';
import type { ChangingOption } from '../result/changing-options';
import { type PlannedLoad, batchesFor, defaultPace, minTimeMs } from '@shared/import/import-pace';
import type { TableJob } from '@shared/model/table-job';
import { formatCount, formatTimeLeft } from '@shared/units';
import { useTableJobs } from '@renderer/live/jobs';
import { useMemo } from 'react';

export const formatOptions: readonly Option<ImportFormat>[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'tsv', label: t`TSV` },
  { value: 'json', label: 'JSON', description: t`Array of objects` },
  { value: 'jsonl', label: 'JSON Lines', description: t`One object per line` },
  { value: 'parquet', label: 'Parquet' },
];

export const encodingOptions: readonly Option<TextEncoding>[] = encodings;

const namedDelimiters: readonly Option[] = [
  { value: ',', label: t`Comma` },
  { value: ';', label: t`Semicolon` },
  { value: '\t', label: t`Tab` },
  { value: '|', label: t`Vertical bar` },
  { value: ' ', label: t`Space` },
  { value: ':', label: t`Colon` },
  { value: '^', label: t`Caret` },
  { value: '~', label: t`Tilde` },
];

/** The default delimiters, and the one in use if it is another. */
export function delimiterOptions(used: string): readonly Option[] {
  return used === '' || namedDelimiters.some(({ value }) => value === used)
    ? namedDelimiters
    : [...namedDelimiters, { value: used, label: used }];
}

export const headerOptions: readonly Option<NonNullable<ImportReading['header']>>[] = [
  { value: 'first-row', label: t`Column names` },
  { value: 'none', label: t`Data` },
];

export const modeOptions: readonly ChangingOption<ImportMode>[] = [
  { value: 'insert', label: t`Reject`, description: t`Insert: writes only rows that do not exist yet` },
  {
    value: 'upsert-merge',
    label: t`Merge`,
    description: t`Insert or merge: existing rows keep properties that are not in the input`,
    changes: true,
  },
  {
    value: 'upsert-replace',
    label: t`Replace`,
    description: t`Insert or replace: existing rows are replaced completely`,
    changes: true,
  },
];

/** The type without its `Edm.`. */
export function typeLabel(type: EdmType): string {
  return type.slice('Edm.'.length);
}

/** The default type of a column. */
export function ownTypeLabels(
  column: Pick<CheckedColumn, 'type' | 'typeFrom'> | null,
  declared: EdmType | null,
): string {
  if (declared !== null) return t`${typeLabel(declared)} (from header)`;
  if (column === null || column.typeFrom === 'setting') return t`Detect from values`;
  return t`${typeLabel(column.type)} (from values)`;
}

/** The batch size, concurrency and rate of the last import. */
export interface MeasuredImport {
  readonly rowsPerSecond: number;
  readonly rowsPerBatch: number;
  readonly batchesAtOnce: number;
}

export interface PlannedTime {
  readonly ms: number;
  /** `measured`: at the rate of the last import. `min`: a lower bound. */
  readonly kind: 'measured' | 'min';
}

/** The batch size and concurrency of an import; `auto` is determined while it runs. */
interface PlannedPace {
  readonly batchSize: number;
  readonly concurrency: number | 'auto';
}

/** Older measurements say little about the network and the service of today. */
const lastsMs = 24 * 3_600_000;
/** Fewer rows mostly measure the start-up. */
const minRows = 1_000;

/** The rate of the newest ended import on the connection; null if none was measured. @param jobs newest first */
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

/** Smaller or fewer concurrent batches are never faster than the measurement; it says nothing about larger ones. */
export function plannedTime(load: PlannedLoad, pace: PlannedPace, measured: MeasuredImport | null): PlannedTime {
  const { batchSize, concurrency } = pace;
  const minMs = minTimeMs(load, batchSize, concurrency === 'auto' ? defaultPace.concurrency : concurrency);
  if (measured === null || load.rows === 0) return { ms: minMs, kind: 'min' };
  const batches = batchesFor(load, batchSize);
  const timesTheSize = load.rows / Math.max(1, batches) / measured.rowsPerBatch;
  if (timesTheSize > 2) return { ms: minMs, kind: 'min' };
  const measuredMs = (load.rows / measured.rowsPerSecond) * 1000;
  const isAlike = timesTheSize >= 0.5 && (concurrency === 'auto' || concurrency >= measured.batchesAtOnce);
  return isAlike ? { ms: measuredMs, kind: 'measured' } : { ms: Math.max(minMs, measuredMs), kind: 'min' };
}

/** The same in two parts for a narrow column: `1 min 40 s` and `at least`. */
export function timeParts({ ms, kind }: PlannedTime): { readonly time: string; readonly basis: string } {
  const time = ms < 1000 ? t`under 1 s` : formatTimeLeft(ms);
  if (kind === 'measured') return { time, basis: t`based on the last import` };
  return { time, basis: ms < 1000 ? t`at best` : t`at least` };
}

/** `about 1 min 40 s`, `at least 25 s`. */
export function timeText({ ms, kind }: PlannedTime): string {
  if (ms < 1000) return kind === 'measured' ? t`under 1 s` : t`under 1 s at best`;
  return kind === 'measured' ? t`about ${formatTimeLeft(ms)}` : t`at least ${formatTimeLeft(ms)}`;
}

/** The source of the estimate, as a sentence. */
export function basisText(measured: MeasuredImport | null): string {
  return measured === null
    ? t`No recent import to base the time on: this assumes ideal conditions.`
    : t`The last import here wrote ${formatCount(measured.rowsPerSecond)} rows/s.`;
}

export function useMeasuredImport(connectionId: string): MeasuredImport | null {
  const jobs = useTableJobs();
  return useMemo(() => measuredImport(jobs, connectionId), [jobs, connectionId]);
}

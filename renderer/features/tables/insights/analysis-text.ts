// The texts of an analysis: the rows read and their cost, values and counts of a profile, and its tables as CSV that no
// spreadsheet executes.
import type { AnalysisProgress } from '@shared/ipc/contract/analysis';
import { counted } from '@shared/strings/counted';
import { asOne, plural, t } from '@shared/strings/t';
import { formatBytes, formatCount, formatDuration } from '@shared/units';
import { type SessionState, endedByLimit } from '../result/run-state';
import type { Reading, LoadedStatistics } from '../result/analysis-session';
import type { AnalysisResult, PropertyProfile, SampleValue } from '@shared/analysis/analysis-result';
import type { EdmType } from '@shared/model/entity';
import { reportLine } from '@shared/charting/csv-line';

export function rowsText(rows: number): string {
  return counted(rows, 'row');
}

function partitionCountText({ count, exactness }: AnalysisProgress['distinctPartitions']): string {
  return exactness === 'exact' ? formatCount(count) : t`about ${formatCount(rough(count))}`;
}

export function partitionsText(distinct: AnalysisProgress['distinctPartitions']): string {
  return plural(distinct.count)`${partitionCountText(distinct)} partition | ${partitionCountText(distinct)} partitions`;
}

/** Over the loaded rows: `12,000 loaded rows, more to come`. */
export function loadedText(
  state: Pick<SessionState, 'status' | 'rowCount' | 'query'>,
  loaded: Pick<LoadedStatistics, 'status' | 'result'> | null,
): string {
  const looked = loaded?.result.rows ?? 0;
  if (loaded?.status === 'unreadable') {
    return t`${formatCount(looked)} of ${rowsText(state.rowCount)} loaded rows; the others could not be read from disk`;
  }
  if (looked < state.rowCount) {
    return t`Analysing ${rowsText(state.rowCount)}: ${formatCount(looked)} so far`;
  }
  if (state.status !== 'complete')
    return plural(
      looked,
    )`${formatCount(looked)} loaded row; the result has more | ${formatCount(looked)} loaded rows; the result has more`;
  if (endedByLimit(state)) return t`The first ${rowsText(looked)}, up to the limit; there may be more`;
  return t`All ${rowsText(looked)} of the result`;
}

/** The progress of reading the whole result. */
export function readingText({ status, progress }: Reading): string {
  if (progress === null) return status === 'reading' ? t`Reading the whole result` : t`Nothing read yet`;
  const rows = rowsText(progress.rows);
  switch (status) {
    case 'reading':
      return t`Reading the whole result: ${rows} so far`;
    case 'paused':
      return t`Paused after ${rows}; the result has more`;
    case 'failed':
      return t`Failed after ${rows}; the result has more`;
    case 'done':
      return progress.ended === 'limit'
        ? t`The first ${rows}, up to the limit; there may be more`
        : t`The whole result: ${rows} in ${partitionsText(progress.distinctPartitions)}`;
  }
}

/** `21 pages · 4.1 MiB · 1.2 s`, with empty pages, retries and probes if there were any. */
export function costText({ pages, emptyPages, requests, probes, retries, bytes, elapsedMs }: AnalysisProgress): string {
  return [
    counted(pages, 'page'),
    ...(emptyPages === 0 ? [] : [t`${formatCount(emptyPages)} empty`]),
    ...(requests === pages ? [] : [requestsText(requests, probes)]),
    ...(retries === 0 ? [] : [counted(retries, 'retry')]),
    formatBytes(bytes),
    formatDuration(elapsedMs),
  ].join(' · ');
}

function requestsText(requests: number, probes: number): string {
  const all = counted(requests, 'request');
  return probes === 0 ? all : t`${all}, ${formatCount(probes)} of them to find split points`;
}

export function valueText({ type, text, isCut }: SampleValue): string {
  if (isCut) return `${text}…`;
  switch (type) {
    case 'Edm.DateTime':
      return dateText(text);
    case 'Edm.Binary':
      return text === '' ? '0 B' : text;
    case 'Edm.String':
      return text === '' ? '""' : text.replace(/\s+/g, ' ');
    default:
      return text;
  }
}

/** `1,204`, or `≈ 1,200,000` for an estimate. */
export function distinctText({ distinct }: Pick<PropertyProfile, 'distinct'>): string {
  return distinct.exactness === 'exact' ? formatCount(distinct.count) : `≈ ${formatCount(rough(distinct.count))}`;
}

/** Rounds to the precision of the estimate. */
function rough(count: number): number {
  return Number(count.toPrecision(3));
}

/** The frequent values that occur at least twice: `English (412)`. Counts that may be too low are marked. */
export function topValueTexts({ top, topShortBy }: Pick<PropertyProfile, 'top' | 'topShortBy'>): readonly string[] {
  return top
    .filter(({ rows }) => rows > 1)
    .slice(0, 3)
    .map((value) => `${valueText(value)} (${topShortBy === 0 ? '' : t`at least `}${formatCount(value.rows)})`);
}

/** Share of all rows that have the property: `82 %`; never 100 % or 0 % when it is not. */
export function fillText(rows: number, of: number): string {
  return asOne(filledText(rows, of));
}

function filledText(rows: number, of: number): string {
  if (of === 0 || rows === 0) return '0 %';
  if (rows >= of) return '100 %';
  const percent = (rows / of) * 100;
  if (percent < 1) return '< 1 %';
  if (percent > 99) return '> 99 %';
  return asOne(`${Math.round(percent)} %`);
}

/** `2026-10-14 08:21:07.1402918`, UTC, without decimals that are zero. */
export function dateText(wire: string): string {
  return wire.replace('T', ' ').replace(/Z$/, '').replace(/\.0+$/, '');
}

/** The length of values: `6 characters`, `4–6 characters`; binary in bytes. */
export function lengthText(
  { least: min, greatest }: { readonly least: number; readonly greatest: number },
  type: EdmType,
): string {
  const length = min === greatest ? formatCount(min) : `${formatCount(min)}–${formatCount(greatest)}`;
  const isOne = min === 1 && greatest === 1;
  return asOne(
    type === 'Edm.Binary' ? t`${length} B` : plural(isOne ? 1 : 2)`${length} character | ${length} characters`,
  );
}

/** A line for each type of each property. */
export function schemaCsv(properties: readonly PropertyProfile[], rows: number): string {
  return csv([
    [
      'Property',
      'Type',
      'Rows of this type',
      'Rows',
      'Rows in all',
      'Distinct',
      'Distinct is',
      'Least',
      'Greatest',
      'Shortest',
      'Longest',
      'Most frequent',
      'Most frequent rows',
      'Rows may be more by',
    ],
    ...properties.flatMap((property) => typeLines(property, rows)),
  ]);
}

function typeLines(property: PropertyProfile, allRows: number): readonly (string | number)[][] {
  return property.types.map(({ type, rows, least: min, greatest, length }) => {
    const top = property.top.find((value) => value.type === type);
    return [
      property.name,
      type,
      rows,
      property.rows,
      allRows,
      property.distinct.count,
      property.distinct.exactness,
      min?.text ?? '',
      greatest?.text ?? '',
      length?.least ?? '',
      length?.greatest ?? '',
      top?.text ?? '',
      top?.rows ?? '',
      property.topShortBy,
    ];
  });
}

export function partitionsCsv({ partitions, otherPartitions }: AnalysisResult): string {
  return csv([
    ['PartitionKey', 'Rows', 'Bytes', 'Read ms', 'First Timestamp', 'Last Timestamp'],
    ...partitions.map(({ key, rows, bytes, readMs, firstAt, lastAt }) => [key, rows, bytes, readMs, firstAt, lastAt]),
    ...(otherPartitions.rows === 0
      ? []
      : [['(all others)', otherPartitions.rows, otherPartitions.bytes, otherPartitions.readMs, '', '']]),
  ]);
}

function csv(lines: readonly (readonly (string | number)[])[]): string {
  return lines.map((cells) => reportLine(cells.map(String))).join('');
}

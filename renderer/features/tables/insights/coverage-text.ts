// Describes what statistics cover, never claiming more than was read.
import type { AnalysisProgress } from '@shared/ipc/contract/analysis';
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { formatBytes, formatCount, formatDuration } from '@shared/units';
import { type SessionState, endedByLimit } from '../result/run-state';
import type { LoadedStatistics, Reading } from '../result/analysis-session';
import { rough } from './value-text';

export function rowsText(rows: number): string {
  return counted(rows, 'row');
}

function distinctText({ count, exactness }: AnalysisProgress['distinctPartitions']): string {
  return exactness === 'exact' ? formatCount(count) : t`about ${formatCount(rough(count))}`;
}

export function partitionsText(distinct: AnalysisProgress['distinctPartitions']): string {
  return plural(distinct.count)`${distinctText(distinct)} partition | ${distinctText(distinct)} partitions`;
}

/** Over the loaded rows: `12,000 loaded rows, more to come`. */
export function loadedText(
  state: Pick<SessionState, 'status' | 'rowCount' | 'query'>,
  loaded: Pick<LoadedStatistics, 'status' | 'result'> | null,
): string {
  const looked = loaded?.result.rows ?? 0;
  if (loaded?.status === 'unreadable') {
    return t`${formatCount(looked)} of the ${rowsText(state.rowCount)} loaded; the others could not be read back from disk`;
  }
  if (looked < state.rowCount) {
    return t`Looking through ${rowsText(state.rowCount)}: ${formatCount(looked)} so far`;
  }
  if (state.status !== 'complete')
    return plural(
      looked,
    )`${formatCount(looked)} loaded row, more to come | ${formatCount(looked)} loaded rows, more to come`;
  if (endedByLimit(state)) return t`The ${rowsText(looked)} up to the limit; there may be more`;
  return t`All ${rowsText(looked)} of the result`;
}

/** Over a reading of the whole: where it stands. */
export function readingText({ status, progress }: Reading): string {
  if (progress === null) return status === 'reading' ? t`Reading the whole result` : t`Nothing was read yet`;
  const rows = rowsText(progress.rows);
  switch (status) {
    case 'reading':
      return t`Reading the whole result: ${rows} so far`;
    case 'paused':
      return t`Paused after ${rows}, more to come`;
    case 'failed':
      return t`Broke off after ${rows}, more to come`;
    case 'done':
      return progress.ended === 'limit'
        ? t`The ${rows} up to the limit; there may be more`
        : t`The whole result: ${rows} in ${partitionsText(progress.distinctPartitions)}`;
  }
}

/** What it took: `21 pages · 4.1 MiB · 1.2 s`, with what is unusual. */
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
  return probes === 0 ? all : t`${all}, ${formatCount(probes)} of them to find where to cut`;
}

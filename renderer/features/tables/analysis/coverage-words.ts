// What statistics cover, in words that never claim more than was read.
import type { AnalysisProgress } from '@shared/ipc/contract/analysis';
import { formatBytes, formatCount, formatDuration } from '@shared/units';
import type { SessionState } from '../session/session-state';
import { endedByLimit } from '../views/tail-text';
import type { Reading } from './analysis-session';
import type { LoadedStatistics } from './loaded-statistics';
import { rough } from './value-words';

export function rowsWords(rows: number): string {
  return `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`;
}

export function distinctWords({ count, exactness }: AnalysisProgress['distinctPartitions']): string {
  return exactness === 'exact' ? formatCount(count) : `about ${formatCount(rough(count))}`;
}

export function partitionsWords(distinct: AnalysisProgress['distinctPartitions']): string {
  return `${distinctWords(distinct)} ${distinct.count === 1 ? 'partition' : 'partitions'}`;
}

/** Over the loaded rows: `12,000 loaded rows, more to come`. */
export function loadedWords(
  state: Pick<SessionState, 'status' | 'rowCount' | 'query'>,
  loaded: Pick<LoadedStatistics, 'status' | 'result'> | null,
): string {
  const looked = loaded?.result.rows ?? 0;
  if (loaded?.status === 'unreadable') {
    return `${formatCount(looked)} of the ${rowsWords(state.rowCount)} loaded; the others could not be read back from disk`;
  }
  if (looked < state.rowCount) {
    return `Looking through ${rowsWords(state.rowCount)}: ${formatCount(looked)} so far`;
  }
  if (state.status !== 'complete')
    return `${formatCount(looked)} loaded ${looked === 1 ? 'row' : 'rows'}, more to come`;
  if (endedByLimit(state)) return `The ${rowsWords(looked)} up to the limit; there may be more`;
  return `All ${rowsWords(looked)} of the result`;
}

/** Over a reading of the whole: where it stands. */
export function readingWords({ status, progress }: Reading): string {
  if (progress === null) return status === 'reading' ? 'Reading the whole result' : 'Nothing was read yet';
  const rows = rowsWords(progress.rows);
  switch (status) {
    case 'reading':
      return `Reading the whole result: ${rows} so far`;
    case 'paused':
      return `Paused after ${rows}, more to come`;
    case 'failed':
      return `Broke off after ${rows}, more to come`;
    case 'done':
      return progress.ended === 'limit'
        ? `The ${rows} up to the limit; there may be more`
        : `The whole result: ${rows} in ${partitionsWords(progress.distinctPartitions)}`;
  }
}

/** What it took: `21 pages · 4.1 MiB · 1.2 s`, with what is unusual. */
export function costWords({ pages, emptyPages, requests, retries, bytes, elapsedMs }: AnalysisProgress): string {
  return [
    `${formatCount(pages)} ${pages === 1 ? 'page' : 'pages'}`,
    ...(emptyPages === 0 ? [] : [`${formatCount(emptyPages)} empty`]),
    ...(requests === pages ? [] : [`${formatCount(requests)} requests`]),
    ...(retries === 0 ? [] : [`${formatCount(retries)} ${retries === 1 ? 'retry' : 'retries'}`]),
    formatBytes(bytes),
    formatDuration(elapsedMs),
  ].join(' · ');
}

// How far a time window was read for its counters, in words. Never claims more than was read: rows arrive in the order of
// time, so a part ends at a moment.
import { type TimeZone, momentText, msFromTicks, ticksFromMs } from '@shared/query/ticks';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatCount, formatDuration } from '@shared/units';
import type { SessionState } from '../result/run-state';
import { rangeOfQuery } from '../query/window-draft';
import type { CounterCharts } from './counter-series';
import type { Gathered, WholeWindow } from './use-window-reading';
import { budgetRows } from './window-reading';

export function goOnText({ status }: Pick<WholeWindow, 'status'>): string {
  if (status === 'none') return t`Chart whole time window`;
  return status === 'budget' ? t`Read ${counted(budgetRows, 'row')} more` : t`Continue`;
}

export function windowText(
  { status, rows, pages, followedMs, gathering }: WholeWindow,
  { firstMs, lastMs }: Pick<CounterCharts, 'firstMs' | 'lastMs'>,
  zone: TimeZone,
): string {
  const [first, until] = [firstMs, lastMs].map((atMs) => momentText(ticksFromMs(atMs), zone));
  if (followedMs !== null) {
    const read = momentText(ticksFromMs(Math.floor(followedMs / 1000) * 1000), zone);
    return t`${counted(gathering.samples, 'sample')} from ${first ?? ''} to ${until ?? ''}, read until ${read}`;
  }
  const read = t`${counted(rows, 'row')} of ${counted(pages, 'page')}`;
  switch (status) {
    case 'done':
      return t`All ${read}`;
    case 'reading':
      return t`Reading the whole time window: ${read} so far, up to ${until ?? ''}`;
    case 'none':
    case 'stopped':
    case 'budget':
    case 'failed':
      return t`The first ${read}, up to ${until ?? ''}; there is more`;
  }
}

/** Users look for machines that stopped reporting, which no chart shows beyond their last sample. */
export function silentTexts(
  { firstMs, lastMs, longestStepMs }: Pick<CounterCharts, 'firstMs' | 'lastMs' | 'longestStepMs'>,
  query: SessionState['query'],
  followedMs: number | null,
  zone: TimeZone,
): readonly string[] {
  const range = query === undefined ? null : rangeOfQuery(query);
  if (range === null) return [];
  const lengthMs = msFromTicks(range.to) - msFromTicks(range.from);
  const toMs = followedMs ?? msFromTicks(range.to);
  const [first, last] = [firstMs, lastMs].map((atMs) => momentText(ticksFromMs(atMs), zone));
  return [
    ...(firstMs - (toMs - lengthMs) > 2 * longestStepMs ? [t`no samples before ${first ?? ''}`] : []),
    ...(toMs - lastMs > 2 * longestStepMs ? [t`no samples after ${last ?? ''}`] : []),
  ];
}

export const isAllLoaded = ({ status, rowCount }: Pick<SessionState, 'status' | 'rowCount'>, { rows }: Gathered) =>
  status === 'complete' && rows === rowCount;

/** The source of charts of the loaded rows. */
export function loadedText(state: Pick<SessionState, 'status' | 'rowCount' | 'pages'>, gathered: Gathered): string {
  const { rowCount, pages } = state;
  const of = counted(pages.length, 'page');
  const rows = counted(rowCount, 'row');
  if (gathered.rows !== rowCount) return partText(gathered, rows);
  return isAllLoaded(state, gathered)
    ? t`All ${rows} of ${of}`
    : t`From ${rows} loaded rows with ${of}; the result has more`;
}

function partText({ rows: looked, status }: Gathered, rows: string): string {
  return status === 'unreadable'
    ? t`${formatCount(looked)} of ${rows} loaded rows; the others could not be read from disk`
    : t`Analysing ${rows}: ${formatCount(looked)} so far`;
}

/** @param without rows without a counter */
export function pointsText({ stepMs, longestStepMs, means }: CounterCharts, without: number): readonly string[] {
  const [step, longest] = [stepMs, longestStepMs].map(formatDuration);
  const steps = stepMs === longestStepMs ? (step ?? '') : t`${step ?? ''} to ${longest ?? ''}`;
  return [
    means === 'some' ? t`one point per ${steps}, the mean of its samples` : t`one point per ${steps}`,
    ...(without <= 0 ? [] : [t`${formatCount(without)} without a counter`]),
  ];
}

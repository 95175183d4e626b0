// What the charts of counters are made from, said exactly, and the way to make them from the whole window.
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { Button, ProgressBar } from '@renderer/ui';
import type { TableQuery } from '@shared/model/table-query';
import { type TimeZone, momentText, msFromTicks, ticksFromMs } from '@shared/query/ticks';
import { formatCount, formatDuration } from '@shared/units';
import type { SessionState } from '../result/run-state';
import type { CounterCharts } from './counter-series';
import type { Gathered } from './use-gathered';
import type { WholeWindow } from './use-window-reading';
import { rangeOfQuery } from '../query/window-draft';
import { budgetRows } from './window-reading';
import shared from '../tab/figures.module.css';

export interface CounterSourceProps {
  readonly state: Pick<SessionState, 'status' | 'rowCount' | 'pages' | 'query'>;
  readonly data: CounterCharts;
  readonly gathered: Gathered;
  readonly whole: WholeWindow;
  /** Which of the two the charts are made from. */
  readonly from: 'loaded' | 'window';
  readonly zone: TimeZone;
}

export function CounterSource({ state, data, gathered, whole, from, zone }: CounterSourceProps) {
  const rows = from === 'window' ? whole.rows : gathered.rows;
  const source = from === 'window' ? windowText(whole, data, zone) : loadedText(state, gathered);
  const isWhole = from === 'window' ? whole.status === 'done' : isAllLoaded(state, gathered);
  const silent = isWhole ? silentTexts(data, state.query, zone) : [];
  return (
    <>
      <span role="status">{[source, ...silent, ...pointsText(data, rows)].join(' · ')}</span>
      {whole.status === 'reading' ? (
        <span className={shared.reading}>
          <ProgressBar label={t`Reading the whole window`} fraction={null} />
          <Button size="small" onPress={whole.stop}>{t`Stop`}</Button>
        </span>
      ) : whole.status === 'done' || (state.status === 'complete' && from === 'loaded') ? null : (
        <Button size="small" onPress={whole.start}>
          {goOnText(whole)}
        </Button>
      )}
    </>
  );
}

function goOnText({ status }: WholeWindow): string {
  if (status === 'none') return t`Draw the whole window`;
  return status === 'budget' ? t`Read ${counted(budgetRows, 'row')} more` : t`Continue`;
}

/** Never more than was read: rows come in the order of time, so a part ends at a moment. */
function windowText({ status, rows, pages }: WholeWindow, { lastMs }: CounterCharts, zone: TimeZone): string {
  const read = t`${counted(rows, 'row')} of ${counted(pages, 'page')}`;
  const until = momentText(ticksFromMs(lastMs), zone);
  switch (status) {
    case 'done':
      return t`All ${read}`;
    case 'reading':
      return t`Reading the whole window: ${read} so far, until ${until}`;
    case 'none':
    case 'stopped':
    case 'budget':
    case 'failed':
      return t`The first ${read}, until ${until}; more to come`;
  }
}

/** A machine that reports no longer is what a window is looked at for: no chart shows what lies behind its last sample. */
function silentTexts(
  { firstMs, lastMs, stepMs }: CounterCharts,
  query: TableQuery | undefined,
  zone: TimeZone,
): readonly string[] {
  const requestedRange = query === undefined ? null : rangeOfQuery(query);
  if (requestedRange === null) return [];
  const [first, last] = [firstMs, lastMs].map((atMs) => momentText(ticksFromMs(atMs), zone));
  return [
    ...(firstMs - msFromTicks(requestedRange.from) > 2 * stepMs ? [t`no sample before ${first ?? ''}`] : []),
    ...(msFromTicks(requestedRange.to) - lastMs > 2 * stepMs ? [t`no sample after ${last ?? ''}`] : []),
  ];
}

const isAllLoaded = ({ status, rowCount }: CounterSourceProps['state'], gathered: Gathered): boolean =>
  status === 'complete' && gathered.rows === rowCount;

/** What the charts were made from, never more than is known. */
function loadedText(state: CounterSourceProps['state'], gathered: Gathered): string {
  const { rowCount, pages } = state;
  const of = counted(pages.length, 'page');
  const rows = counted(rowCount, 'row');
  if (gathered.rows !== rowCount) return partText(gathered, rows);
  return isAllLoaded(state, gathered) ? t`All ${rows} of ${of}` : t`From the ${rows} loaded with ${of}, more to come`;
}

function partText({ rows: looked, status }: Gathered, rows: string): string {
  return status === 'unreadable'
    ? t`${formatCount(looked)} of the ${rows} loaded; the others could not be read back from disk`
    : t`Looking through ${rows}: ${formatCount(looked)} so far`;
}

function pointsText({ samples, stepMs, means }: CounterCharts, rows: number): readonly string[] {
  const step = formatDuration(stepMs);
  const without = rows - samples;
  return [
    means === 'some' ? t`one point for ${step}, the mean of its samples` : t`one point for ${step}`,
    ...(without === 0 ? [] : [t`${formatCount(without)} without a counter`]),
  ];
}

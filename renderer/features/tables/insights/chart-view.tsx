// The chart view of a result: which columns over which axis, from which rows, and what it omits.
import { t, plural } from '@shared/strings/t';
import { Button, classNames, EmptyState, ErrorNotice, LoadingRows, ProgressBar } from '@renderer/ui';
import { chartChoices, firstChart } from '@shared/charting/chart-choices';
import type { ChartRequest } from '@shared/charting/chart-request';
import type { StowageError } from '@shared/errors';
import type { Entity } from '@shared/model/entity';
import { ChartLine } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { RowList } from '../result/row-list';
import type { ViewInput } from '../result/table-view';
import { ChartDrawing } from './chart-drawing';
import shared from '../tab/figures.module.css';
import styles from './chart-view.module.css';
import { type ChartFeed, useChartData, type ChartSource } from './chart-data';
import type { ChartData } from '@shared/charting/chart-data';
import { counted } from '@shared/strings/counted';
import { exactNumber } from '@renderer/charts/aligned-figures';
import { formatBytes, formatCount, formatDuration } from '@shared/units';

/** Enough rows to detect what can be drawn. */
const sampledRows = 500;

export function ChartView({ input }: { readonly input: ViewInput }) {
  const { run, rowCount, columns } = input.state;
  const { rows } = input;
  const sampled = Math.min(rowCount, sampledRows);
  const sample = useMemo(() => (run === 0 ? [] : rowsUpTo(sampled, rows)), [run, sampled, rows]);
  const choices = useMemo(() => chartChoices(columns, sample), [columns, sample]);
  const first = useMemo(() => firstChart(choices, sample), [choices, sample]);
  const [chosen, setChosen] = useState<ChartRequest | null>(null);
  // A column that the result does not have cannot be drawn.
  const chart = chosen?.y.every((name) => choices.y.includes(name)) === true ? chosen : first;
  const data = useChartData(input, chart);
  const { drawn, whole, finer, zoom, setZoom } = data;

  if (rowCount === 0 || chart === null || drawn === null) {
    return (
      <div className={classNames(shared.panel, styles.panel)}>
        <NothingDrawn input={input} data={data} chart={chart} />
      </div>
    );
  }
  return (
    <section className={classNames(shared.panel, styles.panel)} aria-label={t`Chart`}>
      <SourceLine data={data} notes={chartNotes(finer.data ?? drawn.data)} />
      <Failure error={whole.error} onRetry={whole.start} />
      <Failure error={finer.error} onRetry={finer.read} />
      <ChartDrawing
        table={input.table}
        chart={chart}
        onChart={setChosen}
        choices={choices}
        drawn={drawn}
        finer={finer.data}
        zoom={zoom}
        onZoom={setZoom}
        zone={input.zone}
      />
    </section>
  );
}

interface NothingDrawnProps {
  readonly input: ViewInput;
  readonly data: ChartFeed;
  readonly chart: ChartRequest | null;
}

function NothingDrawn({ input, data, chart }: NothingDrawnProps) {
  const { rowCount, status, run } = input.state;
  if (rowCount === 0) {
    return status === 'fetching' ? (
      <LoadingRows label={t`Fetching the first rows`} rows={8} columns={[60]} wait={run} />
    ) : (
      <EmptyState title={t`No rows to draw`}>{t`The chart shows the rows of the result.`}</EmptyState>
    );
  }
  if (chart === null) {
    return (
      <EmptyState icon={<ChartLine size={24} strokeWidth={1.5} aria-hidden />} title={t`No numbers to draw`}>
        {t`A chart needs a fetched column of type Int32, Int64 or Double.`}
      </EmptyState>
    );
  }
  return data.loaded === 'gathering' ? (
    <LoadingRows label={t`Analysing rows`} rows={8} columns={[60]} />
  ) : (
    <EmptyState
      title={t`Could not read the loaded rows from disk`}
      actions={<Button onPress={data.whole.start}>{t`Chart whole result`}</Button>}
    >
      {t`You can still draw the chart from the service; this reads the result again.`}
    </EmptyState>
  );
}

interface SourceLineProps {
  readonly data: ChartFeed;
  readonly notes: readonly string[];
}

/** The rows that the chart is made from, and the buttons for more of them or for finer steps. */
function SourceLine({ data: { source, isWhole, whole, finer }, notes }: SourceLineProps) {
  const reading = whole.status === 'reading' ? whole : finer.status === 'reading' ? finer : null;
  return (
    <div className={classNames(shared.source, styles.source)}>
      <p role="status" className={styles.text}>
        {[sourceText(source), ...notes].join(' · ')}
      </p>
      {finer.status === 'offered' && whole.status === 'done' ? (
        <Button size="small" onPress={finer.read}>
          {finerText(whole.event?.requests ?? 1)}
        </Button>
      ) : null}
      {reading !== null ? (
        <div className={shared.reading}>
          <ProgressBar
            label={reading === whole ? t`Reading the whole result` : t`Reading at higher resolution`}
            fraction={null}
          />
          <Button size="small" onPress={reading.stop}>{t`Stop`}</Button>
        </div>
      ) : isWhole ? null : (
        <Button size="small" onPress={whole.start}>{t`Chart whole result`}</Button>
      )}
    </div>
  );
}

function Failure({ error, onRetry }: { readonly error: StowageError | undefined; readonly onRetry: () => void }) {
  return error === undefined ? null : (
    <div className={shared.notice}>
      <ErrorNotice error={error} onRetry={onRetry} />
    </div>
  );
}

function rowsUpTo(count: number, rows: RowList): readonly Entity[] {
  return Array.from({ length: count }, (_, index) => rows.at(index)).filter((row) => row !== undefined);
}

export function sourceText(source: ChartSource): string {
  switch (source.from) {
    case 'loaded': {
      const { used, loaded, result } = source;
      if (used < loaded) return t`The first ${rowsText(used)} of ${formatCount(loaded)} loaded rows`;
      return result === 'all' ? t`Whole result, ${rowsText(used)}` : t`${rowsText(used)} loaded; the result has more`;
    }
    case 'reading':
      return t`Reading the result: ${costText(source)} so far`;
    case 'stopped':
      return t`Stopped: the first ${costText(source)} of the result`;
    case 'whole':
      return t`Whole result, ${costText(source)}`;
  }
}

/** @param requests that reading the result took */
function finerText(requests: number): string {
  return t`Read again at higher resolution (about ${counted(requests, 'request')})`;
}

function costText({
  rows,
  requests,
  bytes,
}: {
  readonly rows: number;
  readonly requests: number;
  readonly bytes: number;
}): string {
  return t`${rowsText(rows)} with ${counted(requests, 'request')}, ${formatBytes(bytes)}`;
}

function rowsText(rows: number): string {
  return counted(rows, 'row');
}

/** Short notes on the meaning of a mark and on what is not drawn. */
export function chartNotes(data: ChartData): readonly string[] {
  const { leftOut, rounded, rest, kind, form, scale, xWidth } = data;
  const notes: string[] = [];
  if (form === 'aggregated' && xWidth !== undefined) {
    const width = scale === 'time' ? formatDuration(xWidth) : exactNumber(xWidth);
    if (kind === 'line') notes.push(t`one point per ${width}: mean, minimum and maximum`);
    if (kind === 'histogram') notes.push(t`bin width ${width}`);
    if (kind === 'scatter') notes.push(t`nearby points are combined; larger dots stand for more`);
  }
  const left: readonly (readonly [number, string])[] = [
    [leftOut.missing, t`without a value`],
    [leftOut.notFinite, t`NaN or infinite`],
    [leftOut.withoutX, t`without an x value`],
  ];
  for (const [count, why] of left) if (count > 0) notes.push(t`${formatCount(count)} not shown: ${why}`);
  if (rounded > 0) notes.push(t`${formatCount(rounded)} beyond 2⁵³ shown rounded`);
  if (rest.more === 'over') notes.push(t`many more groups, combined`);
  else if (rest.names > 0)
    notes.push(plural(rest.names)`one more group | ${formatCount(rest.names)} more groups, combined`);
  return notes;
}

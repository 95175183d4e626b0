// The counters of a time window, or of the rows loaded of it, as small charts or as figures, with their sources.
import { asOne, t } from '@shared/strings/t';
import type { Extent } from '@renderer/charts/result-extent';
import {
  Button,
  classNames,
  EmptyState,
  ErrorNotice,
  LoadingRows,
  Checkbox,
  Popover,
  ProgressBar,
  SegmentedControl,
} from '@renderer/ui';
import { type TimeZone, momentText, ticksFromMs, msFromTicks } from '@shared/query/ticks';
import { Maximize2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { SessionState } from '../result/run-state';
import { type RowSource, createFrameYielder } from '../result/row-walk';
import { CounterDrawing, CounterFigures } from './counter-chart';
import { type Aggregate, counterCharts, maxSources, type CounterCharts } from './counter-series';
import { useGathered, type WholeWindow, type Gathered, budgetRows } from './window-reading';
import shared from '../tab/figures.module.css';
import styles from './wad.module.css';
import { counted } from '@shared/strings/counted';
import type { TableQuery } from '@shared/model/table-query';
import { formatCount, formatDuration } from '@shared/units';
import { rangeOfQuery } from '../query/window-draft';

interface CounterViewProps {
  readonly state: SessionState;
  readonly rows: RowSource;
  readonly zone: TimeZone;
  readonly view: 'chart' | 'figures';
  /** The requested time window, as far as it was read for its counters. */
  readonly whole: WholeWindow;
}

export function CounterView({ state, rows, zone, view, whole }: CounterViewProps) {
  const { run, rowCount } = state;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const [aggregate, setAggregate] = useState<Aggregate>('each');
  const [thresholds, setThresholds] = useState<ReadonlyMap<string, number>>(new Map());
  const [drawnOver, setDrawnOver] = useState<{ readonly run: number; readonly stretch: Extent }>();
  const stretch = drawnOver?.run === run ? drawnOver.stretch : undefined;
  const gathered = useGathered({ run, rowCount, rows, turns: createFrameYielder });
  // The loaded rows are drawn until the reading has more.
  const from = whole.rows > 0 && whole.rows >= gathered.rows ? 'window' : 'loaded';
  const { gathering, rows: drawnRows } = from === 'window' ? whole : gathered;
  const data = useMemo(
    () => (drawnRows === 0 ? null : counterCharts(gathering, chosen, stretch, aggregate)),
    [gathering, drawnRows, chosen, stretch, aggregate],
  );
  if (data === null && gathered.status === 'gathering' && rowCount > 0) {
    return (
      <div className={shared.panel}>
        <LoadingRows label={t`Analysing rows`} rows={8} columns={[60]} />
      </div>
    );
  }
  if (data === null) {
    return (
      <div className={shared.panel}>
        <EmptyState title={rowCount === 0 ? t`No rows yet` : t`No counters in the loaded rows`}>
          {rowCount === 0
            ? t`The chart shows the loaded rows.`
            : t`The chart needs the columns CounterName, CounterValue, Role and RoleInstance.`}
        </EmptyState>
      </div>
    );
  }
  const toggle = (key: string): void => {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
    setHidden(next);
  };
  return (
    <section className={shared.panel} aria-label={t`Counters`}>
      <div className={classNames(shared.source, styles.source)}>
        <CounterSource state={state} data={data} gathered={gathered} whole={whole} from={from} zone={zone} />
        {stretch === undefined ? null : (
          <span className={styles.stretch}>
            {[data.fromMs, data.toMs].map((atMs) => asOne(momentText(ticksFromMs(atMs), zone))).join(' – ')}
            <Button
              size="small"
              icon={<Maximize2 size={13} aria-hidden />}
              onPress={() => setDrawnOver(undefined)}
            >{t`Show the whole time range`}</Button>
          </span>
        )}
        {data.sources.length > 1 ? (
          <SegmentedControl
            label={t`Instances are drawn`}
            options={aggregates}
            value={aggregate}
            onChange={setAggregate}
          />
        ) : null}
        {aggregate === 'each' && data.sources.length > maxSources ? (
          <SourceChooser sources={data.sources} shown={data.shown} onChange={setChosen} />
        ) : null}
      </div>
      {whole.error === null ? null : (
        <div className={shared.notice}>
          <ErrorNotice error={whole.error} onRetry={whole.start} />
        </div>
      )}
      <div
        className={classNames(shared.drawn, view === 'chart' ? styles.charts : styles.figures)}
        tabIndex={0}
        role="group"
        aria-label={view === 'chart' ? t`Charts` : t`Data`}
      >
        {data.charts.map((chart) =>
          view === 'chart' ? (
            <CounterDrawing
              key={chart.counter}
              chart={chart}
              data={data}
              zone={zone}
              hidden={hidden}
              threshold={thresholds.get(chart.counter) ?? null}
              onThreshold={(value) => setThresholds(withThreshold(thresholds, chart.counter, value))}
              onToggle={toggle}
              onStretch={(drawn) => setDrawnOver({ run, stretch: drawn })}
            />
          ) : (
            <CounterFigures key={chart.counter} chart={chart} zone={zone} />
          ),
        )}
      </div>
    </section>
  );
}

const aggregates = [
  { value: 'each', label: t`Each` },
  { value: 'mean', label: t`Mean` },
  { value: 'sum', label: t`Sum` },
] as const;

function withThreshold(
  all: ReadonlyMap<string, number>,
  counter: string,
  value: number | null,
): ReadonlyMap<string, number> {
  const next = new Map(all);
  if (value === null) next.delete(counter);
  else next.set(counter, value);
  return next;
}

interface CounterSourceProps {
  readonly state: Pick<SessionState, 'status' | 'rowCount' | 'pages' | 'query'>;
  readonly data: CounterCharts;
  readonly gathered: Gathered;
  readonly whole: WholeWindow;
  /** The source of the charts. */
  readonly from: 'loaded' | 'window';
  readonly zone: TimeZone;
}

/** The rows that the charts are made from, and the button to make them from the whole window. */
function CounterSource({ state, data, gathered, whole, from, zone }: CounterSourceProps) {
  const rows = from === 'window' ? whole.rows : gathered.rows;
  const source = from === 'window' ? windowText(whole, data, zone) : loadedText(state, gathered);
  const isWhole = from === 'window' ? whole.status === 'done' : isAllLoaded(state, gathered);
  const silent = isWhole ? silentTexts(data, state.query, zone) : [];
  return (
    <>
      <span role="status">{[source, ...silent, ...pointsText(data, rows)].join(' · ')}</span>
      {whole.status === 'reading' ? (
        <span className={shared.reading}>
          <ProgressBar label={t`Reading the whole time window`} fraction={null} />
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
  if (status === 'none') return t`Chart whole time window`;
  return status === 'budget' ? t`Read ${counted(budgetRows, 'row')} more` : t`Continue`;
}

/** Never claims more than was read: rows arrive in the order of time, so a part ends at a moment. */
function windowText({ status, rows, pages }: WholeWindow, { lastMs }: CounterCharts, zone: TimeZone): string {
  const read = t`${counted(rows, 'row')} of ${counted(pages, 'page')}`;
  const until = momentText(ticksFromMs(lastMs), zone);
  switch (status) {
    case 'done':
      return t`All ${read}`;
    case 'reading':
      return t`Reading the whole time window: ${read} so far, up to ${until}`;
    case 'none':
    case 'stopped':
    case 'budget':
    case 'failed':
      return t`The first ${read}, up to ${until}; there is more`;
  }
}

/** Users look for machines that stopped reporting, which no chart shows beyond their last sample. */
function silentTexts(
  { firstMs, lastMs, stepMs }: CounterCharts,
  query: TableQuery | undefined,
  zone: TimeZone,
): readonly string[] {
  const requestedRange = query === undefined ? null : rangeOfQuery(query);
  if (requestedRange === null) return [];
  const [first, last] = [firstMs, lastMs].map((atMs) => momentText(ticksFromMs(atMs), zone));
  return [
    ...(firstMs - msFromTicks(requestedRange.from) > 2 * stepMs ? [t`no samples before ${first ?? ''}`] : []),
    ...(msFromTicks(requestedRange.to) - lastMs > 2 * stepMs ? [t`no samples after ${last ?? ''}`] : []),
  ];
}

const isAllLoaded = ({ status, rowCount }: CounterSourceProps['state'], gathered: Gathered): boolean =>
  status === 'complete' && gathered.rows === rowCount;

/** The source of the charts. */
function loadedText(state: CounterSourceProps['state'], gathered: Gathered): string {
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

function pointsText({ samples, stepMs, means }: CounterCharts, rows: number): readonly string[] {
  const step = formatDuration(stepMs);
  const without = rows - samples;
  return [
    means === 'some' ? t`one point per ${step}, the mean of its samples` : t`one point per ${step}`,
    ...(without === 0 ? [] : [t`${formatCount(without)} without a counter`]),
  ];
}

interface SourceChooserProps {
  readonly sources: readonly string[];
  readonly shown: ReadonlySet<string>;
  readonly onChange: (shown: ReadonlySet<string>) => void;
}

/** Chooses the roles and instances that are drawn, if there are more than can be distinguished. */
function SourceChooser({ sources, shown, onChange }: SourceChooserProps) {
  const toggle = (source: string): void => {
    const next = new Set(shown);
    if (!next.delete(source)) next.add(source);
    onChange(next);
  };
  return (
    <Popover
      label={t`Instances in the chart`}
      placement="bottom end"
      trigger={
        <Button size="small">{t`${formatCount(shown.size)} of ${formatCount(sources.length)} instances`}</Button>
      }
    >
      <p className={styles.unit}>{t`At most ${maxSources} at a time.`}</p>
      <div className={styles.sources}>
        {sources.map((source) => (
          <Checkbox
            key={source}
            isSelected={shown.has(source)}
            isDisabled={shown.has(source) ? shown.size === 1 : shown.size >= maxSources}
            onChange={() => toggle(source)}
          >
            {source}
          </Checkbox>
        ))}
      </div>
    </Popover>
  );
}

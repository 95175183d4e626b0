// The counters of a time window, or of the rows loaded of it, as small charts or as figures, with their sources.
import { call } from '@renderer/bridge';
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
  SearchField,
  SegmentedControl,
  showFailure,
  showToast,
} from '@renderer/ui';
import { type TimeZone, momentText, ticksFromMs } from '@shared/query/ticks';
import { asOne, t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { Download, Maximize2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { rangeOfQuery } from '../query/window-draft';
import { type RowSource, createFrameYielder } from '../result/row-walk';
import type { SessionState } from '../result/run-state';
import shared from '../tab/figures.module.css';
import { AddTables, BesideStatus } from './beside-tables';
import type { CounterBoard } from './counter-board';
import { CounterDrawing, CounterFigures } from './counter-chart';
import { allCountersCsv } from './counter-export';
import { type Aggregate, type CounterChart, type CounterCharts, counterCharts, maxSources } from './counter-series';
import { sideBySide } from './counter-tables';
import { type BesideWindow, type Gathered, type WholeWindow, useGathered } from './use-window-reading';
import styles from './wad.module.css';
import { goOnText, isAllLoaded, loadedText, pointsText, silentTexts, windowText } from './window-texts';

interface CounterViewProps {
  readonly connectionId: string;
  readonly table: string;
  readonly state: SessionState;
  readonly rows: RowSource;
  readonly zone: TimeZone;
  readonly view: 'chart' | 'figures';
  /** The requested time window, as far as it was read for its counters. */
  readonly whole: WholeWindow;
  /** The same window of other tables. */
  readonly beside: readonly BesideWindow[];
  readonly board: CounterBoard;
}

export function CounterView(props: CounterViewProps) {
  const { connectionId, table, state, rows, zone, view, whole, beside, board } = props;
  const { run, rowCount } = state;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const [aggregate, setAggregate] = useState<Aggregate>('each');
  const [find, setFind] = useState('');
  const [drawnOver, setDrawnOver] = useState<{ readonly run: number; readonly stretch: Extent }>();
  const stretch = drawnOver?.run === run ? drawnOver.stretch : undefined;
  const gathered = useGathered({ run, rowCount, rows, turns: createFrameYielder });
  // The loaded rows are drawn until the reading has more.
  const from = whole.rows > 0 && whole.rows >= gathered.rows ? 'window' : 'loaded';
  const { gathering } = from === 'window' ? whole : gathered;
  const data = useMemo(() => {
    const others = beside.map((reading) => ({ table: reading.table, samples: reading.gathering }));
    return counterCharts(sideBySide([{ table, samples: gathering }, ...others]), chosen, stretch, aggregate);
  }, [table, gathering, beside, chosen, stretch, aggregate]);
  const addTables = (
    <AddTables
      connectionId={connectionId}
      table={table}
      chosen={board.beside}
      onChange={board.setBeside}
      disabledReason={
        state.query === undefined || rangeOfQuery(state.query) === null
          ? t`Read a time window with a start and an end first.`
          : undefined
      }
    />
  );
  const besideStatus = (
    <BesideStatus
      readings={beside}
      onRemove={(removed) => board.setBeside(board.beside.filter((name) => name !== removed))}
    />
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
        <div className={classNames(shared.source, styles.source)}>{addTables}</div>
        {besideStatus}
        <EmptyState title={emptyTitle(rowCount, whole)}>
          {rowCount === 0 || whole.followedMs !== null
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
  const charts = data.charts.filter(({ counter }) => counter.toLowerCase().includes(find.trim().toLowerCase()));
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
        <div className={styles.tools}>
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
          {data.charts.length > 1 ? (
            <SearchField
              label={t`Find counters`}
              placeholder={t`find counters`}
              size="small"
              className={styles.find ?? ''}
              value={find}
              onChange={setFind}
            />
          ) : null}
          {addTables}
          <Button
            size="small"
            icon={<Download size={13} aria-hidden />}
            onPress={() => void saveAll(table, charts)}
          >{t`Save data`}</Button>
        </div>
      </div>
      {besideStatus}
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
        {charts.length === 0 ? <p className={styles.unit}>{t`No counter has this in its name.`}</p> : null}
        {charts.map((chart) =>
          view === 'chart' ? (
            <CounterDrawing
              key={chart.counter}
              chart={chart}
              data={data}
              zone={zone}
              hidden={hidden}
              threshold={board.thresholds[chart.counter] ?? null}
              onThreshold={(value) => board.setThreshold(chart.counter, value)}
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

function emptyTitle(rowCount: number, { followedMs }: WholeWindow): string {
  if (followedMs !== null) return t`No samples since the window moved`;
  return rowCount === 0 ? t`No rows yet` : t`No counters in the loaded rows`;
}

/** The points of the charts that are shown, in one file. */
async function saveAll(table: string, charts: readonly CounterChart[]): Promise<void> {
  try {
    const text = allCountersCsv(charts);
    const { saved } = await call('files.save-text', { suggestedName: `${table.replace('$', '')}-counters.csv`, text });
    if (saved) showToast({ tone: 'good', title: t`Data saved` });
  } catch (thrown) {
    showFailure(thrown, t`Could not save the data`);
  }
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
  const { rows, gathering: own } = from === 'window' ? whole : gathered;
  const source = from === 'window' ? windowText(whole, data, zone) : loadedText(state, gathered);
  const isWhole = from === 'window' ? whole.status === 'done' : isAllLoaded(state, gathered);
  const { followedMs } = whole;
  const silent = isWhole ? silentTexts(data, state.query, followedMs, zone) : [];
  const without = followedMs === null ? rows - own.samples : 0;
  return (
    <>
      <span role="status">{[source, ...silent, ...pointsText(data, without)].join(' · ')}</span>
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

// The counters of the loaded rows, as small charts or as figures, with what they were made from said in words.
import { counted } from '@shared/strings/counted';
import { asOne, t } from '@shared/strings/t';
import { mostOf } from '@renderer/charts/axis';
import { Legend } from '@renderer/charts/legend';
import { TimeChart } from '@renderer/charts/time-chart';
import { EmptyState, LoadingRows, classNames } from '@renderer/ui';
import { type TimeZone, momentText, ticksFromMs } from '@shared/query/ticks';
import { formatCount, formatDuration } from '@shared/units';
import { useMemo, useState } from 'react';
import type { SessionState } from '../session/session-state';
import type { RowSource } from '../session/row-walk';
import { windowTurns } from '../session/turns';
import { chartClock } from '@renderer/charts/chart-clock';
import { type CounterChart, type CounterCharts, counterCharts, mostSources } from './counter-series';
import { counterUnit } from './counter-unit';
import { SourceChooser } from './source-chooser';
import { type Gathered, useGathered } from './use-gathered';
import shared from '../views/figures.module.css';
import styles from './wad.module.css';

export interface CounterViewProps {
  readonly state: SessionState;
  readonly rows: RowSource;
  readonly zone: TimeZone;
  readonly view: 'chart' | 'figures';
}

export function CounterView({ state, rows, zone, view }: CounterViewProps) {
  const { run, rowCount } = state;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const gathered = useGathered({ run, rowCount, rows, turns: windowTurns });
  const data = useMemo(
    () => (gathered.rows === 0 ? null : counterCharts(gathered.gathering, chosen)),
    [gathered, chosen],
  );
  if (data === null && gathered.status === 'gathering' && rowCount > 0) {
    return (
      <div className={shared.panel}>
        <LoadingRows label={t`Looking through the rows`} rows={8} columns={[60]} />
      </div>
    );
  }
  if (data === null) {
    return (
      <div className={shared.panel}>
        <EmptyState title={rowCount === 0 ? t`No rows yet` : t`No counters in the loaded rows`}>
          {rowCount === 0
            ? t`The chart is drawn from the rows that are loaded.`
            : t`The chart needs CounterName and CounterValue, Role and RoleInstance among the fetched columns.`}
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
        <span role="status">{sourceText(state, data, gathered)}</span>
        {data.sources.length > mostSources ? (
          <SourceChooser sources={data.sources} shown={data.shown} onChange={setChosen} />
        ) : null}
      </div>
      <div
        className={classNames(shared.drawn, view === 'chart' ? styles.charts : styles.figures)}
        tabIndex={0}
        role="group"
        aria-label={view === 'chart' ? t`Charts` : t`Figures`}
      >
        {data.charts.map((chart) =>
          view === 'chart' ? (
            <Chart key={chart.counter} chart={chart} data={data} zone={zone} hidden={hidden} onToggle={toggle} />
          ) : (
            <Figures key={chart.counter} chart={chart} zone={zone} />
          ),
        )}
      </div>
    </section>
  );
}

/** What the charts were made from, never more than is known. */
function sourceText(
  { status, rowCount, pages }: SessionState,
  { samples, stepMs }: CounterCharts,
  gathered: Gathered,
): string {
  const of = counted(pages.length, 'page');
  const rows = counted(rowCount, 'row');
  const all = status === 'complete' ? t`All ${rows} of ${of}` : t`From the ${rows} loaded with ${of}, more to come`;
  const source = gathered.rows === rowCount ? all : partText(gathered, rows);
  const without = gathered.rows - samples;
  return t`${source} · one point for ${formatDuration(stepMs)}${
    without === 0 ? '' : t` · ${formatCount(without)} without a counter`
  }`;
}

function partText({ rows: looked, status }: Gathered, rows: string): string {
  return status === 'unreadable'
    ? t`${formatCount(looked)} of the ${rows} loaded; the others could not be read back from disk`
    : t`Looking through ${rows}: ${formatCount(looked)} so far`;
}

interface ChartProps {
  readonly chart: CounterChart;
  readonly data: CounterCharts;
  readonly zone: TimeZone;
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (key: string) => void;
}

function Chart({ chart, data, zone, hidden, onToggle }: ChartProps) {
  const most = mostOf(
    chart.rows,
    chart.series
      .filter(({ key }) => !hidden.has(key))
      .map(
        ({ key }) =>
          (row) =>
            row[key] ?? null,
      ),
  );
  const unit = counterUnit(chart.counter, most);
  return (
    <figure className={styles.chart} aria-label={`${chart.counter}${unit.unit === '' ? '' : `, ${unit.unit}`}`}>
      <figcaption className={styles.caption}>
        <h3 className={styles.title}>{chart.counter}</h3>
        <span className={styles.unit}>{unit.unit}</span>
        <Legend series={chart.series} hidden={hidden} onToggle={onToggle} />
        {chart.leftOut === 0 ? null : (
          <span className={styles.unit}>{t`${formatCount(chart.leftOut)} more not drawn`}</span>
        )}
      </figcaption>
      <TimeChart
        title={chart.counter}
        rows={chart.rows}
        series={chart.series}
        hidden={hidden}
        windowMs={Math.max(data.toMs - data.fromMs, data.stepMs)}
        endMs={Math.max(data.toMs, data.fromMs + data.stepMs)}
        left={{ per: unit.per, most, leastTop: 1 }}
        height={168}
        intervals={3}
        formatValue={(_, value) => unit.valueText(value)}
        group="counters"
        clock={chartClock(data.fromMs, data.toMs, zone)}
      />
    </figure>
  );
}

function Figures({ chart, zone }: { readonly chart: CounterChart; readonly zone: TimeZone }) {
  const unit = counterUnit(
    chart.counter,
    mostOf(
      chart.rows,
      chart.series.map(
        ({ key }) =>
          (row) =>
            row[key] ?? null,
      ),
    ),
  );
  return (
    <table className={classNames(shared.table, styles.table)}>
      <caption>{chart.counter}</caption>
      <thead>
        <tr>
          <th scope="col">{zone === 'utc' ? t`Time, UTC` : t`Time, local`}</th>
          {chart.series.map(({ key, label }) => (
            <th key={key} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {chart.rows.map((row) => (
          <tr key={row.atMs}>
            <th scope="row">{asOne(momentText(ticksFromMs(row.atMs), zone))}</th>
            {chart.series.map(({ key }) => {
              const value = row[key] ?? null;
              return <td key={key}>{value === null ? t`none` : unit.valueText(value)}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

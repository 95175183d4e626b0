// The chart below its controls: its series, zoomed by mouse, buttons and keys, and the same figures as a table.
import { asOne, plural, t } from '@shared/strings/t';
import { Legend } from '@renderer/charts/legend';
import { ResultChart } from '@renderer/charts/result-chart';
import { type Extent, valueExtent, wholeExtent } from '@renderer/charts/result-extent';
import { EmptyState, classNames } from '@renderer/ui';
import type { chartChoices } from '@shared/charting/chart-choices';
import type { ChartData, ChartMark } from '@shared/charting/chart-data';
import type { ChartRequest } from '@shared/charting/chart-request';
import { useMemo, useRef, useState } from 'react';
import type { ViewInput } from '../result/table-view';
import { chartClock } from '@renderer/charts/chart-clock';
import { ChartControls } from './chart-controls';
import shared from '../tab/figures.module.css';
import styles from './chart-view.module.css';
import { panned, zoomed } from '@renderer/charts/zoom';
import type { Series } from '@renderer/charts/series';
import { alignedFigures, roundedAlike } from '@renderer/charts/aligned-figures';
import { markText } from '@renderer/charts/result-tooltip';
import { type TimeZone, momentText, ticksFromMs } from '@shared/query/ticks';
import { formatCount } from '@shared/units';

interface ChartDrawingProps {
  readonly table: string;
  readonly chart: ChartRequest;
  readonly onChart: (chart: ChartRequest) => void;
  readonly choices: ReturnType<typeof chartChoices>;
  /** The shown data: those of the previous chart until this one is ready. */
  readonly drawn: { readonly chart: ChartRequest; readonly data: ChartData };
  /** The same in finer steps, at least for the zoom range; null if there are none. */
  readonly finer: ChartData | null;
  readonly zoom: Extent | null;
  readonly onZoom: (zoom: Extent | null) => void;
  readonly zone: ViewInput['zone'];
}

export function ChartDrawing(props: ChartDrawingProps) {
  const { table, chart, onChart, choices, drawn, finer, zoom, onZoom: setZoom, zone } = props;
  const data = finer ?? drawn.data;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [appearance, setAppearance] = useState<'chart' | 'figures'>('chart');
  const figure = useRef<HTMLElement>(null);
  const series = useMemo(() => chartSeries(data, drawn.data), [data, drawn.data]);
  const whole = wholeExtent(drawn.data);
  const x = zoom ?? whole;
  const y = x === null ? null : valueExtent(data, (index) => !hidden.has(series[index]?.key ?? ''), x);
  const xLabel = choices.x.find((choice) => JSON.stringify(choice.x) === JSON.stringify(drawn.chart.x))?.label ?? 'x';
  const values = drawn.chart.y.join(', ');
  const isHistogram = drawn.chart.kind === 'histogram';
  const zoneText = data.scale === 'time' ? (zone === 'utc' ? t`, UTC` : t`, local time`) : '';
  const title = isHistogram ? t`Values of ${values}` : t`${values} by ${xLabel}${zoneText}`;
  const clock = data.scale === 'time' && x !== null ? chartClock(x.from, x.to, zone) : null;
  const toggle = (key: string): void => {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
    setHidden(next);
  };
  const moveZoom = (next: Extent | null): void => setZoom(next === null || whole === null ? null : next);
  return (
    <>
      <ChartControls
        chart={chart}
        onChart={onChart}
        choices={choices}
        appearance={appearance}
        onView={setAppearance}
        zoom={zoom === null ? 'none' : 'some'}
        onZoom={(change) => {
          if (whole !== null) moveZoom(zoomed(zoom ?? whole, whole, change));
        }}
        file={{
          name: `${table}-${drawn.chart.y.join('-')}`,
          data,
          title: `${table}: ${title}`,
          series: series.filter(({ key }) => !hidden.has(key)),
          chart: drawn.chart,
          svg: () => figure.current?.querySelector('svg.recharts-surface') ?? null,
        }}
      />
      {x === null || y === null ? (
        <EmptyState title={t`Nothing to draw`}>
          {t`No row has both a numeric value and an x value. Choose other columns.`}
        </EmptyState>
      ) : appearance === 'figures' ? (
        <ChartFigures data={data} title={title} xLabel={xLabel} zone={zone} />
      ) : (
        <figure ref={figure} className={styles.figure} aria-label={title}>
          <figcaption className={styles.caption}>
            <h3 className={styles.title}>{title}</h3>
            {y.from > 0 ? <span className={styles.note}>{t`the y axis does not start at zero`}</span> : null}
            {series.length > 1 ? <Legend series={series} hidden={hidden} onToggle={toggle} /> : null}
          </figcaption>
          <div
            className={classNames(shared.drawn, styles.plot)}
            tabIndex={0}
            role="group"
            aria-label={t`Chart: use the arrow keys to pan, plus and minus to zoom`}
            onKeyDown={(event) => {
              if (whole === null) return;
              if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
                setZoom(zoom === null ? null : panned(zoom, whole, event.key === 'ArrowLeft' ? -0.25 : 0.25));
              } else if (event.key === '+' || event.key === '-') {
                moveZoom(zoomed(zoom ?? whole, whole, event.key === '+' ? 'in' : 'out'));
              } else if (event.key === 'Escape') setZoom(null);
              else return;
              event.preventDefault();
            }}
          >
            <ResultChart
              title={title}
              data={data}
              series={series}
              hidden={hidden}
              x={x}
              y={y}
              clock={clock}
              onZoom={moveZoom}
            />
          </div>
        </figure>
      )}
    </>
  );
}

const colours = ['upload', 'download', 'p50', 'p95', 'p99', 'throttled'].map((name) => `var(--series-${name})`);

/** @param whole the data of which `data` is a range, so that a series keeps its colour */
function chartSeries(data: ChartData, whole: ChartData = data): readonly Series<string>[] {
  return data.series.map(({ label, of }, index) => styleOf(label, of, positionIn(whole, label) ?? index));
}

function positionIn({ series }: ChartData, label: string): number | undefined {
  const at = series.findIndex((one) => one.of === 'own' && one.label === label);
  return at < 0 ? undefined : at;
}

function styleOf(label: string, of: 'own' | 'rest', index: number): Series<string> {
  return {
    key: of === 'rest' ? 'rest' : `own:${label}`,
    label,
    colour: of === 'rest' ? 'var(--text-muted)' : (colours[index % colours.length] ?? ''),
    shape: 'line',
    ...(index < colours.length || of === 'rest' ? {} : { dash: 'dashed' as const }),
  };
}

interface ChartFiguresProps {
  readonly data: ChartData;
  readonly title: string;
  readonly xLabel: string;
  readonly zone: TimeZone;
}

/** The file has all lines. */
const maxLines = 2000;

/** The marks of a chart as a table, for exact values and for screen readers. */
function ChartFigures({ data, title, xLabel, zone }: ChartFiguresProps) {
  const lines = data.series.flatMap(({ label, marks }) => marks.map((mark) => ({ label, mark })));
  const shown = lines.slice(0, maxLines);
  const marks = shown.map(({ mark }) => mark);
  const isTime = data.scale === 'time';
  const formatAligned = alignedFigures(isTime ? [] : marks.map(({ x }) => x));
  const columns = columnsFor(data, marks);
  const at = (x: number): string => (isTime ? asOne(momentText(ticksFromMs(x), zone)) : formatAligned(x));
  return (
    <div className={classNames(shared.drawn, styles.figures)} tabIndex={0} role="group" aria-label={t`Data`}>
      <table className={classNames(shared.table, styles.table)}>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t`Series`}</th>
            <th scope="col" className={isTime ? undefined : styles.amount}>
              {data.kind === 'histogram' ? t`From` : xLabel}
            </th>
            {columns.map(({ head }) => (
              <th key={head} scope="col" className={styles.amount}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ label, mark }, index) => (
            <tr key={index}>
              <th scope="row">{label}</th>
              <td className={isTime ? undefined : styles.amount}>{at(mark.x)}</td>
              {columns.map(({ head, textOf }) => (
                <td key={head} className={styles.amount}>
                  {textOf(mark)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length > maxLines ? (
        <p className={styles.note}>{plural(
          lines.length - maxLines,
        )`One more row is in the CSV. | ${formatCount(lines.length - maxLines)} more rows are in the CSV.`}</p>
      ) : null}
    </div>
  );
}

interface Column {
  readonly head: string;
  readonly textOf: (mark: ChartMark) => string;
}

function columnsFor(data: ChartData, marks: readonly ChartMark[]): readonly Column[] {
  if (data.kind === 'histogram') return [{ head: t`Value`, textOf: (mark) => markText(mark, data) }];
  if (data.form === 'exact') return [numbers(t`Value`, marks, ({ y }) => y)];
  const mean = roundedAlike(
    marks.map(({ y }) => y),
    6,
  );
  return [
    numbers(t`Mean`, marks, ({ y }) => mean(y)),
    numbers(t`Minimum`, marks, ({ low }) => low),
    numbers(t`Maximum`, marks, ({ high }) => high),
    { head: t`Values`, textOf: ({ count }) => formatCount(count) },
  ];
}

function numbers(head: string, marks: readonly ChartMark[], valueOf: (mark: ChartMark) => number): Column {
  const figure = alignedFigures(marks.map(valueOf));
  return { head, textOf: (mark) => figure(valueOf(mark)) };
}

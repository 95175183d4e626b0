// The chart below its controls: zoomed by mouse, buttons and keys, with the same figures as a table.
import { t } from '@shared/strings/t';
import { Legend } from '@renderer/charts/legend';
import { ResultChart } from '@renderer/charts/result-chart';
import { type Extent, valueExtent, wholeExtent } from '@renderer/charts/result-extent';
import { EmptyState, classNames } from '@renderer/ui';
import type { chartChoices } from '@shared/charting/chart-choices';
import type { ChartData } from '@shared/charting/chart-data';
import type { ChartRequest } from '@shared/charting/chart-request';
import { useMemo, useRef, useState } from 'react';
import type { ViewInput } from '../result/table-view';
import { chartClock } from '@renderer/charts/chart-clock';
import { ChartControls } from './chart-controls';
import { ChartFigures } from './chart-figures';
import { chartSeries } from './chart-series';
import shared from '../tab/figures.module.css';
import styles from './chart-view.module.css';
import { panned, zoomed } from '@renderer/charts/zoom';

export interface ChartDrawingProps {
  readonly table: string;
  readonly chart: ChartRequest;
  readonly onChart: (chart: ChartRequest) => void;
  readonly choices: ReturnType<typeof chartChoices>;
  /** What is on screen: that of the chart before while this one is gathered. */
  readonly drawn: { readonly chart: ChartRequest; readonly data: ChartData };
  /** The same in finer steps, at least as far as the zoom reaches; null where there is none. */
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
  const title = isHistogram ? t`Values of ${values}` : t`${values} over ${xLabel}${zoneText}`;
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
          {t`No row has both a number and a place on the x axis. Choose other columns.`}
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
            aria-label={t`Plot: arrow keys move a zoomed chart, plus and minus zoom`}
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

// The chart of a result: what is drawn over what, from which rows, with the figures and files of the same.
import { Legend } from '@renderer/charts/legend';
import { ResultChart } from '@renderer/charts/result-chart';
import { type Extent, valueExtent, wholeExtent } from '@renderer/charts/result-extent';
import { Button, EmptyState, ErrorNotice, LoadingRows, ProgressBar } from '@renderer/ui';
import { mostExact } from '@shared/charting/chart-aggregate';
import type { ChartData } from '@shared/charting/chart-data';
import { chartChoices, firstChart } from '@shared/charting/chart-choices';
import type { ChartRequest } from '@shared/charting/chart-request';
import type { Entity } from '@shared/model/entity';
import { ChartLine } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { RowList } from '../session/row-list';
import type { ViewInput } from '../views/table-view';
import { chartClock } from '../wad/chart-clock';
import { ChartControls } from './chart-controls';
import { ChartFigures } from './chart-figures';
import { chartSeries } from './chart-series';
import styles from './chart-view.module.css';
import { chartNotes, type ChartSource, sourceText } from './chart-words';
import { useLoadedChart } from './loaded-chart';
import { useWholeChart } from './use-whole-chart';
import { panned, zoomed } from './zoom';

/** Rows enough to know what can be drawn. */
const sampledRows = 500;

export function ChartView({ input }: { readonly input: ViewInput }) {
  const { connectionId, state, rows, zone } = input;
  const { run, rowCount, columns, status, query } = state;
  const sampled = Math.min(rowCount, sampledRows);
  const sample = useMemo(() => (run === 0 ? [] : rowsUpTo(sampled, rows)), [run, sampled, rows]);
  const choices = useMemo(() => chartChoices(columns, sample), [columns, sample]);
  const first = useMemo(() => firstChart(choices, sample), [choices, sample]);
  const [chosen, setChosen] = useState<ChartRequest | null>(null);
  // A column that the result no longer has cannot be drawn.
  const chart = chosen?.y.every((name) => choices.y.includes(name)) === true ? chosen : first;

  const whole = useWholeChart({ connectionId, query, chart, run });
  const readWhole = useEffectEvent(() => whole.start());
  const points = rowCount * (chart?.y.length ?? 1);
  const isTooMany = status === 'complete' && points > mostExact;
  const chartKey = JSON.stringify(chart);
  useEffect(() => {
    // The window holds no more than it can draw; what the person has read in full is gathered again by the engine.
    if (isTooMany) readWhole();
  }, [isTooMany, chartKey, run]);

  const count = chart === null ? 0 : Math.min(rowCount, Math.floor(mostExact / chart.y.length));
  const loaded = useLoadedChart({ run, chart, count, rows });
  const used = loaded.drawn?.used ?? 0;
  const drawn = whole.event !== undefined && chart !== null ? { chart, data: whole.event.data } : loaded.drawn;
  const source = sourceOf();

  function sourceOf(): ChartSource {
    const { event } = whole;
    if (event === undefined) {
      return { from: 'loaded', used, loaded: rowCount, result: status === 'complete' ? 'all' : 'part' };
    }
    const { rows, requests, bytes } = event;
    const from = whole.status === 'done' ? 'whole' : whole.status === 'reading' ? 'reading' : 'stopped';
    return { from, rows, requests, bytes };
  }

  if (rowCount === 0) {
    return (
      <div className={styles.panel}>
        {status === 'fetching' ? (
          <LoadingRows label="Fetching the first rows" rows={8} columns={[60]} />
        ) : (
          <EmptyState title="No rows to draw">The chart is drawn from the rows of the result.</EmptyState>
        )}
      </div>
    );
  }
  if (chart !== null && drawn === null) {
    return (
      <div className={styles.panel}>
        {loaded.status === 'gathering' ? (
          <LoadingRows label="Looking through the rows" rows={8} columns={[60]} />
        ) : (
          <EmptyState
            title="The loaded rows could not be read back from disk"
            actions={<Button onPress={whole.start}>Chart the whole result</Button>}
          >
            The chart can still be made from the service, which reads the result again.
          </EmptyState>
        )}
      </div>
    );
  }
  if (chart === null || drawn === null) {
    return (
      <div className={styles.panel}>
        <EmptyState icon={<ChartLine size={24} strokeWidth={1.5} aria-hidden />} title="No numbers to draw">
          A chart needs a column of Int32, Int64 or Double among the fetched ones.
        </EmptyState>
      </div>
    );
  }
  const isWhole = whole.status === 'done' || (status === 'complete' && used === rowCount);
  return (
    <section className={styles.panel} aria-label="Chart">
      <div className={styles.source}>
        <p role="status" className={styles.words}>
          {[sourceText(source), ...chartNotes(drawn.data)].join(' · ')}
        </p>
        {whole.status === 'reading' ? (
          <>
            <ProgressBar label="Reading the whole result" fraction={null} />
            <Button size="small" onPress={whole.stop}>
              Stop
            </Button>
          </>
        ) : isWhole ? null : (
          <Button size="small" onPress={whole.start}>
            Chart the whole result
          </Button>
        )}
      </div>
      {whole.error === undefined ? null : (
        <div className={styles.notice}>
          <ErrorNotice error={whole.error} onRetry={whole.start} />
        </div>
      )}
      <Drawn
        of={`${run} ${chartKey}`}
        table={input.table}
        chart={chart}
        onChart={setChosen}
        choices={choices}
        drawn={drawn}
        zone={zone}
      />
    </section>
  );
}

interface DrawnProps {
  /** A zoom belongs to one chart of one run. */
  readonly of: string;
  readonly table: string;
  readonly chart: ChartRequest;
  readonly onChart: (chart: ChartRequest) => void;
  readonly choices: ReturnType<typeof chartChoices>;
  /** What is on screen: that of the chart before while this one is gathered. */
  readonly drawn: { readonly chart: ChartRequest; readonly data: ChartData };
  readonly zone: ViewInput['zone'];
}

function Drawn({ of, table, chart, onChart, choices, drawn, zone }: DrawnProps) {
  const { data } = drawn;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [zoomedOf, setZoomedOf] = useState<{ readonly of: string; readonly extent: Extent } | null>(null);
  const zoom = zoomedOf?.of === of ? zoomedOf.extent : null;
  const setZoom = (extent: Extent | null): void => setZoomedOf(extent === null ? null : { of, extent });
  const [look, setLook] = useState<'chart' | 'figures'>('chart');
  const figure = useRef<HTMLElement>(null);
  const series = useMemo(() => chartSeries(data), [data]);
  const whole = wholeExtent(data);
  const x = zoom ?? whole;
  const y = x === null ? null : valueExtent(data, (index) => !hidden.has(series[index]?.key ?? ''), x);
  const xLabel = choices.x.find((choice) => JSON.stringify(choice.x) === JSON.stringify(drawn.chart.x))?.label ?? 'x';
  const values = drawn.chart.y.join(', ');
  const isHistogram = drawn.chart.kind === 'histogram';
  const zoneWords = data.scale === 'time' ? (zone === 'utc' ? ', UTC' : ', local time') : '';
  const title = isHistogram ? `Values of ${values}` : `${values} over ${xLabel}${zoneWords}`;
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
        look={look}
        onLook={setLook}
        zoom={zoom === null ? 'none' : 'some'}
        onZoom={(change) => {
          if (whole !== null) moveZoom(zoomed(zoom ?? whole, whole, change));
        }}
        file={{
          name: `${table}-${drawn.chart.y.join('-')}`,
          data,
          title: `${table}: ${title}`,
          series: series.filter(({ key }) => !hidden.has(key)),
          xLabel: isHistogram ? values : xLabel,
          yLabel: drawn.chart.y.length === 1 || isHistogram ? values : 'value',
          svg: () => figure.current?.querySelector('svg.recharts-surface') ?? null,
        }}
      />
      {x === null || y === null ? (
        <EmptyState title="Nothing to draw">
          No row has both a number and a place on the x axis. Choose other columns.
        </EmptyState>
      ) : look === 'figures' ? (
        <ChartFigures data={data} title={title} xLabel={xLabel} zone={zone} />
      ) : (
        <figure ref={figure} className={styles.figure} aria-label={title}>
          <figcaption className={styles.caption}>
            <h3 className={styles.title}>{title}</h3>
            {y.from > 0 ? <span className={styles.note}>the y axis does not start at zero</span> : null}
            {series.length > 1 ? <Legend series={series} hidden={hidden} onToggle={toggle} /> : null}
          </figcaption>
          <div
            className={styles.plot}
            tabIndex={0}
            role="group"
            aria-label="Plot: arrow keys move a zoomed chart, plus and minus zoom"
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

function rowsUpTo(count: number, rows: RowList): readonly Entity[] {
  return Array.from({ length: count }, (_, index) => rows.at(index)).filter((row) => row !== undefined);
}

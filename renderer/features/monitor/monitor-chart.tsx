// One panel of Monitor: title, unit, legend with the latest values, and the chart, in which a range or a step can be
// selected.
import { type RefObject, memo, useCallback, useEffect, useMemo, useRef } from 'react';
import { t } from '@shared/strings/t';
import { maxOf } from '@renderer/charts/axis';
import { chartSvg } from '@renderer/charts/chart-picture';
import { Legend } from '@renderer/charts/legend';
import type { Extent } from '@renderer/charts/result-extent';
import { SaveChart } from '@renderer/charts/save-chart';
import type { Row } from '@renderer/charts/series';
import { TimeChart } from '@renderer/charts/time-chart';
import { useStaggered } from '@renderer/charts/use-staggered';
import { useIsInView } from '@renderer/ui';
import { seriesCsv } from '@shared/monitor/series-csv';
import { type ChartFrame, isStill } from './chart-frame';
import { fileColumns } from './file-columns';
import type { Panel } from './panels';
import styles from './monitor-tab.module.css';

export interface MonitorChartProps {
  readonly panel: Panel;
  readonly frame: ChartFrame;
  /** Charts of one group show the same moment on hover; they have the same steps. */
  readonly group: string;
  /** How long after an event this chart redraws. */
  readonly delayMs: number;
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (key: string) => void;
  readonly onStretch: (extent: Extent) => void;
  /** The step that ends at a point. */
  readonly onStep: (step: Extent) => void;
}

export function MonitorChart({ frame, delayMs, ...chart }: MonitorChartProps) {
  const figure = useRef<HTMLElement>(null);
  const isHeld = !useIsInView(figure);
  const { series } = chart.panel;
  const isSimilar = useCallback((before: ChartFrame, next: ChartFrame) => isStill(before, next, series), [series]);
  const shown = useStaggered(frame, delayMs, { view: frame.windowMs, isHeld, isSimilar });
  return <DrawnChart {...chart} frame={shown} figure={figure} />;
}

interface DrawnChartProps extends Omit<MonitorChartProps, 'delayMs'> {
  readonly figure: RefObject<HTMLElement | null>;
}

const DrawnChart = memo(function DrawnChart(props: DrawnChartProps) {
  const { panel, frame, figure, group, hidden, onToggle, onStretch, onStep } = props;
  const { points, windowMs, endMs, stepMs, clock } = frame;
  const moment = useRef<number | null>(null);
  const onMoment = useCallback((atMs: number | null) => {
    moment.current = atMs;
  }, []);
  const max = useMemo(() => {
    const shown = panel.series.filter((one) => !hidden.has(one.key));
    return panel.series.some((one) => one.shape === 'bars')
      ? maxOf(points, [(point) => shown.reduce((sum, one) => sum + (point[one.key] ?? 0), 0)])
      : maxOf(
          points,
          shown.map((one) => (point: Row<string>) => point[one.high ?? one.key] ?? null),
        );
  }, [panel, points, hidden]);
  const scale = panel.scaleFor(max, stepMs);
  const formatValue = useCallback((key: string, value: number) => panel.formatValue(key, value, max), [panel, max]);
  const plot = useRef<HTMLDivElement>(null);
  const shownSeries = panel.series.filter((one) => !hidden.has(one.key));
  const drawn = useRef({ points, panel, series: shownSeries, unit: scale.unit });
  useEffect(() => {
    drawn.current = { points, panel, series: shownSeries, unit: scale.unit };
  });
  const csv = useCallback(
    () => seriesCsv(drawn.current.points, fileColumns(drawn.current.panel.id, drawn.current.series)),
    [],
  );
  const picture = useCallback(() => {
    const svg = plot.current?.querySelector<SVGSVGElement>('svg.recharts-surface');
    const { panel: of, series, unit } = drawn.current;
    return svg ? chartSvg({ svg, title: `${of.title}, ${unit}`, series }) : null;
  }, []);
  const newest = points.at(-1);
  const choose = (atMs: number): void => {
    const at = points.findIndex((point) => point.atMs === atMs);
    const before = points[at - 1]?.atMs ?? atMs - ((points[at + 1]?.atMs ?? atMs + 250) - atMs);
    onStep({ from: before, to: atMs });
  };
  return (
    <figure
      ref={figure}
      className={styles.panel}
      aria-label={`${panel.title}, ${scale.unit}`}
      data-legend={panel.legend}
    >
      <figcaption className={styles.caption}>
        <h2 className={styles.title}>{panel.title}</h2>
        <span className={styles.unit}>{scale.unit}</span>
        <Legend
          series={panel.series}
          hidden={hidden}
          onToggle={onToggle}
          newestOf={(key) => {
            if (panel.legend === 'names') return '';
            const value = newest?.[key] ?? null;
            const isBand = panel.series.some((one) => one.key === key && one.shape === 'band');
            return isBand ? '' : value === null ? '–' : formatValue(key, value);
          }}
        />
        <span className={styles.save}>
          <SaveChart label={t`Save chart: ${panel.title}`} name={panel.title} csv={csv} picture={picture} />
        </span>
      </figcaption>
      <div className={styles.plot} ref={plot}>
        <div
          className={styles.plotArea}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && moment.current !== null) choose(moment.current);
          }}
        >
          <TimeChart
            title={t`${panel.title}: use the arrow keys to read values, Enter to list the requests of an interval`}
            rows={points}
            series={panel.series}
            hidden={hidden}
            windowMs={windowMs}
            endMs={endMs}
            left={{ per: scale.per, max, minTop: panel.minTop, steps: panel.steps }}
            height="fill"
            intervals={3}
            timeParts={4}
            formatValue={formatValue}
            group={group}
            {...(clock === null ? {} : { clock })}
            brush={{ onSelect: onStretch, onChoose: choose }}
            onMoment={onMoment}
          />
        </div>
      </div>
    </figure>
  );
});

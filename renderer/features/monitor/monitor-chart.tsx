// One panel of Monitor: title, unit, legend with the newest values, and the chart.
import { memo, useMemo } from 'react';
import { mostOf } from '@renderer/charts/axis';
import { Legend } from '@renderer/charts/legend';
import { TimeChart } from '@renderer/charts/time-chart';
import { useStaggered } from '@renderer/charts/use-staggered';
import type { ChartKey, ChartPoint } from '@renderer/live/points';
import type { Panel } from './panels';
import styles from './monitor-tab.module.css';

/** What all charts show at one moment. */
export interface ChartFrame {
  readonly points: readonly ChartPoint[];
  readonly windowMs: number;
  readonly endMs: number;
}

export interface MonitorChartProps {
  readonly panel: Panel;
  readonly frame: ChartFrame;
  /** How long after an event this chart redraws. */
  readonly delayMs: number;
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (key: ChartKey) => void;
}

export const MonitorChart = memo(function MonitorChart(props: MonitorChartProps) {
  const { panel, frame, delayMs, hidden, onToggle } = props;
  const { points, windowMs, endMs } = useStaggered(frame, delayMs);
  const most = useMemo(() => {
    const shown = panel.series.filter((one) => !hidden.has(one.key));
    return panel.series.some((one) => one.shape === 'bars')
      ? mostOf(points, [(point) => shown.reduce((sum, one) => sum + (point[one.key] ?? 0), 0)])
      : mostOf(
          points,
          shown.map((one) => (point: ChartPoint) => point[one.key]),
        );
  }, [panel, points, hidden]);
  const scale = panel.scaleFor(most);
  const newest = points.at(-1);
  return (
    <figure className={styles.panel} data-size={panel.size} aria-label={`${panel.title}, ${scale.unit}`}>
      <figcaption className={styles.caption}>
        <h2 className={styles.title}>{panel.title}</h2>
        <span className={styles.unit}>{scale.unit}</span>
        <Legend
          series={panel.series}
          hidden={hidden}
          onToggle={onToggle}
          newestOf={(key) => {
            const value = newest?.[key] ?? null;
            return value === null ? '–' : panel.formatValue(key, value);
          }}
        />
      </figcaption>
      <div className={styles.plot}>
        <div className={styles.plotArea}>
          <TimeChart
            title={panel.title}
            rows={points}
            series={panel.series}
            hidden={hidden}
            windowMs={windowMs}
            endMs={endMs}
            left={{ per: scale.per, most, leastTop: panel.leastTop }}
            height="fill"
            intervals={panel.size === 'large' ? 4 : 3}
            timeParts={panel.size === 'large' ? 4 : 2}
            formatValue={panel.formatValue}
            group="monitor"
          />
        </div>
      </div>
    </figure>
  );
});

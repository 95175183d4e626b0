// The charts of the app's own resource usage, over the time that the live charts show.
import { useMemo } from 'react';
import { formatFixed } from '@shared/strings/numbers';
import { asOne, t } from '@shared/strings/t';
import { MiB, formatBytes, formatCount, formatDuration } from '@shared/units';
import { latencyScale } from '@renderer/charts/axis';
import type { ChartFrame } from '../chart-frame';
import { MonitorChart, type MonitorChartProps } from '../monitor-chart';
import type { Panel } from '../panels';
import { cpuSeries, delaySeries, memorySeries, threadSeries, withEveryThread } from './process-rows';
import { useProcesses } from './use-processes';

const percent = (value: number): string => asOne(`${value < 10 ? formatFixed(value, 1) : formatCount(value)} %`);

const fixedPanels: readonly Panel[] = [
  {
    id: 'cpu',
    title: t`CPU`,
    series: cpuSeries,
    reach: 'live',
    minTop: 100,
    scaleFor: () => ({ unit: t`% of a core`, per: 1 }),
    formatValue: (_key, value) => percent(value),
  },
  {
    id: 'memory',
    title: t`Memory`,
    series: memorySeries,
    reach: 'live',
    minTop: 100,
    scaleFor: () => ({ unit: t`MiB resident`, per: MiB }),
    formatValue: (_key, value) => formatBytes(value),
  },
  {
    id: 'delay',
    title: t`Event-loop delay`,
    series: delaySeries,
    reach: 'live',
    minTop: 10,
    scaleFor: latencyScale,
    formatValue: (_key, value) => (value < 10 ? t`${formatFixed(value, 1)} ms` : formatDuration(value)),
  },
];
const threadsPanel: Omit<Panel, 'series'> = {
  id: 'threads',
  title: t`Worker threads`,
  reach: 'live',
  minTop: 100,
  scaleFor: () => ({ unit: t`% busy`, per: 1 }),
  formatValue: (_key, value) => percent(value),
};

export interface ProcessPanelsProps extends Pick<
  MonitorChartProps,
  'hidden' | 'onToggle' | 'onStretch' | 'onStep' | 'delayMs'
> {
  /** Its time; its points are those of other charts. */
  readonly frame: ChartFrame;
}

export function ProcessPanels({ frame, ...chart }: ProcessPanelsProps) {
  const rows = useProcesses();
  const { windowMs, stepMs, clock, flow } = frame;
  // Up to the newest row: these charts move on with their own steps, not four times a second.
  const endMs = Math.min(frame.endMs, rows.at(-1)?.atMs ?? frame.endMs);
  const own = useMemo((): ChartFrame => {
    const points = withEveryThread(rows).filter(({ atMs }) => atMs > endMs - windowMs && atMs <= endMs);
    return { points, windowMs, endMs, stepMs, clock, flow };
  }, [rows, windowMs, endMs, stepMs, clock, flow]);
  const panels = useMemo(() => {
    const series = threadSeries(rows);
    return series.length === 0 ? fixedPanels : [...fixedPanels, { ...threadsPanel, series }];
  }, [rows]);
  if (own.points.length === 0) return null;
  return (
    <>
      {panels.map((panel) => (
        <MonitorChart key={panel.id} panel={panel} frame={own} group="monitor-processes" {...chart} />
      ))}
    </>
  );
}

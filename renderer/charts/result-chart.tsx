// A chart of query results: lines with their extremes, scattered points or bins, over time or numbers. The data is
// aggregated elsewhere (shared/charting); nothing is smoothed or animated.
import type { ChartData } from '@shared/charting/chart-data';
import { CartesianGrid, ComposedChart, Tooltip, XAxis, YAxis } from 'recharts';
import { tickTexts, ticksBetween } from './axis';
import { DrawnStretch } from './drawn-stretch';
import type { Extent } from './result-extent';
import { ResultMarks } from './result-marks';
import { ResultTooltip } from './result-tooltip';
import { resultPointsOf } from './result-points';
import type { Series } from './series';
import type { ChartClock } from './time-chart';
import { useBrush } from './use-brush';

export interface ResultChartProps {
  readonly title: string;
  readonly data: ChartData;
  /** Names, colours and dashes, in the order of the data's series. */
  readonly series: readonly Series<string>[];
  readonly hidden: ReadonlySet<string>;
  readonly x: Extent;
  readonly y: Extent;
  /** Marks of a time axis; numbers otherwise. */
  readonly clock: ChartClock | null;
  /** A range of x that the user selected with the mouse. */
  readonly onZoom: (extent: Extent) => void;
}

const axisText = { fontSize: 11, fill: 'var(--chart-axis)' } as const;
const margin = { top: 8, right: 24, bottom: 0, left: 0 } as const;
const intervals = 4;

export function ResultChart({ title, data, series, hidden, x, y, clock, onZoom }: ResultChartProps) {
  const { drawn, handlers } = useBrush({ onSelect: onZoom });
  const points = resultPointsOf(data, x);
  const shown = series.flatMap((one, index) => (hidden.has(one.key) ? [] : [{ ...one, index }]));
  const yTicks = ticksBetween(y.from, y.to, intervals);
  const xTicks = clock?.ticksMs ?? ticksBetween(x.from, x.to, 6).filter((tick) => tick >= x.from && tick <= x.to);
  return (
    <ComposedChart responsive data={points} width="100%" height="100%" margin={margin} title={title} {...handlers}>
      <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
      <XAxis
        dataKey="x"
        type="number"
        domain={[x.from, x.to]}
        allowDataOverflow
        ticks={[...xTicks]}
        interval="preserveStart"
        tickFormatter={clock?.tickText ?? tickTexts(xTicks)}
        tick={axisText}
        tickLine={false}
        tickMargin={6}
        height={26}
        axisLine={{ stroke: 'var(--border-strong)' }}
      />
      <YAxis
        yAxisId="left"
        domain={[yTicks[0] ?? 0, yTicks.at(-1) ?? 1]}
        allowDataOverflow
        ticks={[...yTicks]}
        interval={0}
        tickFormatter={tickTexts(yTicks)}
        tick={axisText}
        tickLine={false}
        axisLine={false}
        tickMargin={4}
        width={64}
      />
      <Tooltip
        isAnimationActive={false}
        // The marks are drawn by hand, so the chart knows of no values and would keep the box hidden.
        wrapperStyle={{ visibility: 'visible' }}
        cursor={{ stroke: 'var(--border-strong)', strokeWidth: 1 }}
        content={(tooltip) => (
          <ResultTooltip
            point={tooltip.active ? points.find((point) => point.x === Number(tooltip.label)) : undefined}
            data={data}
            series={shown}
            momentText={clock?.momentText}
          />
        )}
      />
      <ResultMarks data={data} points={points} series={shown} />
      {drawn === null ? null : <DrawnStretch drawn={drawn} />}
    </ComposedChart>
  );
}

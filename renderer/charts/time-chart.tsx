// Lines, areas or bars over a sliding time window: y from zero, baseline grid, gaps kept, every value on hover.
// Data and scales come from outside; this only draws.
import { CartesianGrid, ComposedChart, Tooltip, XAxis, YAxis } from 'recharts';
import { agoText, tickText, ticksFromZero, ticksOnGrid, timeTicks } from './axis';
import { ChartTooltip } from './chart-tooltip';
import type { Row, Series } from './series';
import { SeriesMarks } from './series-marks';

export interface ValueAxis {
  /** What to divide raw values by to get the axis' unit. */
  readonly per: number;
  /** The largest raw value to show. */
  readonly most: number;
  /** The least top of the axis, in its unit, so that an idle chart still reads. */
  readonly leastTop: number;
}

/** Marks on the time axis as times of day instead of distances back from the right edge. */
export interface ChartClock {
  readonly ticksMs: readonly number[];
  readonly tickText: (atMs: number) => string;
  /** The whole moment, for the box on hover. */
  readonly momentText: (atMs: number) => string;
}

export interface TimeChartProps<K extends string> {
  readonly title: string;
  readonly rows: readonly Row<K>[];
  readonly series: readonly Series<K>[];
  readonly hidden: ReadonlySet<string>;
  readonly windowMs: number;
  readonly endMs: number;
  readonly left: ValueAxis;
  readonly right?: ValueAxis;
  /** Pixels, or all there is. */
  readonly height: number | 'fill';
  readonly intervals?: number;
  readonly timeParts?: number;
  readonly formatValue: (key: K, value: number) => string;
  /** Charts of one group show the same moment on hover. */
  readonly group?: string;
  readonly clock?: ChartClock;
}

const axisText = { fontSize: 11, fill: 'var(--chart-axis)' } as const;
const margin = { top: 6, right: 12, bottom: 0, left: 0 } as const;

export function TimeChart<K extends string>({
  title,
  rows,
  series,
  hidden,
  windowMs,
  endMs,
  left,
  right,
  height,
  intervals = 4,
  timeParts = 4,
  formatValue,
  group,
  clock,
}: TimeChartProps<K>) {
  const leftTicks = ticksFromZero(left.most / left.per, intervals, left.leastTop);
  const rightTicks = right ? ticksOnGrid(right.most / right.per, leftTicks.length - 1, right.leastTop) : null;
  const shown = series.filter((one) => !hidden.has(one.key));
  return (
    <ComposedChart
      responsive
      data={rows}
      width="100%"
      height={height === 'fill' ? '100%' : height}
      margin={right ? { ...margin, right: 0 } : margin}
      title={title}
      {...(group === undefined ? {} : { syncId: group, syncMethod: 'value' as const })}
    >
      <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
      <XAxis
        dataKey="atMs"
        type="number"
        domain={[endMs - windowMs, endMs]}
        allowDataOverflow
        ticks={[...(clock?.ticksMs ?? timeTicks(windowMs, endMs, timeParts))]}
        interval={0}
        tickFormatter={clock?.tickText ?? ((atMs: number) => agoText(atMs, endMs))}
        tick={axisText}
        tickLine={false}
        tickMargin={6}
        height={26}
        axisLine={{ stroke: 'var(--border-strong)' }}
      />
      <YAxis yAxisId="left" {...valueAxis(leftTicks, left.per)} />
      {right && rightTicks ? <YAxis yAxisId="right" orientation="right" {...valueAxis(rightTicks, right.per)} /> : null}
      <Tooltip
        isAnimationActive={false}
        // The series are drawn by hand, so the chart knows of no values and would keep the box hidden.
        wrapperStyle={{ visibility: 'visible' }}
        cursor={{ stroke: 'var(--border-strong)', strokeWidth: 1 }}
        content={(tooltip) => (
          <ChartTooltip
            isActive={tooltip.active}
            atMs={Number(tooltip.label)}
            {...(clock === undefined ? {} : { momentText: clock.momentText })}
            row={rows.find((row) => row.atMs === Number(tooltip.label))}
            series={shown}
            formatValue={formatValue}
          />
        )}
      />
      <SeriesMarks rows={rows} series={shown} />
    </ComposedChart>
  );
}

/** Ticks are chosen in the axis' unit; the data stay raw, so both go through the same factor. */
function valueAxis(ticks: readonly number[], per: number) {
  return {
    domain: [0, (ticks.at(-1) ?? 1) * per] as [number, number],
    allowDataOverflow: true,
    ticks: ticks.map((tick) => tick * per),
    interval: 0 as const,
    tickFormatter: (value: number) => tickText(value / per),
    tick: axisText,
    tickLine: false,
    axisLine: false,
    tickMargin: 4,
    width: 44,
  };
}

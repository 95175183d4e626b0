// Lines, areas or bars over a sliding time window: y from zero, baseline grid, gaps kept, every value on hover.
// Data and scales come from outside; this only draws.
import { Area, Bar, CartesianGrid, ComposedChart, Line, Tooltip, XAxis, YAxis } from 'recharts';
import { agoText, tickText, ticksFromZero, ticksOnGrid, timeTicks } from './axis';
import { ChartTooltip } from './chart-tooltip';
import { LonelyDot } from './lonely-dot';
import { type Row, type Series, hasLonely } from './series';

export interface ValueAxis {
  /** What to divide raw values by to get the axis' unit. */
  readonly per: number;
  /** The largest raw value to show. */
  readonly most: number;
  /** The least top of the axis, in its unit, so that an idle chart still reads. */
  readonly leastTop: number;
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
      barGap={0}
      barCategoryGap={1}
      {...(group === undefined ? {} : { syncId: group, syncMethod: 'value' as const })}
    >
      <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
      <XAxis
        dataKey="atMs"
        type="number"
        domain={[endMs - windowMs, endMs]}
        allowDataOverflow
        ticks={[...timeTicks(windowMs, endMs, timeParts)]}
        interval={0}
        tickFormatter={(atMs: number) => agoText(atMs, endMs)}
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
        cursor={{ stroke: 'var(--border-strong)', strokeWidth: 1 }}
        content={(tooltip) => (
          <ChartTooltip
            isActive={tooltip.active}
            atMs={Number(tooltip.label)}
            row={tooltip.payload[0]?.payload as Row<K> | undefined}
            series={shown}
            formatValue={formatValue}
          />
        )}
      />
      {shown.map((one) => drawn(one, rows))}
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

function drawn<K extends string>(one: Series<K>, rows: readonly Row<K>[]) {
  const common = {
    dataKey: one.key,
    name: one.label,
    yAxisId: one.axis ?? 'left',
    isAnimationActive: false,
  } as const;
  if (one.shape === 'bars') return <Bar key={one.key} {...common} stackId="bars" fill={one.colour} barSize={3} />;
  const line = {
    ...common,
    type: 'linear' as const,
    stroke: one.colour,
    strokeWidth: 1.5,
    strokeDasharray: one.dash ? '4 3' : '0',
    connectNulls: false,
    activeDot: { r: 3, strokeWidth: 0, fill: one.colour },
    dot: hasLonely(rows, one.key) ? <LonelyDot rows={rows} seriesKey={one.key} colour={one.colour} /> : false,
  };
  return one.shape === 'area' ? (
    <Area key={one.key} {...line} fill={one.colour} fillOpacity={0.12} />
  ) : (
    <Line key={one.key} {...line} />
  );
}

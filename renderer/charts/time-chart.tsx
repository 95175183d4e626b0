// Lines, areas or bars over a sliding time window: y from zero, baseline grid, visible gaps, every value on hover. Data
// and scales are passed in; this only draws.
import { useEffect, useMemo } from 'react';
import { CartesianGrid, ComposedChart, Tooltip, XAxis, YAxis, useActiveTooltipLabel } from 'recharts';
import { alignedFigures } from './aligned-figures';
import { type TickSteps, agoText, ticksFromZero, ticksOnGrid, timeTicks } from './axis';
import { ChartTooltip } from './chart-tooltip';
import { DrawnStretch } from './drawn-stretch';
import type { Extent } from './result-extent';
import type { Row, Series } from './series';
import { SeriesMarks } from './series-marks';
import styles from './charts.module.css';
import { useBrush } from './use-brush';

export interface ValueAxis {
  /** What to divide raw values by to get the axis' unit. */
  readonly per: number;
  /** The largest raw value to show. */
  readonly max: number;
  /** The least top of the axis, in its unit, so that an idle chart still reads. */
  readonly minTop: number;
  /** Default `any`. */
  readonly steps?: TickSteps | undefined;
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
  /** The effect of selecting a range or a moment with the mouse; without it the mouse only reads. */
  readonly brush?: { readonly onSelect: (extent: Extent) => void; readonly onChoose: (atMs: number) => void };
  /** The moment whose values are shown, null for none: it follows the mouse and the arrow keys. */
  readonly onMoment?: (atMs: number | null) => void;
}

const axisText = { fontSize: 11, fill: 'var(--chart-axis)' } as const;
/** The width of a digit on the axis. */
const digitPx = 7;
const margin = { top: 6, right: 12, bottom: 0, left: 0 } as const;
const marginBesideAxis = { ...margin, right: 0 };
/** Stands for an axis that there is not. */
const noTicks: readonly number[] = [0];

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
  brush,
  onMoment,
}: TimeChartProps<K>) {
  const { drawn, handlers } = useBrush({ onSelect: brush?.onSelect ?? ignore, onChoose: brush?.onChoose });
  const leftTicks = ticksFromZero(left.max / left.per, intervals, left.minTop, left.steps);
  const rightTicks = right ? ticksOnGrid(right.max / right.per, leftTicks.length - 1, right.minTop) : null;
  const leftAxis = useValueAxis(leftTicks, left.per);
  const rightAxis = useValueAxis(rightTicks ?? noTicks, right?.per ?? 1);
  const shown = series.filter((one) => !hidden.has(one.key));
  return (
    <ComposedChart
      className={styles.timeChart ?? ''}
      responsive
      data={rows}
      width="100%"
      height={height === 'fill' ? '100%' : height}
      margin={right ? marginBesideAxis : margin}
      title={title}
      {...(brush === undefined ? {} : handlers)}
      {...(group === undefined ? {} : { syncId: group, syncMethod: 'value' as const })}
    >
      <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
      <XAxis
        dataKey="atMs"
        type="number"
        niceTicks="none"
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
      <YAxis yAxisId="left" {...leftAxis} />
      {rightTicks ? <YAxis yAxisId="right" orientation="right" {...rightAxis} /> : null}
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
      {onMoment === undefined ? null : <MomentReader onMoment={onMoment} />}
      {drawn === null ? null : <DrawnStretch drawn={drawn} />}
    </ComposedChart>
  );
}

const ignore = (): void => undefined;

function MomentReader({ onMoment }: { readonly onMoment: (atMs: number | null) => void }) {
  const atMs = useActiveTooltipLabel();
  useEffect(() => onMoment(atMs === undefined ? null : Number(atMs)), [atMs, onMoment]);
  return null;
}

/** The same object while the ticks are the same: an axis is drawn anew for another one, which four times a second is felt. */
function useValueAxis(ticks: readonly number[], per: number): ReturnType<typeof valueAxis> {
  const written = ticks.join(' ');
  return useMemo(() => valueAxis(written.split(' ').map(Number), per), [written, per]);
}

/** Ticks are chosen in the axis' unit; the data stay raw, so both go through the same factor. */
function valueAxis(ticks: readonly number[], per: number) {
  const text = alignedFigures(ticks);
  return {
    domain: [0, (ticks.at(-1) ?? 1) * per] as [number, number],
    allowDataOverflow: true,
    // Ours are round already; others would be computed with every frame, and not shown.
    niceTicks: 'none' as const,
    ticks: ticks.map((tick) => tick * per),
    interval: 0 as const,
    // Divided again a tick is not quite itself: 0.3 * 1024 / 1024.
    tickFormatter: (value: number) => text(Number((value / per).toPrecision(12))),
    tick: axisText,
    tickLine: false,
    axisLine: false,
    tickMargin: 4,
    // Charts of a column keep their left edges in line until a figure needs more room.
    width: Math.max(44, ...ticks.map((tick) => text(tick).length * digitPx + 8)),
  };
}

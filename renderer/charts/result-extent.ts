// The ranges of the axes of a result's chart.
import type { ChartData } from '@shared/charting/chart-data';

export interface Extent {
  readonly from: number;
  readonly to: number;
}

/** The whole range of the x axis that has values; null if there are none. */
export function wholeExtent({ series, xWidth = 0, kind, form }: ChartData): Extent | null {
  const xs = series.flatMap(({ marks }) => marks.map(({ x }) => x));
  if (xs.length === 0) return null;
  const from = minOf(xs);
  const to = greatest(xs) + (form === 'aggregated' && kind !== 'scatter' ? xWidth : 0);
  if (to > from) return { from, to };
  // A single value gets some room on both sides.
  const room = Math.max(Math.abs(from) * 1e-6, 1);
  return { from: from - room, to: to + room };
}

/** Values this close together would be a flat line on an axis from zero. */
const farFromZero = 0.9;

/** Starts at zero, unless all shown values are distant from it. */
export function valueExtent(data: ChartData, isShown: (index: number) => boolean, within: Extent): Extent {
  const marks = data.series.flatMap((series, index) => (isShown(index) ? series.marks : []));
  const { xWidth = 0 } = data;
  const inside = marks.filter(({ x }) => x + xWidth >= within.from && x <= within.to);
  if (inside.length === 0) return { from: 0, to: 1 };
  const isCount = data.kind === 'histogram';
  const low = minOf(inside.map((mark) => (isCount ? 0 : mark.low)));
  const high = greatest(inside.map((mark) => (isCount ? mark.y : mark.high)));
  if (low > high * farFromZero && low > 0) return high > low ? { from: low, to: high } : { from: 0, to: high };
  // Where all values are 0, the axis is as long as without any.
  return low === 0 && high === 0 ? { from: 0, to: 1 } : { from: Math.min(0, low), to: Math.max(0, high) };
}

function minOf(values: readonly number[]): number {
  return values.reduce((min, value) => Math.min(min, value), Infinity);
}

function greatest(values: readonly number[]): number {
  return values.reduce((max, value) => Math.max(max, value), -Infinity);
}

// The ranges of a chart's axes: over all of its values, hidden series included. Pure.
import type { ChartAxis, ChartSeries, ChartSpec } from './chart-spec';
import type { Range } from './scale';

export interface AxisRanges {
  readonly x: Range;
  readonly y: Range;
  /** Null where no series is on it. */
  readonly right: Range | null;
}

export function axisRanges({ x, y, right, series }: ChartSpec): AxisRanges {
  const [onLeft, onRight] = [
    series.filter((one) => one.axis !== 'right'),
    series.filter((one) => one.axis === 'right'),
  ];
  const hasRows = series.some(({ shape }) => shape === 'spans');
  return {
    x: reached(placeRange(series, x), x),
    y: reached(hasRows ? rowRange(series) : valueRange(onLeft, y), y),
    right: right && onRight.length > 0 ? reached(valueRange(onRight, right), right) : null,
  };
}

const reached = (range: Range, { reach }: ChartAxis): Range =>
  reach === undefined ? range : { from: Math.min(range.from, reach.from), to: Math.max(range.to, reach.to) };

function valueRange(series: readonly ChartSeries[], axis: ChartAxis): Range {
  const values = series.flatMap(({ points, shape }) =>
    points.flatMap(({ y, high, highest, low, lowest }) => {
      if (y === null) return [];
      const ranged =
        shape === 'line' || shape === 'dots' ? [] : [high, highest, low, lowest].filter((value) => value !== undefined);
      return [y, ...ranged];
    }),
  );
  const top = values.reduce((max, value) => Math.max(max, value), -Infinity);
  const bottom = values.reduce((min, value) => Math.min(min, value), Infinity);
  if (values.length === 0) return { from: 0, to: 1 };
  if (axis.scale === 'log') return { from: bottom, to: top };
  if (axis.unit === '%' && top > 50 && top <= 100) return { from: 0, to: 100 };
  return { from: Math.min(0, bottom), to: top > 0 ? top : bottom < 0 ? 0 : 1 };
}

function rowRange(series: readonly ChartSeries[]): Range {
  const top = series.flatMap(({ points }) => points.map(({ y }) => y ?? 0)).reduce((max, y) => Math.max(max, y), 0);
  return { from: -1, to: top + 1 };
}

function placeRange(series: readonly ChartSeries[], axis: ChartAxis): Range {
  const positions = series.flatMap(({ points }) =>
    points.flatMap(({ x, toX }) => (toX === undefined ? [x] : [x, toX])),
  );
  const from = positions.reduce((min, x) => Math.min(min, x), Infinity);
  const to = positions.reduce((max, x) => Math.max(max, x), -Infinity);
  if (positions.length === 0) return { from: 0, to: 1 };
  if (from === to) {
    // Wide enough for ticks that can be read beside a value of any size.
    const margin = Math.max(1, Math.abs(from) / 4);
    return axis.scale === 'log' ? { from: from / 2, to: to * 2 } : { from: from - margin, to: to + margin };
  }
  return { from, to };
}

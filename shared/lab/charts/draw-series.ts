// The marks of one series on given scales. Pure.
import type { ChartPoint, ChartSeries } from './chart-spec';
import type { Scale } from './scale';
import { type Mark, type ScenePoint, seriesInk, seriesStroke } from './scene';

export interface SeriesFrame {
  readonly x: Scale;
  readonly y: Scale;
  /** Pixel of the y axis' zero, or of its lower end. */
  readonly base: number;
  /** Pixel of the lower end of the plot. */
  readonly bottom: number;
  /** Index, number and total width of the columns that share one position. */
  readonly column: { readonly index: number; readonly of: number; readonly width: number };
  /** Number of series; many make each paler. */
  readonly crowd: number;
  /** Whether columns of this chart carry bars of a range. */
  readonly ranges: 'some' | 'none';
}

export function drawSeries(series: ChartSeries, frame: SeriesFrame): readonly Mark[] {
  switch (series.shape) {
    case 'line':
      return drawLine(series, frame);
    case 'area':
      return [...drawArea(series, frame), ...drawLine(series, frame)];
    case 'band':
      return [...drawBand(series, frame), ...drawLine(series, frame)];
    case 'dots':
      return drawDots(series, frame);
    case 'columns':
      return series.points.flatMap((point) => drawColumn(series, point, frame));
    case 'bins':
      return drawBins(series, frame);
    case 'spans':
      return drawSpans(series, frame);
    case 'box':
      return series.points.flatMap((point) => drawBox(series, point, frame));
  }
}

const fewPoints = 40;

function drawLine(series: ChartSeries, { x, y }: SeriesFrame): readonly Mark[] {
  const ink = seriesInk(series.colour);
  const marks: Mark[] = stretches(series.points, x, y).map((points) => ({
    kind: 'line',
    points,
    ink,
    width: 1.75,
    stroke: seriesStroke(series),
  }));
  if (series.points.length > fewPoints) return marks;
  const dots = series.points.flatMap((point): Mark[] =>
    point.y === null
      ? []
      : [{ kind: 'dot', at: [x.position(point.x), y.position(point.y)], radius: 2.5, ink, opacity: 1 }],
  );
  return [...marks, ...dots];
}

/** Segments without a gap. */
function stretches(points: readonly ChartPoint[], x: Scale, y: Scale): ScenePoint[][] {
  const parts: ScenePoint[][] = [[]];
  for (const point of points) {
    if (point.y === null) parts.push([]);
    else parts.at(-1)?.push([x.position(point.x), y.position(point.y)]);
  }
  return parts.filter((part) => part.length > 1);
}

function drawArea(series: ChartSeries, { x, y, base }: SeriesFrame): readonly Mark[] {
  return stretches(series.points, x, y).map((points) => ({
    kind: 'shape',
    points: [[points[0]?.[0] ?? 0, base], ...points, [points.at(-1)?.[0] ?? 0, base]],
    ink: seriesInk(series.colour),
    opacity: 0.14,
  }));
}

function drawBand(series: ChartSeries, { x, y }: SeriesFrame): readonly Mark[] {
  const ink = seriesInk(series.colour);
  const shape = (low: 'low' | 'lowest', high: 'high' | 'highest', opacity: number): Mark[] => {
    const known = series.points.filter((point) => point[low] !== undefined && point[high] !== undefined);
    if (known.length < 2) return [];
    const upper = known.map((point): ScenePoint => [x.position(point.x), y.position(point[high] ?? 0)]);
    const lower = known.map((point): ScenePoint => [x.position(point.x), y.position(point[low] ?? 0)]).reverse();
    return [{ kind: 'shape', points: [...upper, ...lower], ink, opacity }];
  };
  return [...shape('lowest', 'highest', 0.1), ...shape('low', 'high', 0.18)];
}

function drawDots(series: ChartSeries, { x, y, column }: SeriesFrame): readonly Mark[] {
  const ink = seriesInk(series.colour);
  // On categorical and logarithmic axes, dots of several series would hide one another.
  const shift = (column.index - (column.of - 1) / 2) * Math.min(6, column.width / Math.max(1, column.of));
  return series.points.flatMap((point): Mark[] =>
    point.y === null
      ? []
      : [
          {
            kind: 'dot',
            at: [x.position(point.x) + shift, y.position(point.y)],
            radius: 2.25,
            ink,
            opacity: series.points.length > 200 ? 0.45 : 0.8,
          },
        ],
  );
}

function columnEdges(point: ChartPoint, { x, column }: SeriesFrame): { readonly left: number; readonly right: number } {
  const width = column.width / column.of;
  const left = x.position(point.x) - column.width / 2 + column.index * width;
  return { left: left + Math.min(1, width * 0.1), right: left + width - Math.min(1, width * 0.1) };
}

function drawColumn(series: ChartSeries, point: ChartPoint, frame: SeriesFrame): readonly Mark[] {
  if (point.y === null) return [];
  const { y, base } = frame;
  const { left, right } = columnEdges(point, frame);
  const top = y.position(point.y);
  const ink = seriesInk(series.colour);
  const bar = errorBar((left + right) / 2, Math.min(4, (right - left) / 3), point, y);
  const opacity = seriesStroke({ colour: series.colour }) === 'solid' ? 0.85 : 0.45;
  const shape = (points: readonly ScenePoint[], shade: number): Mark => ({
    kind: 'shape',
    points,
    ink,
    opacity: shade,
  });
  const body = rectangle(left, top, right, base);
  if (frame.ranges === 'none') return [shape(body, opacity)];
  // Paler below the error bars and closed by an edge above them, so that the value is read first.
  const [upper, lower] = edgeAt(top, frame);
  return [shape(body, opacity / 2), ...bar, shape(rectangle(left, upper, right, lower), 1)];
}

/** The range of the edge of a column that ends at `top`, limited to the column and the plot. */
function edgeAt(top: number, { base, bottom }: SeriesFrame): readonly [upper: number, lower: number] {
  return top <= base ? [top - 1, Math.min(top + 1.5, base)] : [Math.max(top - 1.5, base), Math.min(top + 1, bottom)];
}

function errorBar(at: number, half: number, { low, high }: ChartPoint, y: Scale): readonly Mark[] {
  if (low === undefined || high === undefined || high === low) return [];
  const stroke = (points: readonly ScenePoint[]): Mark => ({
    kind: 'line',
    points,
    ink: 'text',
    width: 1,
    stroke: 'solid',
  });
  const [bottom, top] = [y.position(low), y.position(high)];
  return [
    stroke([
      [at, bottom],
      [at, top],
    ]),
    stroke([
      [at - half, bottom],
      [at + half, bottom],
    ]),
    stroke([
      [at - half, top],
      [at + half, top],
    ]),
  ];
}

function drawBins(series: ChartSeries, { x, y, base, crowd }: SeriesFrame): readonly Mark[] {
  return series.points.flatMap((point): Mark[] => {
    if (point.y === null || point.y === 0) return [];
    const left = x.position(point.x);
    const right = Math.max(left + 1.5, x.position(point.toX ?? point.x) - 0.5);
    return [
      {
        kind: 'shape',
        points: rectangle(left, y.position(point.y), right, base),
        ink: seriesInk(series.colour),
        opacity: crowd > 2 ? 0.35 : 0.6,
      },
    ];
  });
}

function drawSpans(series: ChartSeries, { x, y }: SeriesFrame): readonly Mark[] {
  const height = Math.abs(y.position(1) - y.position(0));
  const half = Math.max(0.75, Math.min(7, height * 0.36));
  return series.points.flatMap((point): Mark[] => {
    if (point.y === null) return [];
    const at = y.position(point.y);
    const left = x.position(point.x);
    const right = Math.max(left + 1, x.position(point.toX ?? point.x) - 0.75);
    return [
      {
        kind: 'shape',
        points: rectangle(left, at - half, right, at + half),
        ink: seriesInk(series.colour),
        opacity: 0.8,
      },
    ];
  });
}

function drawBox(series: ChartSeries, point: ChartPoint, frame: SeriesFrame): readonly Mark[] {
  const { low, high, lowest, highest } = point;
  if (point.y === null || low === undefined || high === undefined) return [];
  const { y } = frame;
  const { left, right } = columnEdges(point, frame);
  const ink = seriesInk(series.colour);
  const middle = (left + right) / 2;
  const line = (points: readonly ScenePoint[], width: number): Mark => ({
    kind: 'line',
    points,
    ink,
    width,
    stroke: 'solid',
  });
  const box = rectangle(left, y.position(high), right, y.position(low));
  const [top, bottom] = [y.position(highest ?? high), y.position(lowest ?? low)];
  const inset = (right - left) / 4;
  const across = (at: number, from: number, to: number, width: number): Mark =>
    line(
      [
        [from, at],
        [to, at],
      ],
      width,
    );
  const upright = (from: number, to: number): Mark =>
    line(
      [
        [middle, from],
        [middle, to],
      ],
      1,
    );
  return [
    { kind: 'shape', points: box, ink, opacity: 0.2 },
    line([...box, box[0] ?? [left, top]], 1),
    across(y.position(point.y), left, right, 2),
    upright(y.position(high), top),
    upright(y.position(low), bottom),
    across(top, left + inset, right - inset, 1),
    across(bottom, left + inset, right - inset, 1),
  ];
}

function rectangle(left: number, top: number, right: number, bottom: number): readonly ScenePoint[] {
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
}

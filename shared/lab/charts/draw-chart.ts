// Draws a chart of the lab: axes with round ticks, a baseline grid, the series, and the positions where a pointer finds
// values. Pure: takes a description and a size, returns marks.
import { axisRanges } from './axis-ranges';
import type { ChartSeries, ChartSpec } from './chart-spec';
import { drawSeries } from './draw-series';
import { type Scale, scaleOf } from './scale';
import { type HotSpot, type Mark, type Scene, seriesInk, seriesStroke, textSize } from './scene';
import { t } from '../../strings/t';

export interface DrawOptions {
  readonly width: number;
  readonly height: number;
  /** Labels of hidden series; their values still determine the axes. */
  readonly hidden?: ReadonlySet<string>;
}

/** Maximum number of points per series; beyond it an even selection is drawn. */
const maxPoints = 600;
const maxHotSpots = 400;
const characterWidth = 6.2;

/** A turned label is cut off beyond so many characters. */
const maxTurned = 36;
const turnedShare = Math.SQRT1_2;

/**
 * Names of settings are all shown: they are turned where they do not fit beside one another, and the drawing is higher
 * than requested by what they need.
 */
export function drawChart(spec: ChartSpec, options: DrawOptions): Scene {
  const names = spec.x.scale === 'category' ? (spec.x.categories ?? []) : [];
  const longest = Math.min(maxTurned, Math.max(0, ...names.map((name) => name.length)));
  const room = (options.width - 80) / Math.max(1, names.length);
  const fits = names.every((name) => name.length * characterWidth + 8 <= room);
  const depth = fits ? 0 : Math.ceil(longest * characterWidth * turnedShare);
  return drawn(spec, options, depth);
}

/** `depth`: of turned labels below the axis; 0 where none are turned. */
function drawn(spec: ChartSpec, { width, height: requested, hidden = new Set() }: DrawOptions, depth: number): Scene {
  const height = requested + depth;
  const all = spec.series.map(thinned);
  const shown = all.filter(({ label }) => !hidden.has(label));
  const isRight = (series: ChartSeries): boolean => series.axis === 'right';
  const ranges = axisRanges(spec);
  const vertical = { from: height - 40 - depth, to: 24 };
  const ticks = Math.max(2, Math.floor((vertical.from - vertical.to) / 44));
  const rows = spec.series.some(({ shape }) => shape === 'spans');
  const y = scaleOf(spec.y, ranges.y, vertical, ticks);
  const y2 = spec.right && ranges.right ? scaleOf(spec.right, ranges.right, vertical, ticks) : null;
  const labelWidth = (scale: Scale): number =>
    Math.max(...scale.ticks.map(({ text }) => text.length), 1) * characterWidth + 10;
  const plot = {
    left: Math.max(labelWidth(y), depth * 0.75),
    top: vertical.to,
    right: width - (y2 ? labelWidth(y2) : 12),
    bottom: vertical.from,
  };
  const x = scaleOf(
    spec.x,
    ranges.x,
    { from: plot.left + edge(spec), to: plot.right - edge(spec) },
    Math.max(2, Math.floor((plot.right - plot.left) / 90)),
  );

  const columned = shown.filter(({ shape }) => shape === 'columns' || shape === 'box');
  const dotted = shown.filter(({ shape }) => shape === 'dots');
  const columnWidth = widthOfColumns(spec, columned, x, plot);
  const marks = shown.flatMap((series) => {
    const group = columned.includes(series) ? columned : dotted.includes(series) && isCrowded(spec) ? dotted : [series];
    const scale = isRight(series) && y2 ? y2 : y;
    return drawSeries(series, {
      x,
      y: scale,
      base: Math.max(plot.top, Math.min(plot.bottom, scale.position(0))),
      bottom: plot.bottom,
      column: { index: group.indexOf(series), of: group.length, width: columned.includes(series) ? columnWidth : 24 },
      crowd: shown.length,
      ranges: hasBars(spec) ? 'some' : 'none',
    });
  });
  return {
    width,
    height,
    plot,
    marks: [...(rows ? [] : grid(y, plot)), ...axisMarks(spec, { x, y, y2 }, { plot, width, height, depth }), ...marks],
    hotSpots: hotSpotsOf(shown, { x, y, y2 }),
  };
}

const hasBars = ({ series }: ChartSpec): boolean =>
  series.some(({ shape, points }) => shape === 'columns' && points.some(({ low }) => low !== undefined));

/** On categorical and logarithmic axes several dots may share a position. */
const isCrowded = (spec: ChartSpec): boolean => spec.x.scale !== 'linear';

/** Space for labels at the ends of the axis. */
function edge({ x, series }: ChartSpec): number {
  if (x.scale === 'category') return 0;
  return series.some(({ shape }) => shape === 'columns' || shape === 'box')
    ? 18
    : series.some(({ shape }) => shape === 'dots')
      ? 8
      : 4;
}

function widthOfColumns(spec: ChartSpec, columned: readonly ChartSeries[], x: Scale, plot: Scene['plot']): number {
  const positions = [...new Set(columned.flatMap(({ points }) => points.map((point) => x.position(point.x))))].sort(
    (a, b) => a - b,
  );
  const gaps = positions.slice(1).map((position, index) => position - (positions[index] ?? position));
  const narrowest =
    spec.x.scale === 'category'
      ? (plot.right - plot.left) / Math.max(1, spec.x.categories?.length ?? 1)
      : Math.min(...gaps, 48);
  return Math.min(narrowest * 0.72, 44 * Math.max(1, columned.length));
}

function grid(y: Scale, plot: Scene['plot']): readonly Mark[] {
  return y.ticks.map(({ at }) => ({
    kind: 'line',
    points: [
      [plot.left, at],
      [plot.right, at],
    ],
    ink: 'grid',
    width: 1,
    stroke: 'solid',
  }));
}

interface Scales {
  readonly x: Scale;
  readonly y: Scale;
  readonly y2: Scale | null;
}

function axisMarks(
  spec: ChartSpec,
  { x, y, y2 }: Scales,
  { plot, width, height, depth }: Pick<Scene, 'plot' | 'width' | 'height'> & { readonly depth: number },
): readonly Mark[] {
  const text = (at: readonly [number, number], label: string, anchor: 'start' | 'middle' | 'end') =>
    ({
      kind: 'text',
      at,
      text: label,
      ink: 'axis',
      anchor,
    }) as const;
  const middle = textSize / 2 - 1.5;
  const rows = spec.series.some(({ shape }) => shape === 'spans');
  return [
    {
      kind: 'line',
      points: [
        [plot.left, plot.bottom],
        [plot.right, plot.bottom],
      ],
      ink: 'axis',
      width: 1,
      stroke: 'solid',
    },
    ...(rows ? [] : y.ticks.map(({ at, text: label }) => text([plot.left - 6, at + middle], label, 'end'))),
    ...(y2?.ticks ?? []).map(({ at, text: label }) => text([plot.right + 6, at + middle], label, 'start')),
    ...(depth === 0
      ? spaced(x.ticks, width).map(({ at, text: label }) => text([at, plot.bottom + 15], label, 'middle'))
      : x.ticks.map(({ at, text: label }): Mark => ({
          ...text([at + 4, plot.bottom + 12], fitted(label), 'end'),
          isTurned: true,
        }))),
    text([0, 10], y.title, 'start'),
    ...(y2 ? [text([width, 10], y2.title, 'end')] : []),
    text([(plot.left + plot.right) / 2, height - 5], x.title, 'middle'),
  ];
}

const fitted = (label: string): string => (label.length <= maxTurned ? label : `${label.slice(0, maxTurned - 1)}…`);

/** Omits every label that would touch the previous one; labels beyond the drawing are moved into it. */
function spaced(ticks: Scale['ticks'], width: number): Scale['ticks'] {
  let end = -Infinity;
  return ticks.flatMap(({ at, text }) => {
    const half = (text.length * characterWidth) / 2;
    const middle = Math.max(half, Math.min(width - half, at));
    if (middle - half < end + 6) return [];
    end = middle + half;
    return [{ at: middle, text }];
  });
}

function thinned(series: ChartSeries): ChartSeries {
  const { points } = series;
  if (points.length <= maxPoints) return series;
  const every = points.length / maxPoints;
  return {
    ...series,
    points: Array.from({ length: maxPoints }, (_, index) => points[Math.floor(index * every)] ?? { x: 0, y: null }),
  };
}

function hotSpotsOf(series: readonly ChartSeries[], { x, y, y2 }: Scales): readonly HotSpot[] {
  const spots = new Map<number, { title: string; lines: HotSpot['lines'][number][] }>();
  for (const one of series) {
    const scale = one.axis === 'right' && y2 ? y2 : y;
    for (const point of one.points) {
      if (point.y === null) continue;
      const middle = point.toX === undefined ? point.x : (point.x + point.toX) / 2;
      const at = Math.round(x.position(middle));
      const spot = spots.get(at) ?? { title: titleOf(point, x), lines: [] };
      if (spot.lines.length < 8) {
        spot.lines.push({
          label: one.label,
          text: messageOf(one, point, x, scale),
          ink: seriesInk(one.colour),
          stroke: seriesStroke(one),
          y: scale.position(point.y),
        });
      }
      spots.set(at, spot);
    }
  }
  const ordered = [...spots].map(([at, spot]) => ({ x: at, ...spot })).sort((a, b) => a.x - b.x);
  const every = Math.ceil(ordered.length / maxHotSpots);
  return ordered.filter((_, index) => index % every === 0);
}

function titleOf({ x: from, toX }: { readonly x: number; readonly toX?: number }, x: Scale): string {
  return toX === undefined ? x.format(from) : t`${x.format(from)} to ${x.format(toX)}`;
}

function messageOf(series: ChartSeries, point: ChartSeries['points'][number], x: Scale, y: Scale): string {
  if (series.shape === 'spans') return x.format((point.toX ?? point.x) - point.x);
  const value = y.format(point.y ?? Number.NaN);
  const isRanged =
    series.shape !== 'line' && series.shape !== 'dots' && point.low !== undefined && point.high !== undefined;
  return isRanged ? t`${value} (${y.format(point.low ?? 0)} to ${y.format(point.high ?? 0)})` : value;
}

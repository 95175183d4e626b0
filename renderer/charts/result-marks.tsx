// The marks of a result's chart as a few paths per series, on the scales of the surrounding chart.
import type { ChartData, ChartMark } from '@shared/charting/chart-data';
import { usePlotArea, useXAxisScale, useYAxisScale } from 'recharts';
import type { ResultPoint } from './result-points';
import { type Series, lineGaps } from './series';
import { SeriesLine } from './series-line';
import { dotsPath } from './series-path';

export interface ResultMarksProps {
  readonly data: ChartData;
  readonly points: readonly ResultPoint[];
  /** Shown series with their index in the data. */
  readonly series: readonly (Series<string> & { readonly index: number })[];
}

type Scale = (value: number) => number;

/** More bands of extremes than this hide each other. */
const maxBands = 3;
/** Diameters of the dots of cells, by how many values they hold, px. */
const dotSizes = [4, 6, 9, 13] as const;

export function ResultMarks({ data, points, series }: ResultMarksProps) {
  const x = asScale(useXAxisScale());
  const y = asScale(useYAxisScale('left'));
  const area = usePlotArea();
  if (!x || !y || !area) return null;
  return (
    <g>
      {series.map((one) => {
        const placed = points.flatMap((point) =>
          (point.marks[one.index] ?? []).map((mark) => ({ mark, x: x(point.x), y: y(mark.y) })),
        );
        const key = one.key;
        switch (data.kind) {
          case 'histogram':
            return (
              <path
                key={key}
                data-series={one.label}
                d={placed.map(({ mark, y: top }) => binPath(mark, data.xWidth ?? 0, x, top, area)).join('')}
                fill={one.colour}
                fillOpacity={series.length > 1 ? 0.12 : 0.75}
                stroke={one.colour}
                strokeWidth={1.25}
                strokeDasharray={one.dash && lineGaps[one.dash]}
              />
            );
          case 'scatter':
            return (
              <g key={key} data-series={one.label}>
                {dotSizes.map((size, step) => {
                  const own = placed.filter(({ mark }) => sizeStep(mark.count) === step);
                  return own.length === 0 ? null : (
                    <path
                      key={size}
                      d={own.map((point) => dotsPath([point])).join('')}
                      stroke={one.colour}
                      strokeWidth={size}
                      strokeLinecap="round"
                      strokeOpacity={0.7}
                    />
                  );
                })}
              </g>
            );
          case 'line': {
            const starts = gapStarts(placed.map(({ mark }) => mark.x));
            const broken = placed.flatMap((point, index) =>
              starts.has(index) ? [{ x: point.x, y: null }, point] : [point],
            );
            return (
              <g key={key} data-series={one.label}>
                {data.form === 'aggregated' && series.length <= maxBands ? (
                  <path d={bandPaths(placed, starts, y)} fill={one.colour} fillOpacity={0.14} />
                ) : null}
                <SeriesLine points={broken} series={one} dotPx={4} />
              </g>
            );
          }
        }
      })}
    </g>
  );
}

interface PlacedMark {
  readonly mark: ChartMark;
  readonly x: number;
}

/** From the least to the greatest value of each bucket, a shape for each stretch without a gap. */
function bandPaths(placed: readonly PlacedMark[], starts: ReadonlySet<number>, y: Scale): string {
  const cuts = [0, ...starts, placed.length];
  return cuts
    .slice(1)
    .map((end, index) => bandPath(placed.slice(cuts[index], end), y))
    .join('');
}

function bandPath(placed: readonly PlacedMark[], y: Scale): string {
  if (placed.length < 2) return '';
  const upper = placed.map(({ mark, x }) => `${px(x)} ${px(y(mark.high))}`);
  const lower = placed.map(({ mark, x }) => `${px(x)} ${px(y(mark.low))}`).reverse();
  return `M${[...upper, ...lower].join('L')}Z`;
}

interface PlotArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What of a bin the plot shows. */
function binPath(mark: ChartMark, width: number, x: Scale, top: number, area: PlotArea): string {
  const from = Math.max(area.x, x(mark.x));
  const to = Math.min(area.x + area.width, x(mark.x + width));
  if (to <= from) return '';
  const right = Math.max(from + 1.5, to - 0.5);
  const base = area.y + area.height;
  return `M${px(from + 0.5)} ${px(base)}V${px(top)}H${px(right)}V${px(base)}Z`;
}

function sizeStep(count: number): number {
  return Math.min(dotSizes.length - 1, Math.floor(Math.log10(count)));
}

function px(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** Axes are numeric here; the chart's own type allows any. */
function asScale(scale: ((value: unknown) => unknown) | undefined): Scale | null {
  return scale ? (value) => Number(scale(value)) : null;
}

/** A distance this many times the usual one is a gap. */
const gapDistances = 2.5;
/** Distances up to this many times the usual one are even. */
const evenDistances = 1.5;
/** Samples are even when at least this share of the distances is. */
const evenShare = 0.8;
const minDistances = 4;

/**
 * Indexes of the points that start after a gap. Empty if the points are unevenly spaced: then no distance indicates a
 * missing point. @param xs in order
 */
export function gapStarts(xs: readonly number[]): ReadonlySet<number> {
  const distances = xs.slice(1).map((x, index) => x - (xs[index] ?? x));
  const sorted = distances.filter((distance) => distance > 0).sort((left, right) => left - right);
  const typicalDistance = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const even = sorted.filter((distance) => distance <= typicalDistance * evenDistances).length;
  if (sorted.length < minDistances || even < sorted.length * evenShare) return new Set();
  return new Set(
    distances.flatMap((distance, index) => (distance > typicalDistance * gapDistances ? [index + 1] : [])),
  );
}

// All series of a time chart, one path each, on the scales of the surrounding chart. The chart library's own lines
// create a dozen objects per point and frame; four times a second, with hundreds of points, that is noticeable.
import { useActiveTooltipLabel, usePlotArea, useXAxisScale, useYAxisScale } from 'recharts';
import type { Row, Series } from './series';
import { SeriesLine } from './series-line';
import { type PlacedPoint, areaPath, bandPath, strokesPath } from './series-path';

export interface SeriesMarksProps<K extends string> {
  readonly rows: readonly Row<K>[];
  readonly series: readonly Series<K>[];
}

type Scale = (value: number) => number;
/** Two bands over each other still let the lines through. */
const bandOpacity = 0.16;

export function SeriesMarks<K extends string>({ rows, series }: SeriesMarksProps<K>) {
  const x = asScale(useXAxisScale());
  const left = asScale(useYAxisScale('left'));
  const right = asScale(useYAxisScale('right'));
  const area = usePlotArea();
  const activeAtMs = useActiveTooltipLabel();
  // A chart that is laid out behind another tab has no size, and no positions in it.
  if (!x || !left || !area || !(area.width > 0 && area.height > 0)) return null;

  const scaleOf = (one: Series<K>): Scale => (one.axis === 'right' ? (right ?? left) : left);
  const active = rows.find((row) => row.atMs === activeAtMs);
  const bars = series.filter((one) => one.shape === 'bars');
  return (
    <g>
      {series.map((one) =>
        one.shape === 'band' && one.high !== undefined ? (
          <path
            key={one.key}
            d={bandPath(placedBand(rows, one.key, one.high, x, scaleOf(one)))}
            fill={one.colour}
            fillOpacity={bandOpacity}
          />
        ) : null,
      )}
      {series.map((one) => {
        if (one.shape === 'bars' || one.shape === 'band') return null;
        const points = placed(rows, one.key, x, scaleOf(one));
        return (
          <g key={one.key}>
            {one.shape === 'area' ? (
              <path d={areaPath(points, area.y + area.height)} fill={one.colour} fillOpacity={0.12} />
            ) : null}
            <SeriesLine points={points} series={one} dotPx={3.5} />
          </g>
        );
      })}
      {bars.map((one, index) => (
        <path key={one.key} d={stacked(rows, bars, index, x, left)} stroke={one.colour} strokeWidth={3} />
      ))}
      {active
        ? series.map((one) => {
            const value: number | null | undefined = active[one.key];
            if (typeof value !== 'number' || one.shape === 'bars' || one.shape === 'band') return null;
            return <circle key={one.key} cx={x(active.atMs)} cy={scaleOf(one)(value)} r={3} fill={one.colour} />;
          })
        : null}
    </g>
  );
}

function placed<K extends string>(rows: readonly Row<K>[], key: K, x: Scale, y: Scale): readonly PlacedPoint[] {
  return rows.map((row) => {
    return { x: x(row.atMs), y: positionOf(row[key], y) };
  });
}

/** A series that has just appeared is not in the rows yet, which are drawn a moment later than it is listed. */
function positionOf(value: number | null | undefined, y: Scale): number | null {
  return typeof value === 'number' ? y(value) : null;
}

function placedBand<K extends string>(rows: readonly Row<K>[], low: K, high: K, x: Scale, y: Scale) {
  return rows.map((row) => ({ x: x(row.atMs), lowY: positionOf(row[low], y), highY: positionOf(row[high], y) }));
}

/** Counts of one moment are stacked. */
function stacked<K extends string>(
  rows: readonly Row<K>[],
  bars: readonly Series<K>[],
  index: number,
  x: Scale,
  y: Scale,
): string {
  const below = bars.slice(0, index);
  const key = bars[index]?.key;
  if (key === undefined) return '';
  return strokesPath(
    rows.map((row) => {
      const start = below.reduce((sum, one) => sum + (row[one.key] ?? 0), 0);
      return { x: x(row.atMs), fromY: y(start), toY: y(start + (row[key] ?? 0)) };
    }),
  );
}

/** Axes are numeric here; the chart's own type allows any. */
function asScale(scale: ((value: unknown) => unknown) | undefined): Scale | null {
  return scale ? (value) => Number(scale(value)) : null;
}

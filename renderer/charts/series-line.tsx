// The line of one series: its segments, and a dot for a value between two gaps.
import { type Series, lineGaps } from './series';
import { type PlacedPoint, dotsPath, linePath, stepsPath } from './series-path';

export interface SeriesLineProps {
  readonly points: readonly PlacedPoint[];
  readonly series: Pick<Series<string>, 'colour' | 'dash' | 'shape'>;
  /** Diameter of the dot of an isolated value. */
  readonly dotPx: number;
}

export function SeriesLine({ points, series: { colour, dash, shape }, dotPx }: SeriesLineProps) {
  return (
    <>
      <path
        d={shape === 'steps' ? stepsPath(points) : linePath(points)}
        fill="none"
        stroke={colour}
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeDasharray={dash && lineGaps[dash]}
      />
      <path d={dotsPath(points)} fill="none" stroke={colour} strokeWidth={dotPx} strokeLinecap="round" />
    </>
  );
}

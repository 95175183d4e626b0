// A series as the outline of one SVG path: straight segments, a break at every gap, a dot for an isolated value. Pure:
// positions come from the chart's scales.

export interface PlacedPoint {
  /** Pixels. */
  readonly x: number;
  /** Pixels; null where nothing was measured. */
  readonly y: number | null;
}

export function linePath(points: readonly PlacedPoint[]): string {
  return runsOf(points)
    .filter((run) => run.length > 1)
    .map((run) => `M${run.map(at).join('L')}`)
    .join('');
}

/** For values that are set and not measured: level from value to value, vertical where it changed. */
export function stepsPath(points: readonly PlacedPoint[]): string {
  return runsOf(points)
    .filter((run) => run.length > 1)
    .map(([first, ...rest]) => `M${at(first)}${rest.map(({ x, y }) => `H${px(x)}V${px(y)}`).join('')}`)
    .join('');
}

/** Values between two gaps, as segments of no length: a round line cap shows them as dots. */
export function dotsPath(points: readonly PlacedPoint[]): string {
  return runsOf(points)
    .filter((run) => run.length === 1)
    .map((run) => `M${at(run[0])}h0`)
    .join('');
}

/** The same outline closed along the base line, one closed shape a run. */
export function areaPath(points: readonly PlacedPoint[], baseY: number): string {
  return runsOf(points)
    .filter((run) => run.length > 1)
    .map(
      (run) => `M${px(run[0]?.x ?? 0)} ${px(baseY)}L${run.map(at).join('L')}L${px(run.at(-1)?.x ?? 0)} ${px(baseY)}Z`,
    )
    .join('');
}

/** A point of a band, in pixels; null edges where nothing was measured. */
export interface PlacedBand {
  readonly x: number;
  readonly lowY: number | null;
  readonly highY: number | null;
}

/** Filled between two edges: along the upper one, back along the lower; a run of one draws nothing. */
export function bandPath(points: readonly PlacedBand[]): string {
  const upper = runsOf(points.map(({ x, highY, lowY }) => ({ x, y: lowY === null ? null : highY })));
  const lower = runsOf(points.map(({ x, highY, lowY }) => ({ x, y: highY === null ? null : lowY })));
  return upper
    .map((run, index) => ({ run, back: [...(lower[index] ?? [])].reverse() }))
    .filter(({ run }) => run.length > 1)
    .map(({ run, back }) => `M${[...run, ...back].map(at).join('L')}Z`)
    .join('');
}

/** Upright strokes from `fromY`; heights of zero draw nothing. */
export function strokesPath(
  strokes: readonly { readonly x: number; readonly fromY: number; readonly toY: number }[],
): string {
  return strokes
    .filter((stroke) => stroke.fromY !== stroke.toY)
    .map((stroke) => `M${px(stroke.x)} ${px(stroke.fromY)}V${px(stroke.toY)}`)
    .join('');
}

interface MeasuredPoint {
  readonly x: number;
  readonly y: number;
}

function runsOf(points: readonly PlacedPoint[]): readonly (readonly MeasuredPoint[])[] {
  const runs: MeasuredPoint[][] = [];
  let run: MeasuredPoint[] | null = null;
  for (const { x, y } of points) {
    if (y === null) {
      run = null;
      continue;
    }
    if (!run) {
      run = [];
      runs.push(run);
    }
    run.push({ x, y });
  }
  return runs;
}

function at(point: MeasuredPoint | undefined): string {
  return point ? `${px(point.x)} ${px(point.y)}` : '';
}

function px(value: number): string {
  return String(Math.round(value * 10) / 10);
}

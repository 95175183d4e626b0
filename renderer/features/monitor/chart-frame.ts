// What the charts show at one moment, and whether a later moment would look the same, so that it need not be drawn.
// Pure.
import type { Row } from '@renderer/charts/series';
import type { ChartClock } from '@renderer/charts/time-chart';
import type { Panel } from './panels';

/** What all charts show at one moment. */
export interface ChartFrame {
  readonly points: readonly Row<string>[];
  readonly windowMs: number;
  readonly endMs: number;
  /** What a point stands for. */
  readonly stepMs: number;
  /** Times of day on the axis, where the chart does not end now. */
  readonly clock: ChartClock | null;
  /** `held` by a person, who reads the newest of it. */
  readonly flow: 'live' | 'held';
}

/** A chart is about as wide; what moves by less than one is not seen. */
const chartPx = 600;
/** A chart of nothing looks the same a moment later; it moves on as often as this. */
const flatForMs = 1_000;

/** What is drawn against a clock changes by what is asked for, and is never taken for the same; nor is what is held. */
export function isStill(shown: ChartFrame, next: ChartFrame, series: Panel['series']): boolean {
  if (next.flow === 'held') return false;
  if (shown.clock !== null || next.clock !== null || shown.windowMs !== next.windowMs) return false;
  const movedMs = next.endMs - shown.endMs;
  if (movedMs <= 0) return false;
  if (movedMs < next.windowMs / chartPx) return true;
  return movedMs < flatForMs && isFlat(shown, series) && isFlat(next, series);
}

/** Nothing but zeros and gaps. */
function isFlat({ points }: ChartFrame, series: Panel['series']): boolean {
  return points.every((point) => series.every(({ key, high }) => !point[key] && (high === undefined || !point[high])));
}

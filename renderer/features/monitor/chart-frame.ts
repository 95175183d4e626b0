// The charts at one moment, and whether a later moment would look the same, so that they need not be redrawn. Pure.
import type { Row } from '@renderer/charts/series';
import type { ChartClock } from '@renderer/charts/time-chart';
import type { Panel } from './panels';

/** What all charts show at one moment. */
export interface ChartFrame {
  readonly points: readonly Row<string>[];
  readonly windowMs: number;
  readonly endMs: number;
  /** What a point represents. */
  readonly stepMs: number;
  /** Times of day on the axis, where the chart does not end now. */
  readonly clock: ChartClock | null;
  /** `held` by the user, who reads its newest point. */
  readonly flow: 'live' | 'held';
}

/** A chart is about as wide; what moves by less than one is not seen. */
const chartPx = 600;
/** An empty chart looks the same a moment later; it advances at this interval. */
const flatForMs = 1_000;

/** A chart over a fixed range changes with the request, and is never considered unchanged; nor is a held one. */
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

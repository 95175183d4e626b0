// Says how long a step of a chart is. Pure.
import { formatDuration, formatSeconds } from '@shared/units';

/** `0.25 s`, `1 min`: exact, since steps are compared. */
export function stepText(stepMs: number): string {
  return stepMs < 10_000 ? formatSeconds(stepMs) : formatDuration(stepMs);
}

// Formats the times of a partition heat map as precisely as its steps. Pure.
import { formatDay, formatMoment, formatTime } from '../strings/moments';
import type { PartitionHeat } from '../model/monitor';

/** How moments of these steps are written, in UTC. */
export function heatTimes({
  stepMs,
  stepsAtMs,
}: Pick<PartitionHeat, 'stepMs' | 'stepsAtMs'>): (atMs: number) => string {
  const to = stepMs >= 60_000 ? 'minute' : 'second';
  const [first = 0] = stepsAtMs;
  const isOneDay = formatDay(first - stepMs, 'utc') === formatDay(stepsAtMs.at(-1) ?? 0, 'utc');
  return (atMs) => (isOneDay ? formatTime(atMs, 'utc', to) : formatMoment(atMs, 'utc', to));
}

// Time since a start on the axis of a chart: round marks of clock time, and their labels.
import { formatDuration, formatSeconds, formatWholeSeconds } from '@shared/units';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const stepsMs = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * secondMs),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 6, 12, 24].map((hours) => hours * hourMs),
];

/** All round moments from `fromMs` to `toMs`, one more than `intervals` at most. */
export function durationTicks(fromMs: number, toMs: number, intervals: number): readonly number[] {
  const roughMs = (toMs - fromMs) / intervals;
  const stepMs = stepsMs.find((step) => step >= roughMs) ?? Math.ceil(roughMs / (24 * hourMs)) * 24 * hourMs;
  const first = Math.ceil(fromMs / stepMs);
  const count = Math.max(0, Math.floor(toMs / stepMs) - first + 1);
  return Array.from({ length: count }, (_, index) => (first + index) * stepMs);
}

/**
 * The labels of the marks of one axis, fractions of a second all in one unit: `0 ms`, `200 ms`; `0 s`, `0.5 s`, `1 s`;
 * `0 s`, `30 s`, `1 min`.
 */
export function durationTickTexts(ticksMs: readonly number[]): (atMs: number) => string {
  const maxMs = Math.max(0, ...ticksMs);
  if (maxMs < secondMs && maxMs > 0) return formatDuration;
  return ticksMs.every((tick) => tick % secondMs === 0) ? formatWholeSeconds : formatSeconds;
}

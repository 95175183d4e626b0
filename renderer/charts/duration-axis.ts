// Time since a start on the axis of a chart: round marks as a clock counts, and their words.
import { formatDuration, formatWholeSeconds } from '@shared/units';

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

/** `0 s`, `500 ms`, `1.5 s`, `5 s`, `2 min`: as a duration is written, without a tenth that is none. */
export function durationTickText(atMs: number): string {
  return atMs % secondMs === 0 ? formatWholeSeconds(atMs) : formatDuration(atMs);
}

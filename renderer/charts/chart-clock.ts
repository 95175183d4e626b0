// Times of day for the axis of a chart: round marks in the chosen zone, the date where a day begins.
import { t } from '@shared/strings/t';
import type { ChartClock } from './time-chart';
import { type TimeZone, momentText, ticksFromMs } from '@shared/query/ticks';

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;
const secondSteps = [1, 5, 10, 30].map((each) => each * 1000);
const minuteSteps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 10_080, 43_200, 86_400, 259_200].map(
  (each) => each * minuteMs,
);
const yearSteps = [1, 2, 5, 10, 50, 100, 1000].map((each) => each * 365 * dayMs);
const steps = [...secondSteps, ...minuteSteps, ...yearSteps];
const mostMarks = 6;

export function chartClock(fromMs: number, toMs: number, zone: TimeZone): ChartClock {
  const stepMs = steps.find((step) => (toMs - fromMs) / step <= mostMarks) ?? steps.at(-1) ?? dayMs;
  const shiftMs = zone === 'utc' ? 0 : new Date(fromMs).getTimezoneOffset() * minuteMs;
  const first = Math.ceil((fromMs - shiftMs) / stepMs) * stepMs + shiftMs;
  const count = Math.max(0, Math.floor((toMs - first) / stepMs) + 1);
  const text = (atMs: number): string => momentText(ticksFromMs(atMs), zone);
  return {
    ticksMs: Array.from({ length: count }, (_, index) => first + index * stepMs),
    tickText: (atMs) => {
      const [day = '', time = ''] = text(atMs).split(' ');
      if (stepMs > 180 * dayMs) return day;
      return time.startsWith('00:00:00') ? day.slice(5) : time.slice(0, stepMs < minuteMs ? 8 : 5);
    },
    momentText: (atMs) => `${text(atMs)} ${zone === 'utc' ? t`UTC` : t`local`}`,
  };
}

// Time of day on the axis of a chart: round ticks in the chosen time zone, with the date where a day begins.
import { t } from '@shared/strings/t';
import type { ChartClock } from './time-chart';
import { type CalendarStep, calendarMarks, dayMs, weekDays } from './calendar-marks';
import { type TimeZone, momentText, ticksFromMs } from '@shared/query/ticks';

const minuteMs = 60_000;
const secondSteps = [1, 5, 10, 30].map((each) => each * 1000);
const minuteSteps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720].map((each) => each * minuteMs);
const clockSteps = [...secondSteps, ...minuteSteps];
const daySteps = [1, 2, weekDays].map((count): CalendarStep => ({ unit: 'day', count }));
const monthSteps = [1, 2, 3, 6, 12, 24, 60, 120, 600, 1200, 12_000].map((count): CalendarStep => ({
  unit: 'month',
  count,
}));
const calendarSteps = [...daySteps, ...monthSteps];
const longestStep: CalendarStep = { unit: 'month', count: 12_000 };
const monthMs = 30 * dayMs;
const maxMarks = 6;

export function chartClock(fromMs: number, toMs: number, zone: TimeZone): ChartClock {
  const text = (atMs: number): string => momentText(ticksFromMs(atMs), zone);
  const momentOf = (atMs: number): string => `${text(atMs)} ${zone === 'utc' ? t`UTC` : t`local`}`;
  const fits = (stepMs: number): boolean => (toMs - fromMs) / stepMs <= maxMarks;
  const stepMs = clockSteps.find(fits);
  if (stepMs === undefined) {
    const step = calendarSteps.find(({ unit, count }) => fits(count * (unit === 'day' ? dayMs : monthMs)));
    return {
      ticksMs: calendarMarks(fromMs, toMs, step ?? longestStep, zone),
      tickText: (atMs) => dateText(text(atMs), step ?? longestStep),
      momentText: momentOf,
    };
  }
  const shiftMs = zone === 'utc' ? 0 : new Date(fromMs).getTimezoneOffset() * minuteMs;
  const first = Math.ceil((fromMs - shiftMs) / stepMs) * stepMs + shiftMs;
  const count = Math.max(0, Math.floor((toMs - first) / stepMs) + 1);
  return {
    ticksMs: Array.from({ length: count }, (_, index) => first + index * stepMs),
    tickText: (atMs) => {
      const [day = '', time = ''] = text(atMs).split(' ');
      return time.startsWith('00:00:00') ? day.slice(5) : time.slice(0, stepMs < minuteMs ? 8 : 5);
    },
    momentText: momentOf,
  };
}

/** Of `2026-10-14 00:00:00` what the step leaves open: `10-14`, `2026-10` or `2026`. */
function dateText(moment: string, { unit, count }: CalendarStep): string {
  if (unit === 'day') return moment.slice(5, 10);
  return moment.slice(0, count < 12 ? 7 : 4);
}

// Describes a pace in a sentence: `Mon–Fri 08–18: 20 Mbit/s (2.4 MiB/s), otherwise full speed`.
// Pure.
import type { HourPace, Pace, Timetable } from '../model/transfer-pace';
import { formatNumber } from '../strings/numbers';
import { t } from '../strings/t';
import { formatRate } from '../units';
import { weekdayNames } from './pace-at';

/** Rates as internet contracts name them: `20 Mbit/s`, `0.5 Mbit/s`. */
function lineRate(bytesPerSecond: number): string {
  const megabits = (bytesPerSecond * 8) / 1e6;
  const figure = formatNumber(megabits, { max: megabits < 10 ? 2 : 0 });
  return t`${figure} Mbit/s`;
}

export function hourText(hour: HourPace): string {
  if (hour === 'full') return t`full speed`;
  return hour === 'pause' ? t`paused` : lineRate(hour);
}

export function paceText(pace: Pace): string {
  if (pace.kind === 'full') return t`Full speed`;
  if (pace.kind === 'limit') return t`Up to ${inBothUnits(pace.bytesPerSecond)}`;
  return timetableText(pace.hours);
}

/** The most frequent hour becomes the "otherwise"; the rest is listed by days and hours. */
export function timetableText(hours: Timetable): string {
  const basePace = commonest(hours);
  const pieces = spansOf(hours, basePace).map(({ days, from, to, hour }) => {
    const times = from === 0 && to === 24 ? '' : ` ${clock(from)}–${clock(to)}`;
    return `${daysText(days)}${times}: ${textInBoth(hour)}`;
  });
  if (pieces.length === 0) return t`Always ${textInBoth(basePace)}`;
  return t`${pieces.join('; ')}, otherwise ${textInBoth(basePace)}`;
}

function textInBoth(hour: HourPace): string {
  return typeof hour === 'number' ? inBothUnits(hour) : hourText(hour);
}

/** Also in the unit of the speeds that are measured: `20 Mbit/s (2.4 MiB/s)`. */
function inBothUnits(bytesPerSecond: number): string {
  return `${lineRate(bytesPerSecond)} (${formatRate(bytesPerSecond)})`;
}

interface Span {
  readonly days: readonly number[];
  readonly from: number;
  /** 24 for midnight. */
  readonly to: number;
  readonly hour: HourPace;
}

// Runs of equal hours in each day; the same run on several days is listed once.
function spansOf(hours: Timetable, basePace: HourPace): readonly Span[] {
  const days = new Map<string, { days: number[]; from: number; to: number; hour: HourPace }>();
  for (let day = 0; day < 7; day += 1) {
    for (let from = 0; from < 24;) {
      const hour = hours[day * 24 + from] ?? basePace;
      let to = from + 1;
      while (to < 24 && hours[day * 24 + to] === hour) to += 1;
      if (hour !== basePace) {
        const key = `${from} ${to} ${hour}`;
        const span = days.get(key) ?? { days: [], from, to, hour };
        span.days.push(day);
        days.set(key, span);
      }
      from = to;
    }
  }
  return [...days.values()];
}

function commonest(hours: Timetable): HourPace {
  const counts = new Map<HourPace, number>();
  for (const hour of hours) counts.set(hour, (counts.get(hour) ?? 0) + 1);
  return [...counts].reduce<[HourPace, number]>((best, one) => (one[1] > best[1] ? one : best), ['full', 0])[0];
}

/** `Mon–Fri`, `Sat, Sun`, `Mon, Wed–Fri`; empty for every day. */
function daysText(days: readonly number[]): string {
  if (days.length === 7) return t`Every day`;
  const runs: [number, number][] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last !== undefined && day === last[1] + 1) last[1] = day;
    else runs.push([day, day]);
  }
  return runs
    .map(([from, to]) => {
      const [first, last] = [weekdayNames[from] ?? '', weekdayNames[to] ?? ''];
      if (from === to) return first;
      return `${first}${to === from + 1 ? ', ' : '–'}${last}`;
    })
    .join(', ');
}

function clock(hour: number): string {
  return String(hour).padStart(2, '0');
}

// Describes a pace in a sentence: `Mon–Fri 08–18: 20 Mbit/s (2.4 MiB/s), otherwise full speed`.
// Pure.
import type { HourPace, Pace, Timetable } from '../model/transfer-pace';
import { formatNumber } from '../formats/numbers';
import { t } from '../strings/t';
import { formatRate } from '../units';
import { weekdayNames } from './pace-at';

/** Rates as internet contracts name them: `20 Mbit/s`, `0.5 Mbit/s`. */
function lineRate(bytesPerSecond: number): string {
  const megabits = (bytesPerSecond * 8) / 1e6;
  const figure = formatNumber(megabits, { most: megabits < 10 ? 2 : 0 });
  return t`${figure} Mbit/s`;
}

export function hourWords(hour: HourPace): string {
  if (hour === 'full') return t`full speed`;
  return hour === 'pause' ? t`paused` : lineRate(hour);
}

export function paceWords(pace: Pace): string {
  if (pace.kind === 'full') return t`Full speed`;
  if (pace.kind === 'limit') return t`At most ${inBothUnits(pace.bytesPerSecond)}`;
  return timetableWords(pace.hours);
}

/** The most frequent hour becomes the "otherwise"; the rest is listed by days and hours. */
export function timetableWords(hours: Timetable): string {
  const usual = commonest(hours);
  const pieces = spansOf(hours, usual).map(({ days, from, to, hour }) => {
    const times = from === 0 && to === 24 ? '' : ` ${clock(from)}–${clock(to)}`;
    return `${daysWords(days)}${times}: ${wordsInBoth(hour)}`;
  });
  if (pieces.length === 0) return t`Always ${wordsInBoth(usual)}`;
  return t`${pieces.join('; ')}, otherwise ${wordsInBoth(usual)}`;
}

function wordsInBoth(hour: HourPace): string {
  return typeof hour === 'number' ? inBothUnits(hour) : hourWords(hour);
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
function spansOf(hours: Timetable, usual: HourPace): readonly Span[] {
  const days = new Map<string, { days: number[]; from: number; to: number; hour: HourPace }>();
  for (let day = 0; day < 7; day += 1) {
    for (let from = 0; from < 24;) {
      const hour = hours[day * 24 + from] ?? usual;
      let to = from + 1;
      while (to < 24 && hours[day * 24 + to] === hour) to += 1;
      if (hour !== usual) {
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
  return [...counts].reduce<[HourPace, number]>((most, one) => (one[1] > most[1] ? one : most), ['full', 0])[0];
}

/** `Mon–Fri`, `Sat, Sun`, `Mon, Wed–Fri`; empty for every day. */
function daysWords(days: readonly number[]): string {
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

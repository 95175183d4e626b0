// Marks of a time axis at calendar boundaries: days, weeks from Monday, months and years.
import type { TimeZone } from '@shared/query/ticks';

export interface CalendarStep {
  readonly unit: 'day' | 'month';
  readonly count: number;
}

export const dayMs = 86_400_000;
export const weekDays = 7;
/** Day 0 of 1970 was a Thursday. */
const firstMonday = 4;
const yearMonths = 12;
const epochYear = 1970;
const epochMonth = epochYear * yearMonths;

/**
 * All of them from `fromMs` to `toMs`; in a local zone each is computed separately, since its days differ in length.
 */
export function calendarMarks(fromMs: number, toMs: number, step: CalendarStep, zone: TimeZone): readonly number[] {
  const phase = step.unit === 'day' && step.count === weekDays ? firstMonday : 0;
  const marks: number[] = [];
  const first = Math.floor((numberOf(fromMs, step.unit, zone) - phase) / step.count) * step.count + phase;
  for (let number = first; ; number += step.count) {
    const atMs = beginning(number, step.unit, zone);
    if (atMs > toMs || Number.isNaN(atMs)) return marks;
    if (atMs >= fromMs) marks.push(atMs);
  }
}

/** Days since 1970, or months since the year 0, so that decades and centuries are round. */
function numberOf(atMs: number, unit: CalendarStep['unit'], zone: TimeZone): number {
  const date = new Date(atMs);
  const [year, month, day] =
    zone === 'utc'
      ? [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
      : [date.getFullYear(), date.getMonth(), date.getDate()];
  return unit === 'month' ? year * yearMonths + month : Math.floor(Date.UTC(year, month, day) / dayMs);
}

function beginning(number: number, unit: CalendarStep['unit'], zone: TimeZone): number {
  const [month, day] = unit === 'month' ? [number - epochMonth, 1] : [0, number + 1];
  return zone === 'utc' ? Date.UTC(epochYear, month, day) : new Date(epochYear, month, day).getTime();
}

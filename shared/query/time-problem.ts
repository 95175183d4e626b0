// Why the service does not accept a text that resembles a time, and what to write instead.
import { t } from '../strings/t';

const nearlyTime =
  /^(\d{1,6})-(\d{1,2})-(\d{1,2})(?:[T ]\s*(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d+))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i;

/**
 * Half a sentence, such as `names a day that does not exist: 2026-02 has 28 days`. Null for text that does not resemble
 * a time, and for valid times: from 1601 to 9999, with up to seven decimals, with or without an offset.
 */
export function timeProblem(text: string): string | null {
  const parts = nearlyTime.exec(text.trim());
  if (parts === null) return null;
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00', fraction = ''] = parts;
  if (year.length < 4) return t`needs a year of four digits, such as 2026`;
  if (Number(year) < 1601 || Number(year) > 9999) {
    return t`is outside the times that a table stores: 1601-01-01 to 9999-12-31`;
  }
  const monthText = `${year}-${twoDigits(month)}`;
  if (month.length < 2 || day.length < 2) {
    return t`needs two digits for the month and for the day: ${`${monthText}-${twoDigits(day)}`}`;
  }
  if (Number(month) < 1 || Number(month) > 12) {
    return t`names a month that does not exist: ${month}. Months are 01 to 12, between the year and the day`;
  }
  const days = daysIn(Number(year), Number(month));
  if (Number(day) < 1 || Number(day) > days) {
    return t`names a day that does not exist: ${monthText} has ${days} days`;
  }
  if (hour.length < 2 || minute.length < 2 || second.length < 2) {
    return t`needs two digits for each part of the time of day: ${[hour, minute, second].map(twoDigits).join(':')}`;
  }
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) {
    return t`names a time of day that does not exist: they go from 00:00:00 to 23:59:59`;
  }
  if (fraction.length > 7) return t`has ${fraction.length} decimals of a second; a table stores seven at most`;
  return null;
}

/**
 * Half a sentence about a text that is not a valid wire text: as `timeProblem`, and for a valid time in another
 * notation, what is missing.
 */
export function wireTimeProblem(text: string): string {
  const problem = timeProblem(text);
  if (problem !== null) return problem;
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return t`has no time of day: for its start write ${`${text}T00:00:00Z`}`;
  return t`is not a UTC time such as 2024-05-01T08:30:00.1234567Z`;
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

function twoDigits(part: string): string {
  return part.padStart(2, '0');
}

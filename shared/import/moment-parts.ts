// Splits the times of an input into parts for key expressions.
import { maximumTicks, msFromTicks, parseMoment, ticksPerSecond } from '../query/ticks';

export { maximumTicks };

/** Parses a time to ticks, without an offset as UTC, also `20240501`; null for anything else. */
export function parseMomentLoose(text: string): bigint | null {
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text.trim());
  return parseMoment(compact === null ? text : `${compact[1]}-${compact[2]}-${compact[3]}`, 'utc');
}

/** Each field of a date pattern as text, in UTC. */
export function calendarPartsOf(ticks: bigint): Readonly<Record<string, string>> {
  const iso = new Date(msFromTicks(ticks)).toISOString();
  const fraction = (ticks % ticksPerSecond).toString().padStart(7, '0');
  return {
    yyyy: iso.slice(0, 4),
    yy: iso.slice(2, 4),
    MM: iso.slice(5, 7),
    dd: iso.slice(8, 10),
    HH: iso.slice(11, 13),
    mm: iso.slice(14, 16),
    ss: iso.slice(17, 19),
    fff: fraction.slice(0, 3),
    fffffff: fraction,
  };
}

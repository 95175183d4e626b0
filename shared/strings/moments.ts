// Dates and times in the chosen format. Values that are copied or sent are ISO text and never come from here.
import { asOne } from './t';
import { currentFormats } from './formats';
import { decimalSign } from './numbers';

export type Zone = 'utc' | 'local';

/** Precision of a time; `tenth` and `millisecond` are fractions of the second. */
export type Fineness = 'minute' | 'second' | 'tenth' | 'millisecond';

/** `2026-11-21`, or as the region writes it: `21.11.2026`. */
export function formatDay(atMs: number, zone: Zone): string {
  return currentFormats().timeForm === 'iso' ? isoText(atMs, zone).slice(0, 10) : inRegion(atMs, zone, dayParts);
}

/** `17:04:50`, or as the region writes it: `5:04:50 PM`. */
export function formatTime(atMs: number, zone: Zone, to: Fineness): string {
  if (currentFormats().timeForm === 'iso') return isoText(atMs, zone).slice(11, isoEnd[to]);
  return inRegion(atMs, zone, timeParts[to]);
}

/** Day and time: `2026-11-21 17:04:50`. */
export function formatMoment(atMs: number, zone: Zone, to: Fineness): string {
  return asOne(
    currentFormats().timeForm === 'iso'
      ? `${formatDay(atMs, zone)} ${formatTime(atMs, zone, to)}`
      : inRegion(atMs, zone, { ...dayParts, ...timeParts[to] }),
  );
}

/** In the region's format, with all decimals of its second. */
export function formatExactInRegion(atMs: number, zone: Zone, decimals: string): string {
  const parts = regionFormatter(zone, { ...dayParts, ...toSecond }).formatToParts(atMs);
  const after = decimals === '' ? '' : `${decimalSign()}${decimals}`;
  return parts.map(({ type, value }) => (type === 'second' ? `${value}${after}` : value)).join('');
}

/** Short name of the day of the week, in the language of the region. */
export function formatWeekday(atMs: number, zone: Zone): string {
  return inRegion(atMs, zone, { weekday: 'short' });
}

const dayParts: Intl.DateTimeFormatOptions = { year: 'numeric', month: '2-digit', day: '2-digit' };
const toMinute: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };
const toSecond: Intl.DateTimeFormatOptions = { ...toMinute, second: '2-digit' };
const timeParts: Readonly<Record<Fineness, Intl.DateTimeFormatOptions>> = {
  minute: toMinute,
  second: toSecond,
  tenth: { ...toSecond, fractionalSecondDigits: 1 },
  millisecond: { ...toSecond, fractionalSecondDigits: 3 },
};
/** Where a time of this precision ends in ISO text. */
const isoEnd: Readonly<Record<Fineness, number>> = { minute: 16, second: 19, tenth: 21, millisecond: 23 };

function isoText(atMs: number, zone: Zone): string {
  const shiftMs = zone === 'utc' ? 0 : new Date(atMs).getTimezoneOffset() * 60_000;
  return new Date(atMs - shiftMs).toISOString();
}

// Creating a formatter takes much longer than using it.
const formatters = new Map<string, Intl.DateTimeFormat>();

function inRegion(atMs: number, zone: Zone, options: Intl.DateTimeFormatOptions): string {
  return regionFormatter(zone, options).format(atMs);
}

function regionFormatter(zone: Zone, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const { locale } = currentFormats();
  const key = `${locale} ${zone} ${JSON.stringify(options)}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const inZone = zone === 'utc' ? { timeZone: 'UTC' } : {};
  const made = new Intl.DateTimeFormat(locale, { ...options, ...inZone, numberingSystem: 'latn' });
  formatters.set(key, made);
  return made;
}

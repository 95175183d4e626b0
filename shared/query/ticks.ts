// Moments in .NET ticks: 100 ns units since 0001-01-01 UTC, the form in which keys carry time. Parses the user's input.

/** The last tick of the year 9999, .NET's `DateTime.MaxValue`. */
export const maximumTicks = 3_155_378_975_999_999_999n;
const unixEpochTicks = 621_355_968_000_000_000n;
export const ticksPerSecond = 10_000_000n;

/** How a time without an offset is interpreted. */
export type TimeZone = 'utc' | 'local';

/** @param atMs milliseconds since 1970, whole or not */
export function ticksFromMs(atMs: number): bigint {
  return BigInt(Math.floor(atMs)) * 10_000n + unixEpochTicks;
}

/** Milliseconds since 1970, rounded down. */
export function msFromTicks(ticks: bigint): number {
  const sinceEpoch = ticks - unixEpochTicks;
  const whole = sinceEpoch / 10_000n;
  return Number(sinceEpoch % 10_000n < 0n ? whole - 1n : whole);
}

const typed =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\s*(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,7}))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i;
const bareTicks = /^\d{18,19}$/;

/**
 * Ticks of a typed moment: `2026-10-14`, `2026-10-14 02:00`, ISO 8601 with up to seven decimals and an offset, or
 * ticks as they stand in keys (18 digits, or 19 filled up). Null where the text is no moment between the years 1 and
 * 9999. An offset in the text wins over `zone`.
 */
export function parseMoment(text: string, zone: TimeZone): bigint | null {
  const trimmed = text.trim();
  if (bareTicks.test(trimmed)) {
    const ticks = BigInt(trimmed);
    return ticks <= maximumTicks ? ticks : null;
  }
  const match = typed.exec(trimmed);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction, offset] = match;
  const number = (part: string | undefined): number => Number(part ?? 0);
  const fields: Fields = [number(year), number(month), number(day), number(hour), number(minute), number(second)];
  if (!isCalendarTime(fields)) return null;
  const atMs = offset === undefined && zone === 'local' ? localMs(fields) : utcMs(fields) - offsetMs(offset);
  const ticks = ticksFromMs(atMs) + BigInt((fraction ?? '').padEnd(7, '0'));
  return ticks >= 0n && ticks <= maximumTicks ? ticks : null;
}

/** `2026-10-14 02:00:00`, with as many decimals as there are; read back by `parseMoment` in the same zone. */
export function momentText(ticks: bigint, zone: TimeZone): string {
  const atMs = msFromTicks(ticks);
  const date = new Date(atMs);
  const fields =
    zone === 'utc'
      ? [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()]
      : [date.getHours(), date.getMinutes(), date.getSeconds()];
  const decimals = (ticks % ticksPerSecond).toString().padStart(7, '0').replace(/0+$/, '');
  const time = fields.map((part) => String(part).padStart(2, '0')).join(':');
  return `${calendarText(calendarDay(ticks, zone))} ${time}${decimals === '' ? '' : `.${decimals}`}`;
}

export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The day on which a moment falls. */
export function calendarDay(ticks: bigint, zone: TimeZone): CalendarDay {
  const date = new Date(msFromTicks(ticks));
  return zone === 'utc'
    ? { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
    : { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() };
}

/** `2026-10-14`. */
export function calendarText({ year, month, day }: CalendarDay): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

type Fields = readonly [year: number, month: number, day: number, hour: number, minute: number, second: number];

function isCalendarTime([year, month, day, hour, minute, second]: Fields): boolean {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isDay = year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isDay && hour < 24 && minute < 60 && second < 60;
}

// `Date.UTC` and the constructor take years below 100 as 19xx; the setters do not.
function utcMs([year, month, day, hour, minute, second]: Fields): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.setUTCHours(hour, minute, second, 0);
}

function localMs([year, month, day, hour, minute, second]: Fields): number {
  const date = new Date(2000, 0, 1);
  date.setFullYear(year, month - 1, day);
  return date.setHours(hour, minute, second, 0);
}

function offsetMs(offset: string | undefined): number {
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(offset ?? '');
  if (match === null) return 0;
  const [, sign, hours, minutes] = match;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

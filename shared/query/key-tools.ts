// Keys computed so that a table's only order, ascending text, becomes the desired order: newest first, numbers by size.
// Pure; moments come from ticks.ts.
import { ordinal } from './edm-value';
import { type CalendarDay, type TimeZone, calendarDay, calendarText, maximumTicks, momentText } from './ticks';

/** `9999-YYYY`, `12-MM`, `31-DD` in fixed width: later days sort first. `2010-10-23` becomes `7989-02-08`. */
export function reversedDate({ year, month, day }: CalendarDay): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${String(9999 - year).padStart(4, '0')}-${two(12 - month)}-${two(31 - day)}`;
}

const ticksWidth = 19;

/** Ticks in 19 digits: earlier moments sort first. */
export function ticksKey(ticks: bigint): string {
  return ticks.toString().padStart(ticksWidth, '0');
}

/** The ticks left until the end of the year 9999, 19 digits: later moments sort first. */
export function reversedTicksKey(ticks: bigint): string {
  return ticksKey(maximumTicks - ticks);
}

/**
 * A whole number filled up with zeros to `width` digits, so that numbers sort by size. Null for text that is no whole
 * number from zero on, and for numbers of more digits: they would sort wrongly among the others.
 */
export function paddedNumber(text: string, width: number): string | null {
  const digits = text.trim().replace(/^0+(?=\d)/, '');
  if (!/^\d+$/.test(digits) || digits.length > width) return null;
  return digits.padStart(width, '0');
}

export const guidFormats = ['hyphens', 'digits', 'upper-hyphens', 'upper-digits'] as const;
export type GuidFormat = (typeof guidFormats)[number];

/** A GUID, with or without hyphens and braces, in one spelling. Null for text that is none. Keys are case-sensitive. */
export function guidKey(text: string, format: GuidFormat): string | null {
  const digits = text
    .trim()
    .replace(/[{}()-]/g, '')
    .toLowerCase();
  if (!/^[0-9a-f]{32}$/.test(digits)) return null;
  const [, ...groups] = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(digits) ?? [];
  const spelled = format.endsWith('digits') ? digits : groups.join('-');
  return format.startsWith('upper') ? spelled.toUpperCase() : spelled;
}

/** The user's input and the key made from it. */
export interface KeySample {
  readonly input: string;
  readonly key: string;
}

/** In the order in which a table holds them. */
export function inKeyOrder(samples: readonly KeySample[]): readonly KeySample[] {
  return [...samples].sort((left, right) => ordinal(left.key, right.key));
}

export type MomentTool = 'reversed-date' | 'ticks' | 'reversed-ticks';

/** The key that a tool makes from a moment; `zone` decides the day of a reversed date. */
export function momentKey(tool: MomentTool, ticks: bigint, zone: TimeZone): string {
  switch (tool) {
    case 'reversed-date':
      return reversedDate(calendarDay(ticks, zone));
    case 'ticks':
      return ticksKey(ticks);
    case 'reversed-ticks':
      return reversedTicksKey(ticks);
  }
}

const dayTicks = 864_000_000_000n;
const minuteTicks = 600_000_000n;

/** The key of a moment between those of its neighbours (a day, or a minute, before and after), in key order. */
export function momentNeighbours(tool: MomentTool, ticks: bigint, zone: TimeZone): readonly KeySample[] {
  const step = tool === 'reversed-date' ? dayTicks : minuteTicks;
  const nameOf = (moment: bigint): string =>
    tool === 'reversed-date' ? calendarText(calendarDay(moment, zone)) : momentText(moment, zone);
  const moments = [ticks - step, ticks, ticks + step].filter((moment) => moment >= 0n && moment <= maximumTicks);
  return inKeyOrder(moments.map((moment) => ({ input: nameOf(moment), key: momentKey(tool, moment, zone) })));
}

/** A number between others that plain text would put elsewhere: one less, one more, one digit more and less. */
export function numberNeighbours(text: string, width: number): readonly KeySample[] {
  if (paddedNumber(text, width) === null) return [];
  const value = BigInt(text.trim());
  const inputs = [...new Set([value / 10n, value - 1n, value, value + 1n, value * 10n])].filter((each) => each >= 0n);
  return inKeyOrder(
    inputs.flatMap((each) => {
      const key = paddedNumber(each.toString(), width);
      return key === null ? [] : [{ input: each.toString(), key }];
    }),
  );
}

// Times of a named time zone as UTC, with what a change of the clocks makes of them.
import { msFromTicks } from './ticks';
import { inQuotes } from '../strings/in-quotes';
import { t } from '../strings/t';

const formats = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError for a zone that is not known */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, made);
  return made;
}

/** `UTC`, `Europe/Berlin`, `+02:00`: whether times can be read in it. */
export function isZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** How much the clocks of a zone are ahead of UTC at an instant. */
function aheadMs(zone: string, atMs: number): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, value]),
  );
  const number = (name: Intl.DateTimeFormatPartTypes): number => Number(parts.get(name));
  const year = parts.get('era') === 'BC' ? 1 - number('year') : number('year');
  const date = new Date(0);
  date.setUTCFullYear(year, number('month') - 1, number('day'));
  date.setUTCHours(number('hour'), number('minute'), number('second'));
  return date.getTime() - Math.floor(atMs / 1000) * 1000;
}

const dayMs = 86_400_000;

export type ZonedTicks =
  | { readonly kind: 'ticks'; readonly ticks: bigint }
  /** Half a sentence: `does not exist in Europe/Berlin, …`. */
  | { readonly kind: 'problem'; readonly problem: string };

/** @param ticks of the calendar time, as if it were UTC. @param zone for which `isZone` holds */
export function ticksInZone(ticks: bigint, zone: string): ZonedTicks {
  if (zone === 'UTC') return { kind: 'ticks', ticks };
  const calendarMs = msFromTicks(ticks);
  const offsets = new Set([aheadMs(zone, calendarMs - dayMs), aheadMs(zone, calendarMs + dayMs)]);
  const [one, other] = [...offsets].filter((offset) => aheadMs(zone, calendarMs - offset) === offset);
  const named = inQuotes(zone);
  if (one === undefined) {
    return { kind: 'problem', problem: t`does not exist in the time zone ${named}, where the clocks go forward then` };
  }
  if (other !== undefined) {
    return {
      kind: 'problem',
      problem: t`occurs twice in the time zone ${named}, where the clocks go back then; write it with an offset such as +02:00`,
    };
  }
  return { kind: 'ticks', ticks: ticks - BigInt(one) * 10_000n };
}

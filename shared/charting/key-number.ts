// The time or number that a key represents, and which interpretation fits the keys of a table.
import { splitKey } from '../query/composite-key';
import { maximumTicks, msFromTicks, parseMoment } from '../query/ticks';
import type { KeyReading } from './chart-request';

/** Milliseconds since 1970, or the number; null where the text is neither in this reading. */
export function numberOfKey(text: string, reading: KeyReading): number | null {
  switch (reading) {
    case 'ticks':
      return ticksMs(text, 'forwards');
    case 'reversed-ticks':
      return ticksMs(text, 'backwards');
    case 'reversed-date':
      return reversedDateMs(text);
    case 'date': {
      if (!/^\d{4}-/.test(text)) return null;
      const ticks = parseMoment(text, 'utc');
      return ticks === null ? null : msFromTicks(ticks);
    }
    case 'number': {
      if (!/^-?\d+(?:\.\d+)?$/.test(text)) return null;
      const number = Number(text);
      return Number.isFinite(number) ? number : null;
    }
  }
}

export interface FoundReading {
  readonly reading: KeyReading;
  readonly part?: { readonly delimiter: string; readonly index: number };
}

const readingOrder: readonly KeyReading[] = ['ticks', 'reversed-ticks', 'date', 'reversed-date', 'number'];
const fittingShare = 0.9;
const maxParts = 8;

/** How the whole keys can be read, or else each of their parts; several where several parts can. */
export function keyReadings(keys: readonly string[], delimiter: string | null): readonly FoundReading[] {
  const whole = readingOf(keys);
  if (whole !== null) return [{ reading: whole }];
  if (delimiter === null) return [];
  const split = keys.map((key) => splitKey(key, delimiter));
  const parts = Math.min(maxParts, Math.max(0, ...split.map(({ length }) => length)));
  return Array.from({ length: parts }, (_, index): FoundReading[] => {
    const reading = readingOf(split.map((own) => own[index] ?? ''));
    return reading === null ? [] : [{ reading, part: { delimiter, index } }];
  }).flat();
}

function readingOf(texts: readonly string[]): KeyReading | null {
  if (texts.length === 0) return null;
  return (
    readingOrder.find((reading) => {
      const fitting = texts.filter((text) => {
        const number = numberOfKey(text, reading);
        return number !== null && (reading === 'number' || isPlausible(number));
      });
      return fitting.length >= texts.length * fittingShare;
    }) ?? null
  );
}

/** Times in which tables were written; other digits are just numbers. */
function isPlausible(atMs: number): boolean {
  return atMs >= Date.UTC(1990, 0, 1) && atMs < Date.UTC(2101, 0, 1);
}

function ticksMs(text: string, direction: 'forwards' | 'backwards'): number | null {
  if (!/^\d{18,19}$/.test(text)) return null;
  const written = BigInt(text);
  const ticks = direction === 'forwards' ? written : maximumTicks - written;
  return ticks < 0n || ticks > maximumTicks ? null : msFromTicks(ticks);
}

/** `7989-02-08` is 2010-10-23. */
function reversedDateMs(text: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return null;
  const two = (part: number): string => String(part).padStart(2, '0');
  const [, year, month, day] = match.map(Number);
  const date = `${String(9999 - (year ?? 0)).padStart(4, '0')}-${two(12 - (month ?? 0))}-${two(31 - (day ?? 0))}`;
  const ticks = parseMoment(date, 'utc');
  return ticks === null ? null : msFromTicks(ticks);
}

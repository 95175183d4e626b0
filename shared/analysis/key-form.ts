// What a column of keys consists of: dates, ticks, GUIDs, numbers, parts.
import { detectDelimiter, splitKey } from '../query/composite-key';
import { maximumTicks } from '../query/ticks';

export type KeyForm =
  | 'date'
  | 'reversed-date'
  | 'ticks'
  | 'reversed-ticks'
  | 'guid'
  | 'padded-number'
  | 'unpadded-number';

export interface KeyForms {
  /** Of the whole key. */
  readonly whole: KeyForm | null;
  /** Of the first part, where the keys are made of parts. */
  readonly first: { readonly delimiter: string; readonly form: KeyForm } | null;
}

/** This many of the keys must have the form. */
const agreeingShare = 0.95;
const minKeys = 5;

const date = /^(\d{4})-?(\d{2})-?(\d{2})(?:[T _-]?\d{2}.*)?$/;
const guid = /^(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{32})$/i;
const digits = /^\d+$/;
/** Ticks of the years 1950 to 2150. */
const earliestTicks = 615_000_000_000_000_000n;
const latestTicks = 679_000_000_000_000_000n;

export function keyForms(keys: readonly string[]): KeyForms {
  const distinct = [...new Set(keys)];
  if (distinct.length < minKeys) return { whole: null, first: null };
  const whole = formOf(distinct);
  const delimiter = whole === null ? detectDelimiter(distinct) : null;
  if (delimiter === null) return { whole, first: null };
  const form = formOf([...new Set(distinct.map((key) => splitKey(key, delimiter)[0] ?? ''))]);
  return { whole, first: form === null ? null : { delimiter, form } };
}

function formOf(keys: readonly string[]): KeyForm | null {
  const all = (test: (key: string) => boolean): boolean =>
    keys.length > 0 && keys.filter(test).length >= keys.length * agreeingShare;
  if (all((key) => guid.test(key))) return 'guid';
  if (all((key) => isTicks(key))) return 'ticks';
  if (all((key) => isReversedTicks(key))) return 'reversed-ticks';
  if (all((key) => isDate(key, 1900, 2200))) return 'date';
  if (all((key) => isDate(key, 7799, 8099))) return 'reversed-date';
  if (!all((key) => digits.test(key))) return null;
  return new Set(keys.map((key) => key.length)).size === 1 ? 'padded-number' : 'unpadded-number';
}

/** Reversed dates have months and days from 0. */
function isDate(key: string, fromYear: number, toYear: number): boolean {
  const [, year, month, day] = date.exec(key)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  return year >= fromYear && year <= toYear && month <= 12 && day <= 31;
}

function isTicks(key: string): boolean {
  const [head = ''] = /^\d{18,19}/.exec(key) ?? [];
  if (head === '' || (key.length > head.length && /^\d/.test(key.slice(head.length)))) return false;
  const ticks = BigInt(head);
  return ticks >= earliestTicks && ticks <= latestTicks;
}

function isReversedTicks(key: string): boolean {
  const [head = ''] = /^\d{19}/.exec(key) ?? [];
  if (head === '' || /^\d/.test(key.slice(head.length))) return false;
  const ticks = maximumTicks - BigInt(head);
  return ticks >= earliestTicks && ticks <= latestTicks;
}

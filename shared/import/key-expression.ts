// Keys made of columns: `{Date:yyyyMMdd};{Id:000000}`. Parsed once, applied to every row.
import { invalidInput } from '../errors';
import { momentKey } from '../query/key-tools';
import { ticksInZone } from '../query/zone-time';
import { isZoneless } from './cell-value';
import { inQuotes } from '../strings/in-quotes';
import { t } from '../strings/t';
import { maximumTicks, msFromTicks, parseMoment, ticksPerSecond } from '../query/ticks';

export type KeyPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'column'; readonly column: string; readonly format: string }
  /** A unique value for every row: a GUID, or its first `digits`. */
  | { readonly kind: 'made'; readonly digits: number | null };

/** Half a sentence about what the row lacks. */
export type KeyResult =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'problem'; readonly column: string; readonly problem: string };

const datePattern = /^(?:yyyy|yy|MM|dd|HH|mm|ss|fffffff|fff|[-_.:;,T ]|Z)+$/;
const dateField = /yyyy|yy|MM|dd|HH|mm|ss|fffffff|fff/g;
const zeros = /^0{1,19}$/;
const keywords = ['lower', 'upper', 'ticks', 'reverse-ticks', 'reversed-ticks', 'reversed-date'];
/** `hash`: eight digits; `hash:16`: one of sixteen buckets. */
const hashes = /^hash(?::([1-9]\d{0,4}))?$/;
const randomDigits = 8;

/**
 * Text with columns in braces; `{{` and `}}` stand for the braces themselves. Formats of a column, behind a colon: a date
 * pattern of yyyy yy MM dd HH mm ss fff fffffff, `ticks`, `reversed-ticks`, `reversed-date`, zeros that a number is filled
 * up to, `hash` and `hash:16`, `lower`, `upper`. `{guid}` and `{random:4}` are new for each row. A column whose own name
 * holds the colon is found first.
 * @param columns names of the input's columns
 * @throws StowageError `invalid.input`
 */
export function parseKeyExpression(field: string, expression: string, columns: readonly string[]): readonly KeyPart[] {
  const parts: KeyPart[] = [];
  const pieces = /\{\{|\}\}|\{([^{}]*)\}|[{}]|[^{}]+/g;
  for (const [piece, inside] of expression.matchAll(pieces)) {
    if (inside !== undefined) parts.push(columnPart(field, inside, columns));
    else if (piece === '{' || piece === '}') {
      throw invalidInput(field, t`unmatched ${piece}.`, t`Write {Column}, or {{ and }} for literal braces.`);
    } else parts.push({ kind: 'text', text: piece === '{{' ? '{' : piece === '}}' ? '}' : piece });
  }
  // A partition may hold all rows; a RowKey without a column would be the same for every row.
  if (field !== 'PartitionKey' && parts.every((part) => part.kind === 'text')) {
    throw invalidInput(
      field,
      t`it contains no column, so all keys would be the same.`,
      t`Add a column in braces, as in {Id}.`,
    );
  }
  return parts;
}

/** The columns that an expression names but the input has not shown yet; formats behind a colon are no part of them. */
export function unknownColumns(expression: string, columns: readonly string[]): readonly string[] {
  return [...expression.matchAll(/\{\{|\}\}|\{([^{}]*)\}/g)].flatMap(([, inside]) => {
    if (inside === undefined || columns.includes(inside)) return [];
    const { column, wanted } = columnAndFormat(inside);
    if (columns.includes(column) || madePart(column, wanted) !== null) return [];
    return [isFormat(wanted) ? column : inside];
  });
}

export interface KeyRow {
  /** Of times without an offset; default UTC. */
  readonly zone?: string | undefined;
  /** A GUID for a part of the key of this row, always the same one. */
  readonly guid: (index: number) => string;
}

/** @param cell text of a column in this row; null when the row lacks it */
export function evaluateKey(
  parts: readonly KeyPart[],
  cell: (column: string) => string | null,
  { zone = 'UTC', guid }: KeyRow,
): KeyResult {
  let key = '';
  for (const [index, part] of parts.entries()) {
    if (part.kind === 'made') {
      const made = guid(index);
      key += part.digits === null ? made : made.replaceAll('-', '').slice(0, part.digits);
      continue;
    }
    if (part.kind === 'text') {
      key += part.text;
      continue;
    }
    const text = cell(part.column);
    if (text === null || text === '') return { kind: 'problem', column: part.column, problem: t`is empty` };
    const formatted = part.format === '' ? text : format(text, part.format, zone);
    if (formatted === null) {
      return {
        kind: 'problem',
        column: part.column,
        problem: t`contains ${inQuotes(text)}, which ${misfit(part.format)}`,
      };
    }
    key += formatted;
  }
  return { kind: 'key', key };
}

function columnPart(field: string, inside: string, columns: readonly string[]): KeyPart {
  if (columns.includes(inside)) return { kind: 'column', column: inside, format: '' };
  const { column, wanted } = columnAndFormat(inside);
  const made = columns.includes(column) ? null : madePart(column, wanted);
  if (made !== null) return made;
  if (!columns.includes(column)) {
    throw invalidInput(
      field,
      t`the input has no column ${inQuotes(column)}.`,
      t`Use one of ${columns.slice(0, 12).join(', ')}.`,
    );
  }
  if (!isFormat(wanted)) {
    throw invalidInput(
      field,
      t`${inQuotes(wanted)} is not a format.`,
      t`Use a date pattern such as yyyyMMdd, ticks, reversed-ticks, reversed-date, zeros such as 000000, hash:16, lower or upper.`,
    );
  }
  return { kind: 'column', column, format: wanted };
}

function columnAndFormat(inside: string): { readonly column: string; readonly wanted: string } {
  const at = inside.indexOf(':');
  return at < 0 ? { column: inside, wanted: '' } : { column: inside.slice(0, at), wanted: inside.slice(at + 1) };
}

/** `{guid}`, `{random}` and `{random:4}`; null for anything else. */
function madePart(column: string, wanted: string): Extract<KeyPart, { readonly kind: 'made' }> | null {
  if (column === 'guid' && wanted === '') return { kind: 'made', digits: null };
  if (column !== 'random' || !/^(?:[1-9]|[12]\d)?$/.test(wanted)) return null;
  return { kind: 'made', digits: wanted === '' ? randomDigits : Number(wanted) };
}

function isFormat(wanted: string): boolean {
  return (
    wanted === '' || keywords.includes(wanted) || hashes.test(wanted) || zeros.test(wanted) || datePattern.test(wanted)
  );
}

function format(text: string, wanted: string, zone: string): string | null {
  const hash = hashes.exec(wanted);
  if (hash !== null) return hashed(text, hash[1] === undefined ? null : Number(hash[1]));
  if (wanted === 'lower') return text.toLowerCase();
  if (wanted === 'upper') return text.toUpperCase();
  if (zeros.test(wanted)) return /^\d+$/.test(text) && text.length <= 40 ? text.padStart(wanted.length, '0') : null;
  const calendarTicks = parseMomentLoose(text);
  if (calendarTicks === null) return null;
  const zoned =
    zone === 'UTC' || !isZoneless(text)
      ? ({ kind: 'ticks', ticks: calendarTicks } as const)
      : ticksInZone(calendarTicks, zone);
  if (zoned.kind === 'problem') return null;
  const { ticks } = zoned;
  if (wanted === 'reversed-date') return momentKey('reversed-date', ticks, 'utc');
  if (wanted === 'ticks') return ticks.toString().padStart(19, '0');
  if (wanted === 'reverse-ticks' || wanted === 'reversed-ticks')
    return (maximumTicks - ticks).toString().padStart(19, '0');
  const parts = calendarPartsOf(ticks);
  return wanted.replace(dateField, (name) => parts[name] ?? name);
}

/** FNV-1a of 32 bits over UTF-8: published and short, so that other programs can make the key of a row to look it up. */
export function hashed(text: string, buckets: number | null): string {
  let hash = 0x811c9dc5;
  for (const byte of utf8(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  const whole = hash >>> 0;
  if (buckets === null) return whole.toString(16).padStart(8, '0');
  return String(whole % buckets).padStart(String(buckets - 1).length, '0');
}

function* utf8(text: string): Generator<number, void, undefined> {
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x80) yield point;
    else if (point < 0x800) yield* [0xc0 | (point >> 6), last(point)];
    else if (point < 0x1_0000) yield* [0xe0 | (point >> 12), last(point >> 6), last(point)];
    else yield* [0xf0 | (point >> 18), last(point >> 12), last(point >> 6), last(point)];
  }
}

const last = (bits: number): number => 0x80 | (bits & 0x3f);

/** Whether two rows may get the same key by chance, which a dry run with other random digits does not find. */
export function mayRepeatByChance(parts: readonly KeyPart[]): boolean {
  return parts.some((part) => part.kind === 'made' && part.digits !== null);
}

function misfit(wanted: string): string {
  return zeros.test(wanted) ? t`is not a whole number` : t`is not a time`;
}

/** Parses a time to ticks, without an offset as UTC, also `20240501`; null for anything else. */
export function parseMomentLoose(text: string): bigint | null {
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text.trim());
  return parseMoment(compact === null ? text : `${compact[1]}-${compact[2]}-${compact[3]}`, 'utc');
}

/** Each field of a date pattern as text, in UTC. */
function calendarPartsOf(ticks: bigint): Readonly<Record<string, string>> {
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

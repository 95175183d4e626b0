// Packs the numbers, times and GUIDs of one column into a vector, directly from their bytes. Undefined if a single
// value would not be restored exactly, as in shared/rows/text-vector.ts.
import { type TextVector, doubleText } from '@shared/rows/text-vector';
import type { ColumnDraft } from './column-draft';
import type { PageBytes } from './page-bytes';

const zero = 0x30;
const point = 0x2e;
const minus = 0x2d;
const powers = Array.from({ length: 16 }, (_, digits) => 10 ** digits);

export function packedIntegers({ bytes }: PageBytes, { starts, ends, count }: ColumnDraft): TextVector | undefined {
  const values = new Float64Array(count);
  let small = true;
  for (let index = 0; index < count; index += 1) {
    const start = starts[index] ?? 0;
    const end = ends[index] ?? 0;
    const isNegative = bytes[start] === minus;
    const first = isNegative ? start + 1 : start;
    const digits = end - first;
    if (digits < 1 || digits > 16 || (bytes[first] === zero && (digits > 1 || isNegative))) return undefined;
    let value = 0;
    for (let at = first; at < end; at += 1) {
      const digit = (bytes[at] ?? 0) - zero;
      if (digit < 0 || digit > 9) return undefined;
      value = value * 10 + digit;
    }
    if (value > Number.MAX_SAFE_INTEGER) return undefined;
    if (isNegative) value = -value;
    values[index] = value;
    small = small && value === (value | 0);
  }
  return { kind: 'integers', values: small ? new Int32Array(values) : values };
}

export function packedDoubles(page: PageBytes, draft: ColumnDraft): TextVector | undefined {
  const values = new Float64Array(draft.count);
  for (let index = 0; index < draft.count; index += 1) {
    const short = shortDecimal(page, draft.starts[index] ?? 0, draft.ends[index] ?? 0);
    if (short !== undefined) values[index] = short;
    else {
      const text = draft.textAt(page, index);
      const value = Number(text);
      if (doubleText(value) !== text) return undefined;
      values[index] = value;
    }
  }
  return { kind: 'doubles', values };
}

/**
 * A decimal of at most 15 digits is the shortest text of the nearest double, and that double is its digits divided by a
 * power of ten, both of which are exact. Undefined when a closer look is needed.
 */
function shortDecimal({ bytes }: PageBytes, start: number, end: number): number | undefined {
  const isNegative = bytes[start] === minus;
  const first = isNegative ? start + 1 : start;
  if (end - first > 16 || (bytes[first] === zero && bytes[first + 1] !== point)) return undefined;
  let digits = 0;
  let fraction = -1;
  for (let at = first; at < end; at += 1) {
    const code = bytes[at] ?? 0;
    if (code === point && fraction < 0 && at > first) fraction = end - at - 1;
    else if (code >= zero && code <= 0x39) digits = digits * 10 + code - zero;
    else return undefined;
  }
  // With a trailing zero it is canonical for whole numbers only, such as `5.0`.
  if (fraction < 1 || digits === 0 || (bytes[end - 1] === zero && fraction > 1)) return undefined;
  const value = digits / (powers[fraction] ?? Number.NaN);
  if (value < 1e-6) return undefined;
  return isNegative ? -value : value;
}

const dayMs = 86_400_000;
const monthStarts = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365];

/** `2026-01-31T23:59:59.1234567Z`; years 0000 to 9999. */
export function packedMoments(page: PageBytes, { starts, ends, count }: ColumnDraft): TextVector | undefined {
  const { bytes } = page;
  const ms = new Float64Array(count);
  const steps = new Uint16Array(count);
  for (let index = 0; index < count; index += 1) {
    const at = starts[index] ?? 0;
    if ((ends[index] ?? 0) - at !== 28 || !isSetOutAsMoment(bytes, at)) return undefined;
    const days = daysOf(numberAt(bytes, at, 4), numberAt(bytes, at + 5, 2), numberAt(bytes, at + 8, 2));
    const hour = numberAt(bytes, at + 11, 2);
    const minute = numberAt(bytes, at + 14, 2);
    const second = numberAt(bytes, at + 17, 2);
    const thousandths = numberAt(bytes, at + 20, 3);
    const rest = numberAt(bytes, at + 23, 4);
    // Comparisons with NaN are false, so invalid digits are rejected here too.
    if (!(hour < 24 && minute < 60 && second < 60 && thousandths >= 0 && rest >= 0)) return undefined;
    const value = days * dayMs + ((hour * 60 + minute) * 60 + second) * 1000 + thousandths;
    if (Number.isNaN(value)) return undefined;
    ms[index] = value;
    steps[index] = rest;
  }
  return { kind: 'moments', ms, steps };
}

function isSetOutAsMoment(bytes: Buffer, at: number): boolean {
  return (
    bytes[at + 4] === minus &&
    bytes[at + 7] === minus &&
    bytes[at + 10] === 0x54 &&
    bytes[at + 13] === 0x3a &&
    bytes[at + 16] === 0x3a &&
    bytes[at + 19] === point &&
    bytes[at + 27] === 0x5a
  );
}

/** NaN when it is not digits. */
function numberAt(bytes: Buffer, from: number, digits: number): number {
  let value = 0;
  for (let at = from; at < from + digits; at += 1) {
    const digit = (bytes[at] ?? 0) - zero;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

/** Days since 1970; NaN for a day that does not exist. */
function daysOf(year: number, month: number, day: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const monthStart = (monthStarts[month - 1] ?? Number.NaN) + (isLeap && month > 2 ? 1 : 0);
  const monthEnd = (monthStarts[month] ?? Number.NaN) + (isLeap && month > 1 ? 1 : 0);
  if (!(day >= 1 && day <= monthEnd - monthStart)) return Number.NaN;
  const before = year - 1;
  const leapDays = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  return year * 365 + leapDays - 719_162 - 365 + monthStart + day - 1;
}

/** 0xff when it is not a lower-case hexadecimal digit. */
const nibbles = new Uint8Array(256).fill(0xff);
for (let value = 0; value < 16; value += 1) nibbles[value.toString(16).charCodeAt(0)] = value;
/** Where the sixteen bytes begin in the text. */
const pairs = Uint8Array.of(0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34);

export function packedGuids({ bytes }: PageBytes, { starts, ends, count }: ColumnDraft): TextVector | undefined {
  const packed = new Uint8Array(16 * count);
  for (let index = 0; index < count; index += 1) {
    const start = starts[index] ?? 0;
    if ((ends[index] ?? 0) - start !== 36) return undefined;
    for (const hyphen of [8, 13, 18, 23]) if (bytes[start + hyphen] !== minus) return undefined;
    for (let pair = 0; pair < 16; pair += 1) {
      const at = start + (pairs[pair] ?? 0);
      const high = nibbles[bytes[at] ?? 0] ?? 0xff;
      const low = nibbles[bytes[at + 1] ?? 0] ?? 0xff;
      if (high > 0xf || low > 0xf) return undefined;
      packed[16 * index + pair] = 16 * high + low;
    }
  }
  return { kind: 'guids', bytes: packed };
}

// The values of one column of a page, located in the bytes of the response, and packed into a vector from there: in the
// same forms, chosen in the same way, as shared/rows/text-vector.ts.
import { blockRows } from '@shared/rows/packed-rows';
import { type PageBytes, areSame, textBetween } from './page-bytes';
import { type TextVector, doubleText } from '@shared/rows/text-vector';

const quote = 0x22;

export class ColumnDraft {
  readonly name: string;
  /** From after the opening quote of a string to its closing quote. */
  readonly starts = new Int32Array(blockRows);
  readonly ends = new Int32Array(blockRows);
  /** Index into the list of types. */
  readonly types = new Uint8Array(blockRows);
  readonly rows = new Uint16Array(blockRows);
  count = 0;
  /** Whether every string is ASCII without escapes, so that bytes are characters. */
  isPlain = true;
  hasOneType = true;

  constructor(name: string) {
    this.name = name;
  }

  /** The row of the last value; -1 before the first. */
  get lastRow(): number {
    return this.count === 0 ? -1 : (this.rows[this.count - 1] ?? -1);
  }

  add(row: number, type: number, start: number, end: number): void {
    const at = this.count;
    this.starts[at] = start;
    this.ends[at] = end;
    this.types[at] = type;
    this.rows[at] = row;
    if (type !== this.types[0]) this.hasOneType = false;
    this.count = at + 1;
  }

  /** Whether the string that begins at `start` equals the last value, including its closing quote. */
  isRepeated(page: PageBytes, start: number): boolean {
    const from = this.lastStart;
    if (from === 0) return false;
    const end = this.lastEnd;
    return page.bytes[from - 1] === quote && areSame(page, from, start, end - from + 1);
  }

  get lastStart(): number {
    return this.count === 0 ? 0 : (this.starts[this.count - 1] ?? 0);
  }

  get lastEnd(): number {
    return this.count === 0 ? 0 : (this.ends[this.count - 1] ?? 0);
  }

  textAt(page: PageBytes, index: number): string {
    return textBetween(page, this.starts[index] ?? 0, this.ends[index] ?? 0);
  }

  texts(page: PageBytes): string[] {
    return Array.from({ length: this.count }, (_, index) => this.textAt(page, index));
  }
}

const slots = 4096;
/** Index of known strings plus one, by hash; 0 for a free slot. */
const slotOf = new Uint16Array(slots);

/** The column's string when all are equal. */
export function packedConstant(page: PageBytes, draft: ColumnDraft): TextVector | undefined {
  for (let index = 1; index < draft.count; index += 1) if (!isSameText(page, draft, 0, index)) return undefined;
  return { kind: 'constant', text: draft.count === 0 ? '' : draft.textAt(page, 0) };
}

/** As bytes, for a draft whose strings are plain. */
export function packedPlainTexts(page: PageBytes, draft: ColumnDraft): TextVector {
  return packedByRepetition(page, draft) ?? packedByBytes(page, draft);
}

function packedByRepetition(page: PageBytes, draft: ColumnDraft): TextVector | undefined {
  const { count, starts } = draft;
  const maxDifferent = count / 2;
  const firsts: number[] = [];
  const indexes = new Uint16Array(count);
  slotOf.fill(0);
  for (let index = 0; index < count; index += 1) {
    if (index > 0 && starts[index] === starts[index - 1]) {
      indexes[index] = indexes[index - 1] ?? 0;
      continue;
    }
    let slot = hashOf(page, draft, index) & (slots - 1);
    let known = (slotOf[slot] ?? 0) - 1;
    while (known >= 0 && !isSameText(page, draft, firsts[known] ?? 0, index)) {
      slot = (slot + 1) & (slots - 1);
      known = (slotOf[slot] ?? 0) - 1;
    }
    if (known < 0) {
      known = firsts.length;
      if (known >= maxDifferent) return undefined;
      firsts.push(index);
      slotOf[slot] = known + 1;
    }
    indexes[index] = known;
  }
  const texts = firsts.map((index) => draft.textAt(page, index));
  return { kind: 'dictionary', texts, positions: firsts.length <= 256 ? new Uint8Array(indexes) : indexes };
}

function packedByBytes({ bytes, view }: PageBytes, draft: ColumnDraft): TextVector {
  const { count, starts, ends: until } = draft;
  const ends = new Uint32Array(count);
  let length = 0;
  for (let index = 0; index < count; index += 1) {
    length += (until[index] ?? 0) - (starts[index] ?? 0);
    ends[index] = length;
  }
  const units = new Uint8Array(length);
  const unitView = new DataView(units.buffer);
  let to = 0;
  for (let index = 0; index < count; index += 1) {
    let from = starts[index] ?? 0;
    const end = ends[index] ?? 0;
    for (; to + 4 <= end; to += 4, from += 4) unitView.setInt32(to, view.getInt32(from, true), true);
    for (; to < end; to += 1, from += 1) units[to] = bytes[from] ?? 0;
  }
  return { kind: 'bytes', units, ends };
}

function isSameText(page: PageBytes, { starts, ends }: ColumnDraft, one: number, other: number): boolean {
  const from = starts[one] ?? 0;
  const to = starts[other] ?? 0;
  const length = (ends[one] ?? 0) - from;
  return length === (ends[other] ?? 0) - to && areSame(page, from, to, length);
}

function hashOf({ view }: PageBytes, { starts, ends }: ColumnDraft, index: number): number {
  let at = starts[index] ?? 0;
  const end = ends[index] ?? 0;
  let hash = end - at;
  for (; at + 4 <= end; at += 4) hash = Math.imul(hash ^ view.getInt32(at, true), 0x9e3779b1) ^ (hash >>> 15);
  for (; at < end; at += 1) hash = Math.imul(hash ^ view.getUint8(at), 0x9e3779b1) ^ (hash >>> 15);
  return Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 18;
}

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
 * power of ten, both of which are exact. Undefined when further checks are needed.
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

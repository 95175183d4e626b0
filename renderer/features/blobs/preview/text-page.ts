// Extracts pages of text from a blob that is read in pieces, without splitting characters or, if possible, lines; and
// the rows of a page. Works on bytes, so that every row knows its position in the blob. Pure.
import { type Encoding, markBytes } from './encoding';
import { isMultibyte } from '@shared/preview/charsets';
import { afterCharacters, firstSureStart, lastWholeEnd } from './multibyte';

/** Bytes as they were read. */
export interface RawPage {
  readonly offset: number;
  readonly bytes: Uint8Array;
  /** Index into `bytes` that must stay in the page, such as the position of a match. */
  readonly keep: number;
  /** `boundary`: a line starts there, or what came before was shown up to there. */
  readonly startsAt: 'boundary' | 'anywhere';
  readonly endsAt: 'boundary' | 'anywhere';
}

export interface Span {
  /** Indexes into the bytes of the page. */
  readonly from: number;
  readonly to: number;
}

/** The part of what was read that is shown: whole characters, and whole lines where a line ends in it. */
export function textSpan(page: RawPage, encoding: Encoding): Span {
  const { bytes, keep } = page;
  const from = page.startsAt === 'boundary' ? 0 : (lineStartUpTo(page, encoding) ?? characterStart(page, encoding));
  if (page.endsAt === 'boundary') return { from, to: bytes.length };
  const lineEnd = lastLineEnd(page, encoding);
  if (lineEnd !== null && lineEnd > from && lineEnd > keep) return { from, to: lineEnd };
  const to = characterEnd(page, from, encoding);
  return { from, to: to > from ? to : bytes.length };
}

const lineFeed = 0x0a;

/** Whether there is a line feed at `index`; `at` is the position of the page in the blob, for the halves of UTF-16. */
function isLineFeed(bytes: Uint8Array, index: number, at: number, encoding: Encoding): boolean {
  if (bytes[index] !== lineFeed) return false;
  if (encoding === 'utf-16le') return (at + index) % 2 === 0 && bytes[index + 1] === 0;
  if (encoding === 'utf-16be') return (at + index) % 2 === 1 && bytes[index - 1] === 0;
  return true;
}

/** Index after the line feed whose byte is at `index`. */
function afterLineFeed(index: number, encoding: Encoding): number {
  return encoding === 'utf-16le' ? index + 2 : index + 1;
}

function lineStartUpTo({ offset, bytes, keep }: RawPage, encoding: Encoding): number | null {
  for (let index = bytes.indexOf(lineFeed); index !== -1; index = bytes.indexOf(lineFeed, index + 1)) {
    const start = afterLineFeed(index, encoding);
    if (start > keep) return null;
    if (isLineFeed(bytes, index, offset, encoding)) return start;
  }
  return null;
}

function lastLineEnd({ offset, bytes }: RawPage, encoding: Encoding): number | null {
  for (let index = bytes.lastIndexOf(lineFeed); index > 0; index = bytes.lastIndexOf(lineFeed, index - 1)) {
    if (isLineFeed(bytes, index, offset, encoding)) return afterLineFeed(index, encoding);
  }
  return null;
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;
const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

function unitAt(bytes: Uint8Array, index: number, encoding: Encoding): number {
  const [first = 0, second = 0] = bytes.subarray(index, index + 2);
  return encoding === 'utf-16le' ? second * 256 + first : first * 256 + second;
}

const isUtf16 = (encoding: Encoding): boolean => encoding === 'utf-16le' || encoding === 'utf-16be';

function characterStart({ offset, bytes, keep }: RawPage, encoding: Encoding): number {
  if (isMultibyte(encoding)) return firstSureStart(bytes, keep, encoding) ?? 0;
  if (encoding === 'utf-8') {
    let start = 0;
    while (start < 4 && isContinuation(bytes[start])) start += 1;
    return start === 4 ? 0 : start;
  }
  if (!isUtf16(encoding)) return 0;
  const start = offset % 2;
  return isLowSurrogate(unitAt(bytes, start, encoding)) ? start + 2 : start;
}

/** Index after the last whole character; the first one begins at `from`. */
function characterEnd({ bytes, offset }: RawPage, from: number, encoding: Encoding): number {
  if (isMultibyte(encoding)) return lastWholeEnd(bytes, from, encoding);
  if (isUtf16(encoding)) {
    const end = bytes.length - ((offset + bytes.length) % 2);
    return end >= 2 && isHighSurrogate(unitAt(bytes, end - 2, encoding)) ? end - 2 : end;
  }
  if (encoding !== 'utf-8') return bytes.length;
  let lead = bytes.length - 1;
  while (lead > bytes.length - 4 && isContinuation(bytes[lead])) lead -= 1;
  return lead >= 0 && lead + sequenceBytes(bytes[lead] ?? 0) > bytes.length ? lead : bytes.length;
}

/** Bytes of the UTF-8 character that such a byte starts. */
function sequenceBytes(lead: number): number {
  if (lead >= 0xf0 && lead <= 0xf4) return 4;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  return lead >= 0xc2 && lead <= 0xdf ? 2 : 1;
}

/** Rows of a page as parallel lists: a line each, or a part of a line that is too long for one row. */
export interface TextRows {
  /** Indexes into the bytes of the page; an end leaves out the line break. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Which line of the page a row belongs to, from zero. */
  readonly lines: readonly number[];
  /** Line breaks in the page. */
  readonly lineBreaks: number;
}

/**
 * @param columns most characters of a row; a tab counts as one
 * @returns no row where the page is empty
 */
export function textRows(page: RawPage, span: Span, encoding: Encoding, columns: number): TextRows {
  const { bytes, offset } = page;
  const starts: number[] = [];
  const ends: number[] = [];
  const lines: number[] = [];
  let line = 0;
  const addLine = (from: number, to: number): void => {
    let start = from;
    do {
      const end = rowEnd(bytes, start, to, encoding, columns);
      starts.push(start);
      ends.push(end);
      lines.push(line);
      start = end;
    } while (start < to);
  };
  let start = span.from + (offset === 0 ? markBytes(bytes, encoding) : 0);
  let index = bytes.indexOf(lineFeed, start);
  for (; index !== -1 && index < span.to; index = bytes.indexOf(lineFeed, index + 1)) {
    if (!isLineFeed(bytes, index, offset, encoding)) continue;
    addLine(start, withoutReturn(bytes, start, encoding === 'utf-16be' ? index - 1 : index, encoding));
    line += 1;
    start = afterLineFeed(index, encoding);
  }
  if (start < span.to) addLine(start, span.to);
  return { starts, ends, lines, lineBreaks: line };
}

function withoutReturn(bytes: Uint8Array, start: number, end: number, encoding: Encoding): number {
  const carriageReturn = 0x0d;
  if (!isUtf16(encoding)) {
    return end > start && bytes[end - 1] === carriageReturn ? end - 1 : end;
  }
  return end - 2 >= start && unitAt(bytes, end - 2, encoding) === carriageReturn ? end - 2 : end;
}

/** The row that contains the byte at this index of the page, or the previous one. */
function rowEnd(bytes: Uint8Array, start: number, lineEnd: number, encoding: Encoding, columns: number): number {
  if (lineEnd - start <= columns) return lineEnd;
  if (isMultibyte(encoding)) return afterCharacters(bytes, { from: start, to: lineEnd }, columns, encoding);
  if (isUtf16(encoding)) {
    const end = Math.min(lineEnd, start + columns * 2);
    return end < lineEnd && isHighSurrogate(unitAt(bytes, end - 2, encoding)) && columns > 1 ? end - 2 : end;
  }
  if (encoding !== 'utf-8') return start + columns;
  let end = start;
  for (let count = 0; count < columns && end < lineEnd; count += 1) {
    const max = Math.min(lineEnd, end + 4);
    end += 1;
    while (end < max && isContinuation(bytes[end])) end += 1;
  }
  return end;
}

/** The row that holds the byte at this index of the page, or the one before it. */
export function rowAt({ starts }: TextRows, index: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}

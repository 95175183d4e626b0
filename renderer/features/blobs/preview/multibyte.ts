// Where characters begin and end in the encodings of East Asia, of one byte or several each. No byte says by itself
// whether a character begins with it, so they are counted on from a place that is sure. Pure.
import type { Encoding } from '@shared/preview/charsets';

const multibyte = ['shift_jis', 'euc-jp', 'gbk', 'gb18030', 'big5', 'euc-kr'] as const;
export type Multibyte = (typeof multibyte)[number];

export function isMultibyte(encoding: Encoding): encoding is Multibyte {
  return (multibyte as readonly string[]).includes(encoding);
}

/** Bytes of the character that begins at `index`; also more than there are, where it is cut off. */
function characterBytes(bytes: Uint8Array, index: number, encoding: Multibyte): number {
  const first = bytes[index] ?? 0;
  if (!canLead(first, encoding)) return 1;
  const second = bytes[index + 1];
  if (second === undefined) return 2;
  if (encoding === 'euc-jp') return second < 0xa1 ? 1 : first === 0x8f ? 3 : 2;
  if (isGb(encoding) && isDigit(second)) return 4;
  // A character of ASCII after a byte that nothing follows stands for itself.
  return second < 0x40 ? 1 : 2;
}

/** Index of the first character that surely begins at or before `limit`; null where none does. */
export function firstSureStart(bytes: Uint8Array, limit: number, encoding: Multibyte): number | null {
  for (let index = 0; index < limit && index < bytes.length; index += 1) {
    if (surelyEnds(bytes[index] ?? 0, encoding)) return index + 1;
  }
  return null;
}

/** Index after the last whole character; the first one begins at `from`. */
export function lastWholeEnd(bytes: Uint8Array, from: number, encoding: Multibyte): number {
  let end = bytes.length;
  while (end > from && !surelyEnds(bytes[end - 1] ?? 0, encoding)) end -= 1;
  for (let next = end; next <= bytes.length; next += characterBytes(bytes, next, encoding)) {
    end = next;
    if (next === bytes.length) break;
  }
  return end;
}

/** Index after `count` characters, or `to`. */
export function afterCharacters(
  bytes: Uint8Array,
  { from, to }: { readonly from: number; readonly to: number },
  count: number,
  encoding: Multibyte,
): number {
  let end = from;
  for (let counted = 0; counted < count && end < to; counted += 1) end += characterBytes(bytes, end, encoding);
  return Math.min(end, to);
}

function canLead(byte: number, encoding: Multibyte): boolean {
  switch (encoding) {
    case 'shift_jis':
      return (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc);
    case 'euc-jp':
      return byte === 0x8e || byte === 0x8f || (byte >= 0xa1 && byte <= 0xfe);
    default:
      return byte >= 0x81 && byte <= 0xfe;
  }
}

/** Whether a character ends with this byte, whatever came before it. */
function surelyEnds(byte: number, encoding: Multibyte): boolean {
  return !canLead(byte, encoding) && !(isGb(encoding) && isDigit(byte));
}

/** The decoder of both reads characters of four bytes, in which every other one is a digit. */
const isGb = (encoding: Multibyte): boolean => encoding === 'gbk' || encoding === 'gb18030';
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

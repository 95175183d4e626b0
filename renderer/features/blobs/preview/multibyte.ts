// East Asian encodings of one or more bytes per character: where characters begin and end, counted from a certain
// position because no byte shows by itself whether it begins one; and the bytes of a text in an encoding that the
// runtime decodes but does not encode. Pure.
import { type Encoding, type Multibyte, isMultibyte } from '@shared/preview/charsets';

/** Length of the character that begins at `index` in bytes; may exceed the available bytes if it is truncated. */
function characterBytes(bytes: Uint8Array, index: number, encoding: Multibyte): number {
  const first = bytes[index] ?? 0;
  if (!canLead(first, encoding)) return 1;
  const second = bytes[index + 1];
  if (second === undefined) return 2;
  if (encoding === 'euc-jp') return second < 0xa1 ? 1 : first === 0x8f ? 3 : 2;
  if (isGb(encoding) && isDigit(second)) return 4;
  // An ASCII character after an incomplete lead byte is decoded separately.
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

type CodeTable = ReadonlyMap<string, readonly number[]>;

const tables = new Map<Encoding, CodeTable>();

/** The bytes of a text; null if one of its characters cannot be encoded. */
export function tableBytes(text: string, encoding: Encoding): Uint8Array | null {
  let table = tables.get(encoding);
  if (table === undefined) {
    table = tableOf(encoding);
    tables.set(encoding, table);
  }
  const bytes: number[] = [];
  for (const character of text) {
    const code = table.get(character);
    if (code === undefined) return null;
    bytes.push(...code);
  }
  return Uint8Array.from(bytes);
}

function tableOf(encoding: Encoding): CodeTable {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  const table = new Map<string, readonly number[]>();
  for (const code of codesOf(encoding)) {
    const text = decoder.decode(Uint8Array.from(code));
    // If two codes decode to the same character, the first is used to encode it.
    if (text !== '\ufffd' && [...text].length === 1 && !table.has(text)) table.set(text, code);
  }
  return table;
}

const range = (from: number, to: number): readonly number[] => Array.from({ length: to - from }, (_, at) => from + at);
const pairs = (leads: readonly number[], before: readonly number[] = []): readonly (readonly number[])[] =>
  leads.flatMap((lead) => range(0x40, 0xff).map((second) => [...before, lead, second]));

/** Each code of the encoding, those first by which programs write. */
function codesOf(encoding: Encoding): readonly (readonly number[])[] {
  const single = range(0, 256).map((code) => [code]);
  if (!isMultibyte(encoding)) return single;
  const leads = range(0x81, 0xff);
  switch (encoding) {
    case 'shift_jis': {
      // IBM's extensions have two codes each; Windows writes those at the end.
      const twice = [0xed, 0xee];
      return [...single, ...pairs(leads.filter((lead) => !twice.includes(lead)))];
    }
    case 'euc-jp':
      return [...single, ...pairs(leads), ...pairs(leads, [0x8f])];
    case 'big5':
      // Codes before 0xA1 are Hong Kong's extensions, some of them duplicates.
      return [...single, ...pairs(range(0xa1, 0xff)), ...pairs(range(0x81, 0xa1))];
    default:
      return [...single, ...pairs(leads)];
  }
}

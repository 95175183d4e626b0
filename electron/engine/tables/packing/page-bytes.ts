// The bytes of one query response: compared and copied four at a time (V8 compiles DataView reads to single loads),
// read in the service's usual layout, and recognised by what precedes a value. Any other layout throws `notPlain`.
import { type EdmType, edmType } from '@shared/model/entity';

/** Thrown for a response with an unusual layout, or an invalid one. */
export const notPlain = new Error('This answer is read the long way.');

export interface PageBytes {
  readonly bytes: Buffer;
  readonly view: DataView;
}

export function pageBytes(body: Buffer): PageBytes {
  return { bytes: body, view: new DataView(body.buffer, body.byteOffset, body.length) };
}

/** Whether the bytes from `one` on are those from `other` on; `length` of them. */
export function areSame({ view }: PageBytes, one: number, other: number, length: number): boolean {
  if (one === other) return true;
  if (one + length > view.byteLength || other + length > view.byteLength) return false;
  let at = 0;
  for (const words = length - 4; at <= words; at += 4) {
    if (view.getInt32(one + at, true) !== view.getInt32(other + at, true)) return false;
  }
  for (; at < length; at += 1) if (view.getUint8(one + at) !== view.getUint8(other + at)) return false;
  return true;
}

/** The contents of a JSON string between two positions, without its quotes. Throws `notPlain` for invalid escapes. */
export function textBetween({ bytes }: PageBytes, start: number, end: number): string {
  const text = bytes.toString('utf8', start, end);
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    throw notPlain;
  }
}

export const quote = 0x22;
export const comma = 0x2c;
export const minus = 0x2d;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;
export const closeBracket = 0x5d;
const backslash = 0x5c;
const colon = 0x3a;
const point = 0x2e;

/** Every method except `text` moves the position behind what it read, or throws `notPlain`. */
export class ByteCursor {
  readonly page: PageBytes;
  at = 0;
  /** Whether the string read last is ASCII without escapes. */
  textWasPlain = true;

  constructor(page: PageBytes) {
    this.page = page;
  }

  /** Reads the name of a member and its colon. */
  name(): string {
    const name = this.detachSubstring();
    this.expect(colon);
    return name;
  }

  detachSubstring(): string {
    const start = this.at + 1;
    this.text();
    const name = textBetween(this.page, start, this.at);
    this.at += 1;
    // Escapes can be written in several ways, so an escaped name cannot be recognised by its bytes.
    if (this.page.bytes.subarray(start, this.at).includes(backslash)) throw notPlain;
    return name;
  }

  /** Skips a string. */
  passOver(): void {
    this.text();
    // Escapes would have to be validated.
    if (!this.textWasPlain) throw notPlain;
    this.at += 1;
  }

  /** From the opening quote of a string to its closing one. */
  text(): void {
    const { bytes, view } = this.page;
    if (this.code() !== quote) throw notPlain;
    let at = this.at + 1;
    for (const last = bytes.length - 4; at <= last; at += 4) {
      const word = view.getInt32(at, true);
      const quotes = word ^ 0x22222222;
      const slashes = word ^ 0x5c5c5c5c;
      // SWAR trick: a zero byte borrows from its highest bit.
      const found = ((quotes - 0x01010101) & ~quotes) | ((slashes - 0x01010101) & ~slashes) | word;
      if ((found & 0x80808080) !== 0) break;
    }
    this.textWasPlain = true;
    for (; at < bytes.length; at += 1) {
      const code = bytes[at] ?? 0;
      if (code === quote) {
        this.at = at;
        return;
      }
      if (code === backslash) {
        this.textWasPlain = false;
        at += 1;
      } else if (code >= 0x80) this.textWasPlain = false;
    }
    throw notPlain;
  }

  number(): 'whole' | 'other' {
    const { bytes } = this.page;
    let at = this.at;
    if (bytes[at] === minus) at += 1;
    let end = endOfDigits(bytes, at);
    if (end === at) throw notPlain;
    let kind: 'whole' | 'other' = 'whole';
    if (bytes[end] === point) {
      kind = 'other';
      at = end + 1;
      end = endOfDigits(bytes, at);
      if (end === at) throw notPlain;
    }
    const code = bytes[end];
    if (code === 0x45 || code === 0x65) {
      kind = 'other';
      const sign = bytes[end + 1];
      at = sign === minus || sign === 0x2b ? end + 2 : end + 1;
      end = endOfDigits(bytes, at);
      if (end === at) throw notPlain;
    }
    this.at = end;
    return kind;
  }

  code(): number {
    return this.page.bytes[this.at] ?? 0;
  }

  expect(code: number): void {
    if (this.code() !== code) throw notPlain;
    this.at += 1;
  }
}

function endOfDigits(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    const code = bytes[at] ?? 0;
    if (code < 0x30 || code > 0x39) return at;
    at += 1;
  }
}

export type LeadRole = 'partition-key' | 'row-key' | 'timestamp' | 'etag' | 'passed-over' | 'property';

export interface Lead {
  readonly name: string;
  readonly role: LeadRole;
  /** Index of the annotated type in the list of types; -1 without an annotation. */
  readonly type: number;
  readonly length: number;
  readonly words: Int32Array;
  /** The last four bytes, which may overlap the last word. */
  readonly lastWord: number;
  /** Index of the property's column; -1 until a row has a value. */
  column: number;
}

export const typeIndexes: ReadonlyMap<string, number> = new Map(edmType.options.map((type, index) => [type, index]));
export const typeIndexOf = (type: EdmType): number => typeIndexes.get(type) ?? -1;

const roles: ReadonlyMap<string, LeadRole> = new Map([
  ['PartitionKey', 'partition-key'],
  ['RowKey', 'row-key'],
  ['Timestamp', 'timestamp'],
  ['odata.etag', 'etag'],
  ['odata.metadata', 'passed-over'],
  ['odata.type', 'passed-over'],
  ['odata.id', 'passed-over'],
  ['odata.editLink', 'passed-over'],
]);

/** Compares at least four bytes of the page, from `start` to `end`. */
export function leadOf({ view }: PageBytes, start: number, end: number, name: string, type: number): Lead {
  const length = end - start;
  const words = new Int32Array(length >> 2);
  for (let at = 0; at < words.length; at += 1) words[at] = view.getInt32(start + 4 * at, true);
  const lastWord = view.getInt32(end - 4, true);
  return { name, role: roles.get(name) ?? 'property', type, length, words, lastWord, column: -1 };
}

export function matchesAt({ view }: PageBytes, lead: Lead, at: number): boolean {
  const { words, length } = lead;
  if (at + length > view.byteLength) return false;
  for (let word = 0; word < words.length; word += 1) {
    if (view.getInt32(at + 4 * word, true) !== words[word]) return false;
  }
  return view.getInt32(at + length - 4, true) === lead.lastWord;
}

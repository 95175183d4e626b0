// A cursor over the bytes of a query response in the service's usual layout: strings, numbers, members, no blanks. Any
// other layout throws `notPlain`.
import { type PageBytes, notPlain, textBetween } from './page-bytes';

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

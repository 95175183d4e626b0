import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WrongEncoding, createTextPieces } from './text-pieces';

function cutAt(bytes: Buffer, cuts: readonly number[]): readonly Buffer[] {
  const positions = [...new Set([0, ...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length])];
  const sorted = positions.sort((left, right) => left - right);
  return sorted.slice(1).map((end, index) => bytes.subarray(sorted[index], end));
}

/** Null where the bytes are no UTF-8. */
function decoded(pieces: readonly Buffer[]): string | null {
  const decoder = createTextPieces('utf-8');
  try {
    return pieces.map((piece) => decoder.add(piece)).join('') + decoder.end();
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(WrongEncoding);
    return null;
  }
}

function strictly(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const text = fc.string({ unit: 'grapheme', maxLength: 40 });
const mark = fc.constantFrom('', '\ufeff', '\ufeff\ufeff', '\ufffd');

describe('text of UTF-8 bytes', () => {
  it('is the same wherever the bytes are cut, without the byte order mark', () => {
    fc.assert(
      fc.property(mark, text, fc.array(fc.nat(120)), (start, rest, cuts) => {
        const bytes = Buffer.from(start + rest, 'utf8');
        expect(decoded(cutAt(bytes, cuts))).toBe(strictly(bytes));
      }),
    );
  });

  it('is rejected exactly where the strict decoder rejects it', () => {
    const byte = fc.constantFrom(0x41, 0x80, 0xbf, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xed, 0xf0, 0x9f, 0x98, 0xff);
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 12 }), fc.array(fc.nat(12)), (values, cuts) => {
        const bytes = Buffer.from(values);
        expect(decoded(cutAt(bytes, cuts))).toBe(strictly(bytes));
      }),
      { numRuns: 2000 },
    );
  });
});

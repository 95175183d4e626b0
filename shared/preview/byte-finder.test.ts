import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FinderOptions, createByteFinder } from './byte-finder';

/** Few different bytes, so that matches overlap and repeat. */
const bytes = (minLength: number, maxLength: number): fc.Arbitrary<Uint8Array> =>
  fc.array(fc.constantFrom(0, 0x41, 0x61, 0x62), { minLength, maxLength }).map((list) => Uint8Array.from(list));

/** Decides for each unit of the whole alone. */
function naiveMatches(whole: readonly number[], needle: readonly number[], options: FinderOptions): readonly number[] {
  const { letterCase, units } = options;
  const size = units === 'bytes' ? 1 : 2;
  const unitsOf = (bytes: readonly number[]): readonly number[] =>
    Array.from({ length: Math.floor(bytes.length / size) }, (_, index) => {
      const [first = 0, second = 0] = bytes.slice(index * size, (index + 1) * size);
      const unit = units === 'bytes' ? first : units === 'utf-16le' ? second * 256 + first : first * 256 + second;
      return letterCase === 'ignore' && unit === 0x41 ? 0x61 : unit;
    });
  const text = unitsOf(whole);
  const wanted = unitsOf(needle);
  return text.flatMap((_, at) =>
    at + wanted.length <= text.length && wanted.every((unit, index) => unit === text[at + index]) ? [at * size] : [],
  );
}

describe('createByteFinder', () => {
  it('finds every match once, however the bytes are split', () => {
    fc.assert(
      fc.property(
        fc.array(bytes(0, 12), { maxLength: 12 }),
        bytes(1, 2),
        fc.constantFrom('exact', 'ignore'),
        fc.constantFrom('bytes', 'utf-16le', 'utf-16be'),
        (pieces, half, letterCase, units) => {
          const needle = Uint8Array.from([...half, ...half]);
          const finder = createByteFinder(needle, { letterCase, units });
          const found = pieces.flatMap((piece) => finder.push(piece));
          const whole = pieces.flatMap((piece) => [...piece]);
          expect(found).toEqual(naiveMatches(whole, [...needle], { letterCase, units }));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('folds A to Z only', () => {
    const needle = new TextEncoder().encode('[Z]');
    const finder = createByteFinder(needle, { letterCase: 'ignore', units: 'bytes' });
    expect(finder.push(new TextEncoder().encode('{z] [z} [z] [Z]'))).toEqual([8, 12]);
    expect(new TextDecoder().decode(needle)).toBe('[Z]');
    const at = createByteFinder(new TextEncoder().encode('@A'), { letterCase: 'ignore', units: 'bytes' });
    expect(at.push(new TextEncoder().encode('`a @a'))).toEqual([3]);
  });
});

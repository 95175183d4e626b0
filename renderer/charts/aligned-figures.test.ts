// Figures of one column have the same number of decimals and lose no digit.
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { alignedFigures, roundedAlike } from './aligned-figures';

const written = (values: readonly number[]): readonly string[] => values.map(alignedFigures(values));

describe('alignedFigures', () => {
  it('gives every figure as many decimals as the one that needs most', () => {
    expect(written([154.667, 78, 68.25])).toEqual(['154.667', '78.000', '68.250']);
    expect(written([0, 0.5, 1, 1.5])).toEqual(['0.0', '0.5', '1.0', '1.5']);
  });

  it('adds none when all are integers', () => {
    expect(written([0, 1000, 12_000])).toEqual(['0', '1,000', '12,000']);
  });

  it('leaves figures alone that would need very many', () => {
    expect(written([1, 1e-12])).toEqual(['1', '1e-12']);
    expect(written([1, 0.123_456_789_012])).toEqual(['1', '0.123456789012']);
  });

  it('leaves values that are no numbers unchanged', () => {
    expect(written([0.5, Number.NaN, Infinity])).toEqual(['0.5', 'NaN', 'Infinity']);
  });

  it('keeps every digit', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }), { minLength: 1 }),
        (values) => {
          expect(written(values).map((text) => Number(text.replaceAll(',', '')))).toEqual(values);
        },
      ),
    );
  });
});

describe('roundedAlike', () => {
  it('rounds all where the largest has enough digits', () => {
    const means = [464 / 3, 206 / 3, 78];
    expect(means.map(roundedAlike(means, 6))).toEqual([154.667, 68.667, 78]);
    expect([12_345_678.9, 1.25].map(roundedAlike([12_345_678.9, 1.25], 6))).toEqual([12_345_679, 1]);
  });

  it('keeps the digits of figures that are all small', () => {
    expect(roundedAlike([1 / 3e7], 6)(1 / 3e7)).toBe(3.33333e-8);
    expect(roundedAlike([0], 6)(0)).toBe(0);
  });
});

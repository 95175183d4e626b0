// Gaps in a line: seen among even samples, never made up among uneven ones.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gapStarts } from './result-marks';

describe('gaps of a line', () => {
  it('are where evenly spaced samples are missing', () => {
    expect([...gapStarts([0, 1, 2, 3, 4, 9, 10, 11, 12, 20, 21, 22])]).toEqual([5, 9]);
    expect([...gapStarts([0, 1, 2, 3, 5, 6, 7])]).toEqual([]);
  });

  it('are none among uneven samples, few of them, or several at one position', () => {
    expect(gapStarts([0, 1, 5, 6, 20, 24, 25, 50]).size).toBe(0);
    expect(gapStarts([0, 1, 9]).size).toBe(0);
    expect(gapStarts([3, 3, 3, 3, 3]).size).toBe(0);
    expect(gapStarts([]).size).toBe(0);
  });

  it('are exactly the missing stretches of any even series', () => {
    const presence = fc.array(fc.boolean(), { minLength: 20, maxLength: 200 });
    fc.assert(
      fc.property(presence, fc.integer({ min: 1, max: 1e9 }), (isPresent, step) => {
        // Stretches of three that are missing, with ten samples between them.
        const indexes = isPresent.flatMap((keeps, block) =>
          Array.from({ length: keeps ? 13 : 10 }, (_, at) => block * 13 + at),
        );
        const expected = indexes.flatMap((index, at) => (index - (indexes[at - 1] ?? index) > 2 ? [at] : []));
        expect([...gapStarts(indexes.map((index) => index * step))]).toEqual(expected);
      }),
    );
  });
});

// Sorting in turns: the order is that of a stable sort, and it stops soon after it is cancelled.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortedIndexes } from './sorted-indexes';

describe('indexes sorted in turns', () => {
  it('stand in the order of a stable sort, whatever their number', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 9000 }), fc.integer({ min: 1, max: 400 }), async (count, kinds) => {
        const kindOf = (index: number): number => (index * 7919) % kinds;
        const compare = (left: number, right: number): number => kindOf(left) - kindOf(right);
        const ports = { turns: { rest: () => undefined }, signal: new AbortController().signal };
        const expected = Array.from({ length: count }, (_, index) => index).sort(compare);
        expect([...((await sortedIndexes(count, compare, ports)) ?? [])]).toEqual(expected);
      }),
      { numRuns: 20 },
    );
  });

  it('are compared no more once the sort is cancelled, in the first runs as well as while runs are merged', async () => {
    for (const restsBefore of [1, 10]) {
      const cancelling = new AbortController();
      let rests = 0;
      let comparedAfter = 0;
      const rest = (): undefined => {
        rests += 1;
        if (rests === restsBefore) cancelling.abort();
      };
      const compare = (left: number, right: number): number => {
        if (cancelling.signal.aborted) comparedAfter += 1;
        return right - left;
      };
      expect(await sortedIndexes(8192, compare, { turns: { rest }, signal: cancelling.signal })).toBeUndefined();
      expect(comparedAfter).toBe(0);
    }
  });
});

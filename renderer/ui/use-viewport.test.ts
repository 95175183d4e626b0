import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowSlot } from './use-viewport';

describe('the slot of a row', () => {
  it('is its own among those that are drawn', () => {
    fc.assert(
      fc.property(fc.nat(2_000_000), fc.integer({ min: 1, max: 300 }), (first, drawn) => {
        const slots = Array.from({ length: drawn }, (_, at) => rowSlot(first + at, drawn));
        expect(new Set(slots).size).toBe(drawn);
      }),
    );
  });

  it('goes from a row that leaves to one that comes', () => {
    expect(rowSlot(164, 50)).toBe(rowSlot(100, 50));
    expect(rowSlot(101, 50)).not.toBe(rowSlot(100, 50));
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scrollSpace } from './scroll-space';
import { inSlots, rowWindow } from './use-viewport';

const rowPx = 28;

function slotsAt(heightPx: number, scrollTop: number): Map<number, number> {
  const rowCount = 100_000;
  const view = { heightPx, rowPx, overscanRows: 12, space: scrollSpace(rowCount, rowPx, heightPx), scrollTop };
  const { first, last, capacity } = rowWindow(view, rowCount);
  const rows = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  return new Map(inSlots(rows, capacity).map(({ index, slot }) => [slot, index]));
}

const heights = fc.integer({ min: 100, max: 3_000 });
const scrolled = fc.nat(100_000 * rowPx);

describe('rows in slots', () => {
  it('have one each', () => {
    fc.assert(
      fc.property(heights, scrolled, (heightPx, scrollTop) => {
        const rows = [...slotsAt(heightPx, scrollTop).values()];
        expect(new Set(rows).size).toBe(rows.length);
        expect(rows.length).toBeGreaterThanOrEqual(Math.min(heightPx / rowPx, 100_000 - scrollTop / rowPx));
      }),
    );
  });

  it('hand their elements on, in both directions: none is made for a step', () => {
    fc.assert(
      fc.property(
        heights,
        fc.integer({ min: 2_000, max: 2_000_000 }),
        fc.integer({ min: -40, max: 40 }),
        (heightPx, from, rows) => {
          const before = slotsAt(heightPx, from);
          const after = slotsAt(heightPx, from + rows * rowPx);
          expect([...after.keys()]).toEqual([...before.keys()]);
          const reused = [...after].filter(([slot, index]) => before.get(slot) === index);
          expect(reused.length).toBe(Math.max(0, before.size - Math.abs(rows)));
        },
      ),
    );
  });
});

// The cells of a block map by keyboard: a step aside or a row up or down, never beyond the map.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { steppedCell } from './block-map';

it('starts at the first cell, and moves along and across rows', () => {
  expect(steppedCell('ArrowRight', null, 10, 4)).toBe(0);
  expect(steppedCell('ArrowRight', 0, 10, 4)).toBe(1);
  expect(steppedCell('ArrowDown', 1, 10, 4)).toBe(5);
  expect(steppedCell('ArrowUp', 5, 10, 4)).toBe(1);
  expect(steppedCell('End', 1, 10, 4)).toBe(9);
  expect(steppedCell('Home', 9, 10, 4)).toBe(0);
  expect(steppedCell('Tab', 3, 10, 4)).toBeNull();
});

it('stays when there is no cell beyond, and in its column', () => {
  expect(steppedCell('ArrowDown', 7, 10, 4)).toBe(7);
  expect(steppedCell('ArrowUp', 2, 10, 4)).toBe(2);
  fc.assert(
    fc.property(
      fc.constantFrom('ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Home', 'End'),
      fc.integer({ min: 1, max: 300 }),
      fc.nat(299),
      fc.integer({ min: 1, max: 40 }),
      (key, count, at, inRow) => {
        const next = steppedCell(key, Math.min(at, count - 1), count, inRow);
        expect(next).toBeGreaterThanOrEqual(0);
        expect(next).toBeLessThan(count);
      },
    ),
  );
});

// The cells of a search: visited in the displayed order, around both ends, and no more than are kept.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Arrangement } from './arrangement';
import { FoundCells } from './found-cells';

/** Rows in this displayed order; undefined as they were loaded. */
function arrangedAs(order: Uint32Array | undefined): Arrangement {
  const store = createStore(() => ({ order }));
  const positionOf = (row: number): number => (order === undefined ? row : order.indexOf(row));
  return { store, positionOf } as unknown as Arrangement;
}

const cell = fc.record({ row: fc.integer({ min: 0, max: 19 }), column: fc.integer({ min: 0, max: 4 }) });
const distinctCells = fc.uniqueArray(cell, { minLength: 1, selector: ({ row, column }) => `${row} ${column}` });
const order = fc.shuffledSubarray(
  Array.from({ length: 20 }, (_, row) => row),
  { minLength: 20 },
);

it('come one after the other in the displayed order, each once, and the same ones backwards', () => {
  fc.assert(
    fc.property(distinctCells, order, (cells, rows) => {
      const found = new FoundCells(arrangedAs(Uint32Array.from(rows)));
      found.add(cells);
      const expected = cells
        .map(({ row, column }) => ({ row: rows.indexOf(row), column }))
        .sort((left, right) => left.row - right.row || left.column - right.column);
      let at = found.step('next', undefined, 'counts');
      const forwards = [at];
      while (forwards.length < cells.length) forwards.push((at = found.step('next', at?.cell, 'is-left')));
      expect(forwards).toEqual(expected.map((visited, index) => ({ cell: visited, place: index + 1 })));
      expect(found.step('next', at?.cell, 'is-left')?.place).toBe(1);
      expect(found.step('next', at?.cell, 'counts')?.place).toBe(cells.length);
      const backwards = [at];
      while (backwards.length < cells.length) backwards.push((at = found.step('previous', at?.cell, 'is-left')));
      expect(backwards).toEqual([...forwards].reverse());
      expect(found.step('previous', at?.cell, 'is-left')?.place).toBe(cells.length);
    }),
  );
});

it('are no more than are kept, the first ones', () => {
  const found = new FoundCells(arrangedAs(undefined));
  expect(found.step('next', undefined, 'counts')).toBeUndefined();
  for (let row = 0; !found.isFull; row += 30_000) {
    found.add(Array.from({ length: 30_000 }, (_, within) => ({ row: row + within, column: 0 })));
  }
  expect(found.count).toBe(100_000);
  expect(found.step('previous', undefined, 'counts')?.cell).toEqual({ row: 99_999, column: 0 });
  found.clear();
  expect([found.count, found.isFull]).toEqual([0, false]);
});

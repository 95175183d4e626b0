// Find in loaded rows: counts the loaded matches, continues as rows arrive, steps in the order shown.
import { describe, expect, it, vi } from 'vitest';
import { createTestPort, testEntity } from '../fixtures/test-port';
import { QueryRun } from '../result/query-run';
import { type Arrangement, createArrangement } from './arrangement';
import { createFind, FoundCells } from './find';
import { allColumns } from '../result/grid-column';
import fc from 'fast-check';
import { createStore } from 'zustand/vanilla';

const yielder = () => ({ rest: () => undefined });
const columns = allColumns([{ name: 'Title', types: ['Edm.String'], characters: 5 }], { partitionKey: 6, rowKey: 9 });
const title = (index: number, text: string) =>
  testEntity(index, [{ name: 'Title', value: { type: 'Edm.String', value: text } }]);
const query = {
  table: 'Movies',
  partitionKey: { kind: 'any' },
  rowKey: { kind: 'any' },
  select: [],
  pageSize: 3,
} as const;

function loaded() {
  const port = createTestPort([
    [title(0, 'Harbour'), title(1, 'the HARBOUR again'), title(2, 'none')],
    [title(3, 'harbour')],
  ]);
  const session = new QueryRun({ calls: port, wait: () => Promise.resolve() });
  const arrangement = createArrangement(session, yielder);
  const find = createFind(session, arrangement, yielder);
  find.among(columns);
  session.run('c', { ...query, select: [] });
  return { session, arrangement, find };
}

describe('find', () => {
  it('counts matches regardless of their case, and continues with the next page', async () => {
    const { session, find } = loaded();
    await vi.waitFor(() => expect(session.store.getState().rowCount).toBe(3));
    for (const typed of ['HARBOUR', 'Harbour', 'harbour']) {
      find.search(typed);
      await vi.waitFor(() =>
        expect(find.store.getState()).toMatchObject({ text: typed, matches: 2, searchedRows: 3, status: 'idle' }),
      );
    }
    session.loadToEnd();
    await vi.waitFor(() =>
      expect(find.store.getState()).toMatchObject({ matches: 3, searchedRows: 4, status: 'idle' }),
    );
  });

  it('walks the matches, around the end and back', async () => {
    const { session, find } = loaded();
    session.loadToEnd();
    await vi.waitFor(() => expect(session.store.getState().status).toBe('complete'));
    find.search('harbour');
    await vi.waitFor(() => expect(find.store.getState().matches).toBe(3));
    let at = find.step('next', { row: 0, column: 0 });
    const rows = [at?.row];
    for (let step = 0; step < 3; step += 1) rows.push((at = find.step('next', at))?.row);
    expect(rows).toEqual([0, 1, 3, 0]);
    expect(find.step('previous', at)?.row).toBe(3);
    expect(find.store.getState().current).toBe(3);
  });

  it('walks in the order of a sort', async () => {
    const { session, arrangement, find } = loaded();
    session.loadToEnd();
    await vi.waitFor(() => expect(session.store.getState().status).toBe('complete'));
    arrangement.sortBy({ columnId: 'key:RowKey', source: 'row-key', name: 'RowKey', direction: 'descending' });
    await vi.waitFor(() => expect(arrangement.store.getState().order).toBeDefined());
    find.search('harbour');
    await vi.waitFor(() => expect(find.store.getState().matches).toBe(3));
    expect(find.step('next', { row: 0, column: 0 })).toEqual({ row: 0, column: 2 });
    expect(arrangement.store.getState().order?.[0]).toBe(3);
    expect(find.step('next', { row: 0, column: 2 })).toEqual({ row: 2, column: 2 });
  });

  it('searches again when the columns become known after the text', async () => {
    const { session, find } = loaded();
    find.among([]);
    await vi.waitFor(() => expect(session.store.getState().rowCount).toBe(3));
    find.search('harbour');
    await vi.waitFor(() => expect(find.store.getState()).toMatchObject({ matches: 0, status: 'idle' }));
    find.among(columns);
    await vi.waitFor(() => expect(find.store.getState()).toMatchObject({ matches: 2, status: 'idle' }));
  });

  it('finds nothing in nothing, and forgets on another query', async () => {
    const { session, find } = loaded();
    await vi.waitFor(() => expect(session.store.getState().rowCount).toBe(3));
    find.search('harbour');
    await vi.waitFor(() => expect(find.store.getState().matches).toBe(2));
    find.search('');
    expect(find.store.getState()).toMatchObject({ matches: 0, searchedRows: 0 });
    expect(find.step('next', undefined)).toBeUndefined();
  });
});

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
      expect(forwards).toEqual(expected.map((visited, index) => ({ cell: visited, ordinal: index + 1 })));
      expect(found.step('next', at?.cell, 'is-left')?.ordinal).toBe(1);
      expect(found.step('next', at?.cell, 'counts')?.ordinal).toBe(cells.length);
      const backwards = [at];
      while (backwards.length < cells.length) backwards.push((at = found.step('previous', at?.cell, 'is-left')));
      expect(backwards).toEqual([...forwards].reverse());
      expect(found.step('previous', at?.cell, 'is-left')?.ordinal).toBe(cells.length);
    }),
  );
});

it('retains only the first matches beyond the limit', () => {
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

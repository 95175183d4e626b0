// The selection when rows are sorted: the focused entity stays selected, not another at its position.
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createTestPort, testEntities } from '../fixtures/test-port';
import { QueryRun } from '../result/query-run';
import { type ColumnSort, createArrangement } from './arrangement';
import { type Selection, clicked, rowStretches, selectionAt } from './selection';
import { useRunSelection } from './use-result-grid';

afterEach(cleanup);

const byRowKey = (direction: ColumnSort['direction']): ColumnSort => ({
  columnId: 'key:RowKey',
  source: 'row-key',
  name: 'RowKey',
  direction,
});
const query = {
  table: 'Movies',
  partitionKey: { kind: 'any' },
  rowKey: { kind: 'any' },
  select: [],
  pageSize: 10,
} as const;

/** Rows 2 to 4, the keyboard in row 4. */
const rows: Selection = clicked(
  { ...selectionAt({ row: 2, column: 0 }), span: 'rows' },
  { row: 4, column: 0 },
  'stretch',
  'rows',
);

/** Ten rows in the order of their keys. */
async function tenRows() {
  const session = new QueryRun({ calls: createTestPort([testEntities(0, 10)]), wait: () => Promise.resolve() });
  const arrangement = createArrangement(session, () => ({ rest: () => undefined }));
  session.run('local', { ...query, select: [] });
  await vi.waitFor(() => expect(session.store.getState().status).toBe('complete'));
  const { run, rowCount } = session.store.getState();
  const { result, rerender } = renderHook(
    (leadRows: number) => useRunSelection({ session, arrangement, run, rowCount, leadRows }),
    { initialProps: 0 },
  );
  return {
    result,
    rerender,
    clear: () => act(arrangement.clear),
    sort: async (direction: ColumnSort['direction']) => {
      const before = arrangement.store.getState().order;
      await act(async () => {
        arrangement.sortBy(byRowKey(direction));
        await vi.waitFor(() => expect(arrangement.store.getState().order).not.toBe(before));
      });
    },
  };
}

it('keeps of the rows selected the active one, where it has gone, and nothing else', async () => {
  const { result, sort } = await tenRows();
  act(() => result.current.onSelect(rows));
  await sort('descending');
  expect(result.current.selection).toEqual({ ...selectionAt({ row: 5, column: 0 }), span: 'rows' });
  act(() => result.current.onSelect(rows));
  await sort('ascending');
  expect(result.current.selection?.active.row, 'row 4 of the other order').toBe(5);
  expect(rowStretches(result.current.selection ?? rows)).toEqual([{ top: 5, bottom: 5 }]);
});

it('leaves one row selected, too, when the order of the service comes back', async () => {
  const { result, sort, clear } = await tenRows();
  act(() => result.current.onSelect(rows));
  await sort('descending');
  clear();
  expect(rowStretches(result.current.selection ?? rows)).toEqual([{ top: 4, bottom: 4 }]);
});

it('finds the active row under those that came above it', async () => {
  const { result, rerender, sort } = await tenRows();
  act(() => result.current.onSelect(selectionAt({ row: 4, column: 1 })));
  rerender(2);
  await sort('descending');
  expect(result.current.selection).toEqual(selectionAt({ row: 7, column: 1 }));
  act(() => result.current.onSelect(selectionAt({ row: 1, column: 1 })));
  await sort('ascending');
  expect(result.current.selection, 'a row above is not sorted').toEqual(selectionAt({ row: 1, column: 1 }));
});

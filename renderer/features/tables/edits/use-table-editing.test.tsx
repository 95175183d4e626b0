// Editing in a table tab while rows are sorted or the query is run again.
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { ToastRegion } from '@renderer/ui';
import type { Entity } from '@shared/model/entity';
import { type GridColumn, propertyId } from '../result/grid-column';
import type { ColumnActions } from '../grid/column-actions';
import { type Selection, selectionAt } from '../grid/selection';
import type { ResultGrid } from '../grid/use-result-grid';
import { stagingOf, useStaging } from '../staging/staged-tables';
import { useTableEditing } from './use-table-editing';
import { gridColumnOf } from '../fixtures/grid-column';
import { noDisabledReasons } from '../fixtures/no-disabled-reasons';

let bridge: TestBridge;
beforeEach(() => {
  bridge = installBridge({ streams: { 'connections.watch': () => new Promise<void>(() => undefined) } });
});
afterEach(() => {
  cleanup();
  bridge.dispose();
});

const entity: Entity = {
  partitionKey: 'Harbour',
  rowKey: '17',
  timestamp: '2026-10-14T08:21:07.1402918Z',
  etag: 'W/"1"',
  properties: [{ name: 'Berth', value: { type: 'Edm.Int32', value: '7' } }],
};
const columns: readonly GridColumn[] = [gridColumnOf('Berth', 'Edm.Int32')];
const byBerth = { columnId: propertyId('Berth'), source: 'property', name: 'Berth', direction: 'ascending' } as const;
const sort = vi.fn<ColumnActions['sort']>();
const clearSort = vi.fn<ColumnActions['clearSort']>();
const nothing = (): void => undefined;
let run = 1;
const location = { connectionId: 'local', table: 'Berths' };
const twoRows: Selection = { ...selectionAt({ row: 0, column: 0 }), active: { row: 1, column: 0 } };

/** The part of a grid that editing requires: one row. */
const grid = {
  handle: { current: null },
  rowIndexes: { loadedAt: () => 0, positionOf: () => 0 },
  readShown: () => {
    run = 2;
    return Promise.resolve({ entity, mark: undefined, edit: undefined, read: entity, readColumns: 'all' });
  },
  currentRun: () => run,
  shownAt: () => ({ entity, mark: undefined, edit: undefined, read: entity, readColumns: 'all' }),
  props: { onSelect: nothing, columnActions: { sort, clearSort } },
} as unknown as ResultGrid;

function Editing() {
  const staging = useStaging(location);
  const { grid: own } = useTableEditing({
    ...location,
    staging,
    grid,
    columns,
    disabledReasons: noDisabledReasons,
    onRejected: nothing,
    onFillIn: nothing,
    onImport: nothing,
    onResolve: nothing,
  });
  return (
    <>
      <button onClick={() => own.editActions.editCell({ row: 0, column: 0 })}>Edit</button>
      <button onClick={() => own.editActions.deleteRows(twoRows)}>Delete</button>
      <button onClick={() => own.editActions.removeProperties(twoRows)}>Remove</button>
      <button onClick={() => own.columnActions.sort(byBerth)}>Sort</button>
      <button onClick={() => own.columnActions.clearSort()}>Clear</button>
      {own.editor?.element}
    </>
  );
}

it('table editing: does not sort while a cell holds a rejected text, and returns to it', async () => {
  const user = userEvent.setup();
  render(<Editing />);
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  await press('Edit');
  await user.clear(screen.getByRole('textbox'));
  await user.keyboard('abc');
  await press('Sort');
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
  await press('Clear');
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
  expect(sort).not.toHaveBeenCalled();
  expect(clearSort).not.toHaveBeenCalled();

  await user.keyboard('{Escape}');
  await press('Sort');
  await press('Clear');
  expect(sort).toHaveBeenCalledExactlyOnceWith(byBerth);
  expect(clearSort).toHaveBeenCalledOnce();
});

it.each(['Delete', 'Remove'])(
  'table editing: stages nothing when the query is run again while rows are read: %s',
  async (name) => {
    run = 1;
    const user = userEvent.setup();
    render(
      <>
        <Editing />
        <ToastRegion />
      </>,
    );
    await user.click(screen.getByRole('button', { name }));
    await screen.findByText('Nothing was changed');
    expect(stagingOf(location).store.getState().staging.edits).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  },
);

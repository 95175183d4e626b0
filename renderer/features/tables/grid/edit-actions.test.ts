// What the menus of selected cells and of rows offer to change.
import { describe, expect, it } from 'vitest';
import { gridColumnOf } from '../fixtures/grid-column';
import { editMenuActions, rowMenuActions } from './edit-actions';
import { type Selection, selectionAt } from './selection';
import { noDisabledReasons } from '../fixtures/no-disabled-reasons';

const column = gridColumnOf('Status');

describe('the menu of selected cells', () => {
  const key = { ...column, id: 'key:RowKey', name: 'RowKey', source: 'row-key' } as const;
  const columns = [key, column, gridColumnOf('Total')];
  const unused = (): void => undefined;

  /** The label of the entry that removes, and what it removes: the selection, or the name of one property. */
  function removing(selection: Selection): readonly [string, Selection | string] | undefined {
    let removed: Selection | string = '';
    const pointed = columns[selection.active.column] ?? column;
    const value = { type: 'Edm.Int32', value: '7' } as const;
    const entries = editMenuActions(
      { cell: selection.active, column: pointed, columns, selection, value, mark: undefined },
      {
        editCell: unused,
        cloneRow: unused,
        discardCell: unused,
        discardRows: unused,
        deleteRows: unused,
        resolveConflict: unused,
        removeProperty: (_index, { name }) => (removed = name),
        removeProperties: (of) => (removed = of),
      },
      noDisabledReasons,
    );
    const entry = entries.find((each) => typeof each === 'object' && 'id' in each && each.id === 'remove');
    if (typeof entry !== 'object' || !('onAction' in entry)) return undefined;
    entry.onAction?.();
    return [entry.label, removed];
  }

  it('deletes the selection, as the Delete key does', () => {
    const cells: Selection = { ...selectionAt({ row: 0, column: 0 }), active: { row: 5, column: 2 } };
    expect(removing(cells)).toEqual(['Remove 12 values', cells]);
    const apart: Selection = {
      ...selectionAt({ row: 0, column: 1 }),
      others: [{ top: 3, bottom: 3, left: 2, right: 2 }],
    };
    expect(removing(apart)).toEqual(['Remove selected values', apart]);
  });

  it('removes the property of one cell, also where whole rows are selected, and never a key', () => {
    const one = selectionAt({ row: 0, column: 1 });
    expect(removing(one)).toEqual(['Remove Status', 'Status']);
    expect(removing({ ...one, span: 'rows' })).toEqual(['Remove Status', 'Status']);
    const keys: Selection = { ...selectionAt({ row: 0, column: 0 }), active: { row: 4, column: 0 } };
    expect(removing(keys)).toBeUndefined();
  });
});

it('the menu of a row is about entities, not about one of their values', () => {
  const deleted: Selection[] = [];
  const unused = (): void => undefined;
  const at = { row: 3, column: 0 };
  const selection: Selection = { ...selectionAt(at), active: { row: 5, column: 0 }, span: 'rows' };
  const entries = rowMenuActions(
    { cell: at, mark: undefined, selection },
    {
      editCell: unused,
      cloneRow: unused,
      discardCell: unused,
      discardRows: unused,
      resolveConflict: unused,
      removeProperty: unused,
      removeProperties: unused,
      deleteRows: (of: Selection) => void deleted.push(of),
    },
    noDisabledReasons,
  );
  const actions = entries.filter((entry) => entry !== 'separator');
  expect(actions.map(({ label, shortcut }) => [label, shortcut])).toEqual([
    ['Clone entity', undefined],
    ['Delete 3 entities', 'Del'],
  ]);
  actions.at(-1)?.onAction();
  expect(deleted).toEqual([selection]);
});

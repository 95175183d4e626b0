// What the menu of a cell copies: what is selected, and the entity around it. What a click on a header sorts.
import { describe, expect, it } from 'vitest';
import type { ColumnSort } from './arrangement';
import { type CellActions, cellEntries, editEntries, sortByHeader } from './grid-actions';
import { type Selection, isOfRows, selectedRowCount, selectionAt } from './selection';

const column = {
  id: 'p:Status',
  name: 'Status',
  source: 'property',
  types: [],
  widthPx: 100,
  align: 'start',
  pinned: false,
} as const;

function copiedBy(label: string, selection: Selection): readonly [string, Selection] | undefined {
  let copied: readonly [string, Selection] | undefined;
  const actions: CellActions = {
    copy: (form, of) => (copied = [form, of]),
    conditions: () => [],
    addCondition: () => undefined,
  };
  const entries = cellEntries({ column, value: undefined, selection }, actions);
  const entry = entries.find((each) => typeof each === 'object' && 'label' in each && each.label === label);
  if (typeof entry === 'object' && 'onAction' in entry) entry.onAction?.();
  return copied;
}

describe('the menu of a cell', () => {
  it('copies the entity of a cell in whole', () => {
    const [form, of] = copiedBy('Copy the entity as JSON', selectionAt({ row: 3, column: 2 })) ?? [];
    expect(form).toBe('json');
    expect(of && isOfRows(of)).toBe(true);
    expect(of && selectedRowCount(of)).toBe(1);
  });

  it('copies each entity of which something is selected', () => {
    const cells: Selection = {
      ...selectionAt({ row: 3, column: 2 }),
      others: [{ top: 7, bottom: 8, left: 1, right: 1 }],
    };
    const [, of] = copiedBy('Copy 3 entities as JSON', cells) ?? [];
    expect(of && isOfRows(of)).toBe(true);
    expect(of && selectedRowCount(of)).toBe(3);
  });

  it('offers it once where rows are selected as such', () => {
    const rows: Selection = { ...selectionAt({ row: 3, column: 2 }), span: 'rows' };
    expect(copiedBy('Copy the entity as JSON', rows)).toBeUndefined();
    expect(copiedBy('Copy as JSON', rows)?.[1]).toBe(rows);
  });
});

describe('the menu of selected cells', () => {
  const key = { ...column, id: 'key:RowKey', name: 'RowKey', source: 'row-key' } as const;
  const columns = [key, column, { ...column, id: 'p:Total', name: 'Total' }];
  const unused = (): void => undefined;

  /** The label of the entry that removes, and what it removes: the selection, or the name of one property. */
  function removing(selection: Selection): readonly [string, Selection | string] | undefined {
    let removed: Selection | string = '';
    const pointed = columns[selection.active.column] ?? column;
    const value = { type: 'Edm.Int32', value: '7' } as const;
    const entries = editEntries(
      { cell: selection.active, column: pointed, columns, selection, value, mark: undefined },
      {
        ...{ editCell: unused, cloneRow: unused, discardCell: unused, discardRows: unused, deleteRows: unused },
        removeProperty: (_place, { name }) => (removed = name),
        removeProperties: (of) => (removed = of),
      },
      null,
    );
    const entry = entries.find((each) => typeof each === 'object' && 'id' in each && each.id === 'remove');
    if (typeof entry !== 'object' || !('onAction' in entry)) return undefined;
    entry.onAction?.();
    return [entry.label, removed];
  }

  it('removes what is selected, as the key does', () => {
    const cells: Selection = { ...selectionAt({ row: 0, column: 0 }), active: { row: 5, column: 2 } };
    expect(removing(cells)).toEqual(['Remove 12 values', cells]);
    const apart: Selection = {
      ...selectionAt({ row: 0, column: 1 }),
      others: [{ top: 3, bottom: 3, left: 2, right: 2 }],
    };
    expect(removing(apart)).toEqual(['Remove the selected values', apart]);
  });

  it('removes the property of one cell, also where whole rows are selected, and never a key', () => {
    const one = selectionAt({ row: 0, column: 1 });
    expect(removing(one)).toEqual(['Remove Status', 'Status']);
    expect(removing({ ...one, span: 'rows' })).toEqual(['Remove Status', 'Status']);
    const keys: Selection = { ...selectionAt({ row: 0, column: 0 }), active: { row: 4, column: 0 } };
    expect(removing(keys)).toBeUndefined();
  });
});

describe('a click on a header', () => {
  it('sorts up, then down, then leaves the order of the service; another column begins anew', () => {
    const columns = [column, { ...column, id: 'p:Total', name: 'Total' }];
    let sort: ColumnSort | undefined;
    const actions = { sort: (to: ColumnSort) => (sort = to), clearSort: () => (sort = undefined) };
    const click = (columnId: string) => {
      sortByHeader(columns, columnId, sort, actions);
      return sort && [sort.name, sort.direction];
    };
    expect(click('p:Status')).toEqual(['Status', 'ascending']);
    expect(click('p:Status')).toEqual(['Status', 'descending']);
    expect(click('p:Total')).toEqual(['Total', 'ascending']);
    expect(click('p:Total')).toEqual(['Total', 'descending']);
    expect(click('p:Total')).toBeUndefined();
  });
});

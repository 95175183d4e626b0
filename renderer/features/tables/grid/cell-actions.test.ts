// What the menu of a cell copies: what is selected, and the entity around it.
import { describe, expect, it } from 'vitest';
import { gridColumnOf } from '../fixtures/grid-column';
import { type CellActions, cellMenuActions } from './cell-actions';
import { type Selection, isOfRows, selectedRowCount, selectionAt } from './selection';

const column = gridColumnOf('Status');

function copiedBy(label: string, selection: Selection): readonly [string, Selection] | undefined {
  let copied: readonly [string, Selection] | undefined;
  const actions: CellActions = {
    copy: (form, of) => (copied = [form, of]),
    conditions: () => [],
    addCondition: () => undefined,
  };
  const entries = cellMenuActions({ column, value: undefined, selection }, actions);
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

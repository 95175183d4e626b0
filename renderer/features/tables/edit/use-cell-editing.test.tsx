// Typing over a cell: no letter is lost on the way into its editor, and a cell begun anew begins anew.
import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Entity } from '@shared/model/entity';
import { type GridColumn, propertyId } from '../grid/grid-column';
import { type CellEditing, useCellEditing } from './use-cell-editing';
import type { RowEdits } from './use-row-edits';

const entity: Entity = {
  ...{ partitionKey: 'Harbour', rowKey: '17', timestamp: '2026-10-14T08:21:07.1402918Z', etag: 'W/"1"' },
  properties: ['Status', 'Note'].map((name) => ({ name, value: { type: 'Edm.String', value: 'failed' } })),
};
const columns = ['Status', 'Note'].map((name): GridColumn => ({
  ...{ id: propertyId(name), name, source: 'property', types: ['Edm.String'] },
  ...{ pinned: false, align: 'start', widthPx: 100 },
}));
const nothing = (): void => undefined;
const edits: RowEdits = {
  ...{ changeProperty: nothing, changeKeys: nothing, insert: nothing, clone: nothing },
  ...{ deleteRows: nothing, discardRows: nothing, discardProperty: nothing },
};

const cells = () =>
  renderHook(() =>
    useCellEditing({
      columns,
      shownAt: () => ({ entity, mark: undefined, edit: undefined, read: entity, readColumns: 'all' }),
      edits,
      handle: { current: null },
      onSelect: nothing,
    }),
  ).result;

afterEach(cleanup);

/** What stands in the editor that is open now. */
function text(editing: { readonly current: CellEditing }): string {
  cleanup();
  render(editing.current.editor?.element);
  return screen.getByRole<HTMLTextAreaElement>('textbox').value;
}

it('keeps every letter that reaches the grid before the editor is there', () => {
  const editing = cells();
  act(() => {
    for (const letter of 'shi') editing.current.begin({ row: 0, column: 0 }, letter);
  });
  expect(text(editing)).toBe('shi');
});

it('begins anew in another cell', () => {
  const editing = cells();
  act(() => editing.current.begin({ row: 0, column: 0 }, 's'));
  act(() => editing.current.begin({ row: 0, column: 1 }, 'n'));
  expect(text(editing)).toBe('n');
});

it('begins with the text that stands there when nothing is typed', () => {
  const editing = cells();
  act(() => editing.current.begin({ row: 0, column: 1 }));
  expect(text(editing)).toBe('failed');
});

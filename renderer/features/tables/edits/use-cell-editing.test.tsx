// Typing over a cell: no letter is lost on the way into its editor, and a cell begun anew begins anew.
import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { Entity } from '@shared/model/entity';
import { gridColumnOf } from '../fixtures/grid-column';
import { insertEntity, nothingStaged } from '../staging/staging';
import { type CellEditing, useCellEditing } from './use-cell-editing';
import type { RowEdits } from './use-row-edits';
import { createWholeReads } from '../staging/whole-reads';

const entity: Entity = {
  partitionKey: 'Harbour',
  rowKey: '17',
  timestamp: '2026-10-14T08:21:07.1402918Z',
  etag: 'W/"1"',
  properties: ['Status', 'Note'].map((name) => ({ name, value: { type: 'Edm.String', value: 'failed' } })),
};
const columns = ['Status', 'Note'].map((name) => gridColumnOf(name));
const nothing = (): void => undefined;
const edits: RowEdits = {
  service: 'storage',
  rejected: {
    textOf: () => undefined,
    store: nothing,
    forget: nothing,
    draftOf: () => undefined,
    storeDraft: () => undefined,
  },
  changeProperty: nothing,
  changeKeys: nothing,
  insert: nothing,
  clone: nothing,
  deleteRows: nothing,
  discardRows: nothing,
  discardProperty: nothing,
  removeProperties: nothing,
  reads: createWholeReads(),
};

/** Rows as they came. */
const indexes = { loadedAt: (index: number) => index, positionOf: (loaded: number) => loaded };

const cells = () =>
  renderHook(() =>
    useCellEditing({
      staged: new Set<string>(),
      columns,
      rowIndexes: indexes,
      shownAt: () => ({ entity, mark: undefined, edit: undefined, read: entity, readColumns: 'all' }),
      edits,
      handle: { current: null },
      onSelect: nothing,
    }),
  ).result;

/** A row of two cells, each begun by its button. */
function Cells({ onStage }: { readonly onStage: (change: unknown) => void }) {
  const counted: Entity = {
    ...entity,
    properties: [...entity.properties, { name: 'Count', value: { type: 'Edm.Int32', value: '7' } }],
  };
  const names = ['Status', 'Count'];
  const { editor, begin } = useCellEditing({
    staged: new Set<string>(),
    columns: names.map((name) => gridColumnOf(name)),
    shownAt: () => ({ entity: counted, mark: undefined, edit: undefined, read: counted, readColumns: 'all' }),
    rowIndexes: indexes,
    edits: { ...edits, changeProperty: (_, change) => onStage(change) },
    handle: { current: null },
    onSelect: nothing,
  });
  return (
    <>
      {names.map((name, column) => (
        <button key={name} onClick={() => begin({ row: 0, column })}>
          {name}
        </button>
      ))}
      {editor?.element}
    </>
  );
}

afterEach(cleanup);

/** The text of the editor that is open now. */
function text(editing: { readonly current: CellEditing }): string {
  cleanup();
  render(editing.current.editor?.element);
  return screen.getByRole<HTMLTextAreaElement>('textbox').value;
}

it('cell editing: loses no key pressed before the editor has opened', () => {
  const editing = cells();
  act(() => {
    for (const letter of 'shi') editing.current.begin({ row: 0, column: 0 }, letter);
  });
  expect(text(editing)).toBe('shi');
});

it('cell editing: starts with an empty text in another cell', () => {
  const editing = cells();
  act(() => editing.current.begin({ row: 0, column: 0 }, 's'));
  act(() => editing.current.begin({ row: 0, column: 1 }, 'n'));
  expect(text(editing)).toBe('n');
});

it('cell editing: starts with the text of the cell when nothing was typed', () => {
  const editing = cells();
  act(() => editing.current.begin({ row: 0, column: 1 }));
  expect(text(editing)).toBe('failed');
});

it('cell editing: opens no other cell until a rejected text is corrected or discarded', async () => {
  const user = userEvent.setup();
  const staged: unknown[] = [];
  render(<Cells onStage={(value) => staged.push(value)} />);
  await user.click(screen.getByRole('button', { name: 'Count' }));
  await user.clear(screen.getByRole('textbox'));
  await user.keyboard('12x');
  await user.click(screen.getByRole('button', { name: 'Status' }));
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Count/ });
  expect(field.value).toBe('12x');
  expect(document.activeElement).toBe(field);
  expect(staged).toEqual([]);

  await user.keyboard('{Backspace}');
  await user.click(screen.getByRole('button', { name: 'Status' }));
  expect(screen.getByRole('textbox', { name: /^Status/ })).toBeTruthy();
  expect(staged).toEqual([{ kind: 'set', name: 'Count', value: { type: 'Edm.Int32', value: '12' } }]);
});

it('cell editing: opens another cell once the rejected text is discarded', async () => {
  const user = userEvent.setup();
  render(<Cells onStage={nothing} />);
  await user.click(screen.getByRole('button', { name: 'Count' }));
  await user.keyboard('x{Enter}{Escape}');
  await user.click(screen.getByRole('button', { name: 'Status' }));
  expect(screen.getByRole('textbox', { name: /^Status/ })).toBeTruthy();
});

it('cell editing: ends when its new entity goes, and starts afresh for the next one in that row', () => {
  const { staging } = insertEntity(nothingStaged, { partitionKey: 'Harbour', rowKey: '', properties: [] });
  const next = insertEntity({ ...staging, edits: [] }, { partitionKey: 'Harbour', rowKey: '', properties: [] }).staging;
  const shown = ({ edits: [edit] }: typeof staging) =>
    ({ entity, mark: undefined, edit, read: undefined, readColumns: 'all' }) as const;
  const { result, rerender } = renderHook(
    (now: typeof staging) =>
      useCellEditing({
        staged: new Set(now.edits.map(({ id }) => id)),
        columns,
        rowIndexes: indexes,
        edits,
        shownAt: () => shown(now),
        handle: { current: null },
        onSelect: nothing,
      }),
    { initialProps: staging },
  );
  act(() => result.current.begin({ row: 0, column: 0 }, '/'));
  expect(result.current.editor).toBeDefined();
  rerender(next);
  expect(result.current.editor).toBeUndefined();
  rerender(staging);
  expect(result.current.editor).toBeUndefined();
  rerender(next);
  act(() => result.current.begin({ row: 0, column: 0 }, '8'));
  expect(text(result)).toBe('8');
});

it('cell editing: follows its row when sorting moves it', () => {
  const { result, rerender } = renderHook(
    (shift: number) =>
      useCellEditing({
        staged: new Set<string>(),
        columns,
        edits,
        handle: { current: null },
        onSelect: nothing,
        rowIndexes: { loadedAt: (index) => (index === 0 ? undefined : index - shift), positionOf: (at) => at + shift },
        shownAt: () => ({ entity, mark: undefined, edit: undefined, read: entity, readColumns: 'all' }),
      }),
    { initialProps: 0 },
  );
  act(() => result.current.begin({ row: 2, column: 1 }));
  rerender(5);
  expect(result.current.editor?.cell).toEqual({ row: 7, column: 1 });
  act(() => result.current.begin({ row: 0, column: 1 }));
  rerender(8);
  expect(result.current.editor?.cell, 'a row above those of the result').toEqual({ row: 0, column: 1 });
});

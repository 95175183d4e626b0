// What a press of the mouse begins, and what it does not.
import { renderHook } from '@testing-library/react';
import type { PointerEvent } from 'react';
import { expect, it } from 'vitest';
import { type Selection, isOfRows, moved, rowStretches, selectionAt } from './selection';
import { useCellPointer } from './grid-input';

const extent = { rows: 10, columns: 3, pageRows: 5 };

function press(row: number, keys: { readonly ctrlKey: boolean }): PointerEvent<HTMLElement> {
  const target = document.createElement('div');
  target.dataset.rowNumber = String(row);
  return {
    target,
    button: 0,
    buttons: 1,
    shiftKey: false,
    metaKey: false,
    ...keys,
  } as unknown as PointerEvent<HTMLElement>;
}

it('leaves a row out that was taken out of everything, though the mouse still moves over it', () => {
  let selection: Selection = selectionAt({ row: 4, column: 0 });
  const onSelect = (next: Selection): void => void (selection = next);
  const { result, rerender } = renderHook(() => useCellPointer(selection, onSelect));
  selection = moved(selection, { key: 'a', shift: false, command: true }, extent) ?? selection;
  rerender();
  result.current.onPointerDown(press(4, { ctrlKey: true }));
  rerender();
  result.current.onPointerMove(press(4, { ctrlKey: true }));
  expect(rowStretches(selection)).toEqual([
    { top: 0, bottom: 3 },
    { top: 5, bottom: 9 },
  ]);
  rerender();
  result.current.onPointerDown(press(2, { ctrlKey: false }));
  rerender();
  result.current.onPointerMove(press(3, { ctrlKey: false }));
  expect(rowStretches(selection), 'a press by itself is dragged on').toEqual([{ top: 2, bottom: 3 }]);
});

it('opens the menu of a row number for the whole row, or for the selection that contains it', () => {
  let selection: Selection = selectionAt({ row: 4, column: 1 });
  const onSelect = (next: Selection): void => void (selection = next);
  const { result, rerender } = renderHook(() => useCellPointer(selection, onSelect));
  const openOver = (row: number): Selection | undefined => {
    rerender();
    const pointed = result.current.positionOf(press(row, { ctrlKey: false }).target);
    return pointed && result.current.selectForMenu(pointed);
  };
  expect(openOver(4)).toBe(selection);
  expect([isOfRows(selection), rowStretches(selection)]).toEqual([true, [{ top: 4, bottom: 4 }]]);
  const rows: Selection = { ...selection, anchor: { row: 2, column: 0 }, active: { row: 5, column: 0 } };
  selection = rows;
  expect(openOver(3)).toBe(rows);
  openOver(7);
  expect(rowStretches(selection)).toEqual([{ top: 7, bottom: 7 }]);
});

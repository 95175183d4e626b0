// The mouse over the grid's cells and row numbers: press, stretch by dragging or with Shift, add with Ctrl.
import { type PointerEvent, useRef } from 'react';
import { type Cell, type ClickKind, type Selection, clicked, rangesOf } from './selection';

export interface CellPointer {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: () => void;
  /** The cell under a target; undefined elsewhere and over the number of a row. */
  readonly cellOf: (target: EventTarget) => Cell | undefined;
  /** A menu is for the cell pointed at: what is selected stays where it holds the cell. Returns what is selected then. */
  readonly selectForMenu: (cell: Cell) => Selection;
}

export function useCellPointer(
  selection: Selection | undefined,
  onSelect: (selection: Selection) => void,
): CellPointer {
  const dragging = useRef(false);
  return {
    onPointerDown(event) {
      const target = event.button === 0 ? placeUnder(event.target) : undefined;
      if (target === undefined) return;
      const kind: ClickKind = event.shiftKey ? 'stretch' : event.ctrlKey || event.metaKey ? 'add' : 'plain';
      const next = clicked(selection, target.cell, kind, target.span);
      // Not after a Ctrl click that deselected a cell: the selection then lies elsewhere.
      dragging.current = next.active.row === target.cell.row && next.active.column === target.cell.column;
      onSelect(next);
    },
    onPointerMove(event) {
      if (!dragging.current || selection === undefined) return;
      if (event.buttons === 0) {
        dragging.current = false;
        return;
      }
      const cell = placeUnder(event.target)?.cell;
      if (cell === undefined || (cell.row === selection.active.row && cell.column === selection.active.column)) return;
      onSelect({ ...selection, active: cell });
    },
    onPointerUp() {
      dragging.current = false;
    },
    cellOf: (target) => {
      const place = placeUnder(target);
      return place?.span === 'cells' ? place.cell : undefined;
    },
    selectForMenu(cell) {
      const holdsCell = (selection === undefined ? [] : rangesOf(selection)).some(
        ({ top, bottom, left, right }) =>
          cell.row >= top && cell.row <= bottom && cell.column >= left && cell.column <= right,
      );
      if (holdsCell && selection !== undefined) return selection;
      const own = clicked(undefined, cell, 'plain');
      onSelect(own);
      return own;
    },
  };
}

function placeUnder(target: EventTarget): { readonly cell: Cell; readonly span: Selection['span'] } | undefined {
  // Inside an editor the mouse is the editor's.
  if (!(target instanceof Element) || target.closest('[data-cell-editor]') !== null) return undefined;
  const number = target.closest<HTMLElement>('[data-row-number]');
  if (number !== null) return { cell: { row: Number(number.dataset.rowNumber), column: 0 }, span: 'rows' };
  const cell = target.closest<HTMLElement>('[role=gridcell][data-column]');
  if (cell === null) return undefined;
  return { cell: { row: Number(cell.dataset.row), column: Number(cell.dataset.column) }, span: 'cells' };
}

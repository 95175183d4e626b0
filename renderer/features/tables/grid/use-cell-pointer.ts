// The mouse over the grid's cells and row numbers: select, extend by dragging or with Shift, add with Ctrl.
import { type PointerEvent, useRef } from 'react';
import { type Cell, type ClickKind, type Selection, clicked, rangeOf, rangesOf } from './selection';

export interface CellPointer {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: () => void;
  /** The cell under a target, or the row under its number; undefined elsewhere. */
  readonly positionOf: (target: EventTarget) => PointedCell | undefined;
  /** A menu is for what is pointed at: what is selected stays where it holds that. Returns what is selected then. */
  readonly selectForMenu: (pointed: PointedCell) => Selection;
}

/** `rows`: the whole row of the cell. */
export interface PointedCell {
  readonly cell: Cell;
  readonly span: Selection['span'];
}

export function useCellPointer(
  selection: Selection | undefined,
  onSelect: (selection: Selection) => void,
): CellPointer {
  const dragging = useRef(false);
  return {
    onPointerDown(event) {
      const target = event.button === 0 ? cellUnder(event.target) : undefined;
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
      const cell = cellUnder(event.target)?.cell;
      if (cell === undefined || (cell.row === selection.active.row && cell.column === selection.active.column)) return;
      onSelect({ ...selection, active: cell });
    },
    onPointerUp() {
      dragging.current = false;
    },
    positionOf: cellUnder,
    selectForMenu({ cell, span }) {
      const own = clicked(undefined, cell, 'plain', span);
      const pointed = rangeOf(own);
      const holdsIt = (selection === undefined ? [] : rangesOf(selection)).some(
        ({ top, bottom, left, right }) =>
          pointed.top >= top && pointed.bottom <= bottom && pointed.left >= left && pointed.right <= right,
      );
      if (holdsIt && selection !== undefined) return selection;
      onSelect(own);
      return own;
    },
  };
}

function cellUnder(target: EventTarget): PointedCell | undefined {
  // Inside an editor the mouse is the editor's.
  if (!(target instanceof Element) || target.closest('[data-cell-editor]') !== null) return undefined;
  const number = target.closest<HTMLElement>('[data-row-number]');
  if (number !== null) return { cell: { row: Number(number.dataset.rowNumber), column: 0 }, span: 'rows' };
  const cell = target.closest<HTMLElement>('[role=gridcell][data-column]');
  if (cell === null) return undefined;
  return { cell: { row: Number(cell.dataset.row), column: Number(cell.dataset.column) }, span: 'cells' };
}

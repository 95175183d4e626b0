// The keyboard and the mouse in the grid: move, extend and add to the selection, copy, edit cells, open menus, move and
// resize columns.
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { TableDisabledReasons } from '@renderer/pane/table-disabled-reasons';
import { keyAlong } from '@renderer/ui';
import type { CellActions } from './cell-actions';
import { type ColumnActions, stepColumn } from './column-actions';
import type { EditActions } from './edit-actions';
import { type GridColumn, isKey, narrowestPx, widestPx } from '../result/grid-column';
import {
  type Cell,
  type ClickKind,
  type Selection,
  clicked,
  isOfRows,
  isOneRow,
  moved,
  rangeOf,
  rangesOf,
} from './selection';
import { disabledReasonOf, type RowMark } from '../staging/staged-rows';
import type { GridScrolling } from './use-grid-scroll';

interface GridKeysInput {
  readonly columns: readonly GridColumn[];
  readonly rowCount: number;
  /** Rows that Page Up and Page Down go by. */
  readonly pageRows: number;
  readonly selection: Selection | undefined;
  readonly onSelect: (selection: Selection) => void;
  readonly onOpen: () => void;
  readonly reveal: GridScrolling['reveal'];
  readonly openMenu: (of: 'cell' | 'column') => void;
  readonly columnActions: ColumnActions;
  readonly cellActions: CellActions;
  readonly editActions: EditActions;
  readonly markAt: (index: number) => RowMark | undefined;
  readonly disabledReasons: TableDisabledReasons;
  /** A user tried something that is disabled. */
  readonly onRejected: (reason: string) => void;
}

interface GridKeys {
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  /**
   * Opens the editor of a cell, with the typed text instead of the cell's; shows the reason if nothing can be edited.
   */
  readonly editCell: (cell: Cell, typed?: string) => void;
}

const resizePx = 16;

export function useGridKeys(input: GridKeysInput): GridKeys {
  const { columns, rowCount, pageRows, selection, onSelect, onOpen, reveal, openMenu } = input;
  const { columnActions, cellActions, editActions, markAt, disabledReasons, onRejected } = input;

  const editDisabledReason = ({ row, column }: Cell): string | null => {
    const at = columns[column];
    return disabledReasonOf(disabledReasons, at !== undefined && isKey(at) ? 'rekey' : 'edit', markAt(row));
  };
  const editCell = (cell: Cell, typed?: string): void => {
    const disabledReason = editDisabledReason(cell);
    if (disabledReason !== null) return onRejected(disabledReason);
    reveal(cell);
    editActions.editCell(cell, typed);
  };
  /** Enter, F2 and typing edit the active cell; Delete deletes rows that are selected as such, and empties cells. */
  const editOfKey = (event: KeyboardEvent, at: Selection): (() => void) | undefined => {
    if (event.altKey || event.ctrlKey || event.metaKey) return undefined;
    if (event.key === 'Enter' && editDisabledReason(at.active) !== null) return onOpen;
    if (event.key === 'Enter' || event.key === 'F2') return () => editCell(at.active);
    if (event.key === 'Delete') {
      const action = isOfRows(at) ? 'remove' : 'edit';
      const disabledReason = disabledReasonOf(
        disabledReasons,
        action,
        isOneRow(at) ? markAt(at.active.row) : undefined,
      );
      if (disabledReason !== null) return () => onRejected(disabledReason);
      return () => (isOfRows(at) ? editActions.deleteRows(at) : editActions.removeProperties(at));
    }
    return event.key.length === 1 && event.key !== ' ' ? () => editCell(at.active, event.key) : undefined;
  };
  /** With Alt: the menu of the active column, its width, and with Shift its position. */
  const columnOfKey = (event: KeyboardEvent): (() => void) | undefined => {
    if (event.key === 'ArrowDown') return () => openMenu('column');
    const at = selection?.active.column ?? -1;
    const column = columns[at];
    const key = keyAlong(event);
    const side = key === 'ArrowRight' ? 'right' : key === 'ArrowLeft' ? 'left' : undefined;
    if (column === undefined || side === undefined) return undefined;
    if (event.shiftKey) return () => stepColumn(columns, at, side, columnActions);
    const widthPx = column.widthPx + (side === 'right' ? resizePx : -resizePx);
    return () => columnActions.resize(column.id, Math.max(narrowestPx, Math.min(widestPx, widthPx)));
  };
  const move = (event: KeyboardEvent): (() => void) | undefined => {
    const command = hasCommand(event);
    const next = moved(
      selection,
      { key: keyAlong(event), shift: event.shiftKey, command },
      { rows: rowCount, columns: columns.length, pageRows },
    );
    if (next === undefined) return undefined;
    return () => {
      onSelect(next);
      if (event.key.toLowerCase() === 'a') return;
      // The first column is always in sight where it is pinned; those behind it are meant too.
      const isStart = event.key === 'Home' || (command && keyAlong(event) === 'ArrowLeft');
      reveal(next.active, isStart ? 'from-start' : undefined);
    };
  };
  const actionOf = (event: KeyboardEvent): (() => void) | undefined => {
    if (hasCommand(event) && event.key.toLowerCase() === 'c') {
      return () => {
        if (selection !== undefined) cellActions.copy('tsv', selection);
      };
    }
    if (event.key === 'Enter' && event.altKey && selection !== undefined) return onOpen;
    const edit = selection === undefined ? undefined : editOfKey(event, selection);
    if (edit !== undefined) return edit;
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) return () => openMenu('cell');
    return event.altKey ? columnOfKey(event) : move(event);
  };

  return {
    editCell,
    onKeyDown: (event) => {
      // Inside an editor the keys are the editor's.
      if (event.target !== event.currentTarget) return;
      const action = actionOf(event);
      if (action === undefined) return;
      event.preventDefault();
      action();
    },
  };
}

function hasCommand({ ctrlKey, metaKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey;
}

interface CellPointer {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: () => void;
  /** The cell under a target, or the row under its number; undefined elsewhere. */
  readonly positionOf: (target: EventTarget) => PointedCell | undefined;
  /**
   * A menu applies to the cell under the pointer: a selection that contains it is unchanged. Returns the resulting
   * selection.
   */
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

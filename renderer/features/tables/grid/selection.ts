// Spreadsheet selection as a value: one active cell and the rectangle between it and an anchor. Pure; the grid
// decides what is visible.
export interface Cell {
  readonly row: number;
  readonly column: number;
}

export interface Selection {
  /** Where the range began. */
  readonly anchor: Cell;
  /** Where the keyboard is; the other corner of the range. */
  readonly active: Cell;
}

export interface GridExtent {
  readonly rows: number;
  readonly columns: number;
  /** Rows that Page Up and Page Down move by. */
  readonly pageRows: number;
}

export interface SelectionRange {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** A key press as the grid cares about it; `command` is Ctrl, or Cmd on a Mac. */
export interface GridKey {
  readonly key: string;
  readonly shift: 'yes' | 'no';
  readonly command: 'yes' | 'no';
}

export function selectionAt(cell: Cell): Selection {
  return { anchor: cell, active: cell };
}

export function rangeOf({ anchor, active }: Selection): SelectionRange {
  return {
    top: Math.min(anchor.row, active.row),
    bottom: Math.max(anchor.row, active.row),
    left: Math.min(anchor.column, active.column),
    right: Math.max(anchor.column, active.column),
  };
}

export function cellCount(range: SelectionRange): number {
  return (range.bottom - range.top + 1) * (range.right - range.left + 1);
}

/** Click, or shift-click to stretch the range. */
export function clicked(selection: Selection | undefined, cell: Cell, shift: 'yes' | 'no'): Selection {
  return shift === 'yes' && selection !== undefined ? { anchor: selection.anchor, active: cell } : selectionAt(cell);
}

/** The selection after a key, or undefined where the key does not move it. */
export function moved(selection: Selection | undefined, press: GridKey, extent: GridExtent): Selection | undefined {
  if (extent.rows === 0 || extent.columns === 0) return undefined;
  if (press.command === 'yes' && press.key.toLowerCase() === 'a') {
    return {
      anchor: { row: 0, column: 0 },
      active: { row: extent.rows - 1, column: extent.columns - 1 },
    };
  }
  const from = selection?.active ?? { row: 0, column: 0 };
  const target = targetOf(from, press, extent);
  if (target === undefined) return undefined;
  if (selection === undefined) return selectionAt(from);
  return press.shift === 'yes' ? { anchor: selection.anchor, active: target } : selectionAt(target);
}

function targetOf(from: Cell, press: GridKey, extent: GridExtent): Cell | undefined {
  const lastRow = extent.rows - 1;
  const lastColumn = extent.columns - 1;
  const jump = press.command === 'yes';
  const row = (to: number): Cell => ({ row: clamp(to, lastRow), column: clamp(from.column, lastColumn) });
  const column = (to: number): Cell => ({ row: clamp(from.row, lastRow), column: clamp(to, lastColumn) });
  switch (press.key) {
    case 'ArrowDown':
      return row(jump ? lastRow : from.row + 1);
    case 'ArrowUp':
      return row(jump ? 0 : from.row - 1);
    case 'ArrowRight':
      return column(jump ? lastColumn : from.column + 1);
    case 'ArrowLeft':
      return column(jump ? 0 : from.column - 1);
    // With Ctrl these two belong to the tabs of the window.
    case 'PageDown':
      return jump ? undefined : row(from.row + extent.pageRows);
    case 'PageUp':
      return jump ? undefined : row(from.row - extent.pageRows);
    case 'Home':
      return jump ? { row: 0, column: 0 } : column(0);
    case 'End':
      return jump ? { row: lastRow, column: lastColumn } : column(lastColumn);
    default:
      return undefined;
  }
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(most, value));
}

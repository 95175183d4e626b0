// Spreadsheet selection as a value: an active cell, the rectangle between it and an anchor, and earlier rectangles that
// remain selected. Pure; the grid decides what is visible.
export interface Cell {
  readonly row: number;
  readonly column: number;
}

export interface Selection {
  /** Where the range began. */
  readonly anchor: Cell;
  /** Where the keyboard is; the other corner of the range. */
  readonly active: Cell;
  /** `rows`: the range is of whole rows, whatever the columns of its corners. */
  readonly span: 'cells' | 'rows';
  /** Earlier ranges, added to with Ctrl. */
  readonly others: readonly SelectionRange[];
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
  /** Selected with all there was. It gives way when the selection is stretched, and single rows are taken out of it. */
  readonly of?: 'everything';
}

/** A key press as the grid cares about it; `command` is Ctrl, or Cmd on a Mac. */
export interface GridKey {
  readonly key: string;
  readonly shift: boolean;
  readonly command: boolean;
}

/** Alone, with Shift, with Ctrl. */
export type ClickKind = 'plain' | 'stretch' | 'add';

/** Whole rows extend to this column; no table has as many columns. */
const everyColumn = Number.MAX_SAFE_INTEGER;
/** Older ranges are dropped beyond this. */
const maxOthers = 1000;

export function selectionAt(cell: Cell): Selection {
  return { anchor: cell, active: cell, span: 'cells', others: [] };
}

/** The range that the keyboard stretches. */
export function rangeOf({ anchor, active, span }: Selection): SelectionRange {
  return {
    top: Math.min(anchor.row, active.row),
    bottom: Math.max(anchor.row, active.row),
    left: span === 'rows' ? 0 : Math.min(anchor.column, active.column),
    right: span === 'rows' ? everyColumn : Math.max(anchor.column, active.column),
  };
}

/** All that is selected, the range under the keyboard last. */
export function rangesOf(selection: Selection): readonly SelectionRange[] {
  return [...selection.others, rangeOf(selection)];
}

/** True where nothing but whole rows is selected. */
export function isOfRows(selection: Selection): boolean {
  return rangesOf(selection).every(({ right }) => right === everyColumn);
}

/** Nothing in other rows is selected. */
export function isOneRow(selection: Selection): boolean {
  return rangesOf(selection).every(({ top, bottom }) => top === selection.active.row && bottom === top);
}

/** The rows of which something is selected, in whole. */
export function wholeRows(selection: Selection): Selection {
  const others = selection.others.map((range) => ({ ...range, left: 0, right: everyColumn }));
  return { ...selection, span: 'rows', others };
}

/** Stretches of selected rows from top to bottom, each row in one of them. */
export function rowStretches(selection: Selection): readonly { readonly top: number; readonly bottom: number }[] {
  const sorted = [...rangesOf(selection)].sort((left, right) => left.top - right.top);
  const stretches: { top: number; bottom: number }[] = [];
  for (const { top, bottom } of sorted) {
    const last = stretches.at(-1);
    if (last !== undefined && top <= last.bottom + 1) last.bottom = Math.max(last.bottom, bottom);
    else stretches.push({ top, bottom });
  }
  return stretches;
}

export function selectedRowCount(selection: Selection): number {
  return rowStretches(selection).reduce((sum, { top, bottom }) => sum + bottom - top + 1, 0);
}

/** A click on a cell, or on the number of a row. */
export function clicked(
  selection: Selection | undefined,
  cell: Cell,
  kind: ClickKind,
  span: Selection['span'] = 'cells',
): Selection {
  if (selection === undefined || kind === 'plain') return { ...selectionAt(cell), span };
  if (kind === 'stretch') return { ...stretched(selection, cell), span };
  const isInAll = selection.others.some(
    ({ of, top, bottom }) => of !== undefined && top <= cell.row && cell.row <= bottom,
  );
  if (isInAll) return withoutRow(selection, cell) ?? { ...selectionAt(cell), span: 'rows' };
  // A range that only repeats one that is selected takes it away again.
  const own: SelectionRange = rangeOf({ ...selectionAt(cell), span });
  const before = rangesOf(selection);
  const others = before.filter((range) => !isSame(range, own));
  if (others.length < before.length && others.length > 0) {
    const last = others.at(-1) ?? own;
    return fromRange(last, others.slice(0, -1));
  }
  return { ...selectionAt(cell), span, others: others.slice(-maxOthers) };
}

/** The selection after a key, or undefined where the key does not move it. */
export function moved(selection: Selection | undefined, press: GridKey, extent: GridExtent): Selection | undefined {
  if (extent.rows === 0 || extent.columns === 0) return undefined;
  const from = selection?.active ?? { row: 0, column: 0 };
  if (press.command && press.key.toLowerCase() === 'a') {
    // The active cell stays: selecting everything does not scroll.
    const all = { top: 0, bottom: extent.rows - 1, left: 0, right: everyColumn, of: 'everything' } as const;
    return { ...selectionAt(from), span: 'rows', others: [all] };
  }
  if (press.key === ' ' && press.shift) {
    return { ...(selection ?? selectionAt(from)), span: 'rows' };
  }
  const target = targetOf(from, press, extent);
  if (target === undefined) return undefined;
  if (selection === undefined) return selectionAt(from);
  return press.shift ? stretched(selection, target) : selectionAt(target);
}

/** The same rows where others came above them, or with a negative count went away. */
export function movedDown(selection: Selection, rows: number): Selection {
  if (rows === 0) return selection;
  const down = (row: number): number => Math.max(0, row + rows);
  const cell = (at: Cell): Cell => ({ ...at, row: down(at.row) });
  const others = selection.others.map((range) => ({ ...range, top: down(range.top), bottom: down(range.bottom) }));
  return { ...selection, anchor: cell(selection.anchor), active: cell(selection.active), others };
}

/**
 * Extends the range from the anchor to another cell. After everything was selected, it begins again at the active cell.
 */
function stretched(selection: Selection, active: Cell): Selection {
  return { ...selection, active, others: selection.others.filter(({ of }) => of === undefined) };
}

/** All that is selected but this row, with the keyboard in a row beside it; undefined where nothing would be left. */
function withoutRow(selection: Selection, { row, column }: Cell): Selection | undefined {
  const others = rangesOf(selection).flatMap((range) =>
    [
      { ...range, bottom: Math.min(range.bottom, row - 1) },
      { ...range, top: Math.max(range.top, row + 1) },
    ].filter(({ top, bottom }) => top <= bottom),
  );
  const beside = [row + 1, row - 1].find((at) => others.some(({ top, bottom }) => top <= at && at <= bottom));
  const next = beside ?? others.at(-1)?.top;
  return next === undefined ? undefined : { ...selectionAt({ row: next, column }), span: 'rows', others };
}

function fromRange(range: SelectionRange, others: readonly SelectionRange[]): Selection {
  const isRows = range.right === everyColumn;
  return {
    anchor: { row: range.top, column: range.left },
    active: { row: range.bottom, column: isRows ? range.left : range.right },
    span: isRows ? 'rows' : 'cells',
    others,
  };
}

function isSame(left: SelectionRange, right: SelectionRange): boolean {
  return (
    left.top === right.top && left.bottom === right.bottom && left.left === right.left && left.right === right.right
  );
}

function targetOf(from: Cell, press: GridKey, extent: GridExtent): Cell | undefined {
  const lastRow = extent.rows - 1;
  const lastColumn = extent.columns - 1;
  const jump = press.command;
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

function clamp(value: number, max: number): number {
  return Math.max(0, Math.min(max, value));
}

// A selection in the form stored across restarts: relative to the active row, which is found again by its keys, and by
// column names, because columns may be in another position by then. Pure.
import { z } from 'zod';
import { type Cell, type Selection, type SelectionRange, rangesOf } from '../grid/selection';

/** More would be a whole day's clicking. */
const maxOthers = 100;

const row = z.int();
export const savedSelection = z.object({
  anchor: z.object({ row, column: z.string() }),
  span: z.enum(['cells', 'rows']),
  /** Columns are null for whole rows. */
  others: z.array(
    z.object({
      top: row,
      bottom: row,
      columns: z.object({ left: z.string(), right: z.string() }).nullable(),
      of: z.literal('everything').optional(),
    }),
  ),
});
export type SavedSelection = z.infer<typeof savedSelection>;

interface Named {
  readonly name: string;
}

export function selectionToSave(selection: Selection, columns: readonly Named[]): SavedSelection {
  const { active, anchor, span, others } = selection;
  const nameOf = (column: number): string => columns[column]?.name ?? '';
  return {
    anchor: { row: anchor.row - active.row, column: nameOf(anchor.column) },
    span,
    others: others.slice(-maxOthers).map(({ top, bottom, left, right, of }) => ({
      ...(of === undefined ? {} : { of }),
      top: top - active.row,
      bottom: bottom - active.row,
      columns: right >= columns.length ? null : { left: nameOf(left), right: nameOf(right) },
    })),
  };
}

/** How many rows below the one under the keyboard belong to it. */
export function rowsBelow({ anchor, others }: SavedSelection): number {
  return Math.max(0, anchor.row, ...others.map(({ bottom }) => bottom));
}

/** The selection again, as far as its rows are loaded and its columns are shown. */
export function restoreSelection(
  saved: SavedSelection,
  active: Cell,
  columns: readonly Named[],
  rowCount: number,
): Selection {
  const positionOf = (name: string): number => columns.findIndex((each) => each.name === name);
  const rowAt = (offset: number): number => Math.max(0, Math.min(rowCount - 1, active.row + offset));
  const anchorColumn = positionOf(saved.anchor.column);
  const others = saved.others.flatMap((range): readonly SelectionRange[] => {
    const [top, bottom] = [rowAt(range.top), rowAt(range.bottom)];
    if (range.columns === null) {
      const all = range.of === undefined ? {} : { of: range.of };
      return [{ top, bottom, left: 0, right: Number.MAX_SAFE_INTEGER, ...all }];
    }
    const ends = [positionOf(range.columns.left), positionOf(range.columns.right)];
    return ends.includes(-1) ? [] : [{ top, bottom, left: Math.min(...ends), right: Math.max(...ends) }];
  });
  const anchor = { row: rowAt(saved.anchor.row), column: anchorColumn < 0 ? active.column : anchorColumn };
  return { anchor, active, span: saved.span, others };
}

/** Whether more than one cell is selected. */
export function isMoreThanACell(selection: Selection): boolean {
  return (
    selection.span === 'rows' ||
    rangesOf(selection).some(({ top, bottom, left, right }) => top < bottom || left < right) ||
    selection.others.length > 0
  );
}

// A selection in the form stored across restarts: relative to the active row, which is found again by its keys, and by
// column names, because columns may be in another position by then. Pure.
import { z } from 'zod';
import { type Cell, type Selection, type SelectionRange, rangesOf } from '../grid/selection';

/** More would be a whole day's clicking. */
const mostOthers = 100;

const row = z.int();
export const keptSelection = z.object({
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
export type KeptSelection = z.infer<typeof keptSelection>;

interface Named {
  readonly name: string;
}

export function selectionToKeep(selection: Selection, columns: readonly Named[]): KeptSelection {
  const { active, anchor, span, others } = selection;
  const nameOf = (column: number): string => columns[column]?.name ?? '';
  return {
    anchor: { row: anchor.row - active.row, column: nameOf(anchor.column) },
    span,
    others: others.slice(-mostOthers).map(({ top, bottom, left, right, of }) => ({
      ...(of === undefined ? {} : { of }),
      top: top - active.row,
      bottom: bottom - active.row,
      columns: right >= columns.length ? null : { left: nameOf(left), right: nameOf(right) },
    })),
  };
}

/** How many rows below the one under the keyboard belong to it. */
export function rowsBelow({ anchor, others }: KeptSelection): number {
  return Math.max(0, anchor.row, ...others.map(({ bottom }) => bottom));
}

/** The selection again, as far as its rows are loaded and its columns are shown. */
export function selectionKept(
  kept: KeptSelection,
  active: Cell,
  columns: readonly Named[],
  rowCount: number,
): Selection {
  const placeOf = (name: string): number => columns.findIndex((each) => each.name === name);
  const rowAt = (offset: number): number => Math.max(0, Math.min(rowCount - 1, active.row + offset));
  const anchorColumn = placeOf(kept.anchor.column);
  const others = kept.others.flatMap((range): readonly SelectionRange[] => {
    const [top, bottom] = [rowAt(range.top), rowAt(range.bottom)];
    if (range.columns === null) {
      const all = range.of === undefined ? {} : { of: range.of };
      return [{ top, bottom, left: 0, right: Number.MAX_SAFE_INTEGER, ...all }];
    }
    const ends = [placeOf(range.columns.left), placeOf(range.columns.right)];
    return ends.includes(-1) ? [] : [{ top, bottom, left: Math.min(...ends), right: Math.max(...ends) }];
  });
  const anchor = { row: rowAt(kept.anchor.row), column: anchorColumn < 0 ? active.column : anchorColumn };
  return { anchor, active, span: kept.span, others };
}

/** Whether more than one cell is selected. */
export function isMoreThanACell(selection: Selection): boolean {
  return (
    selection.span === 'rows' ||
    rangesOf(selection).some(({ top, bottom, left, right }) => top < bottom || left < right) ||
    selection.others.length > 0
  );
}

// What of the grid is drawn: what is in view, and the cell that is edited wherever it has gone, for what was typed lives in
// its editor. Pure.
import type { ColumnLayout, ColumnWindow } from './column-layout';

/** Pinned columns are drawn anyway. */
export function drawnColumns(
  inView: ColumnWindow,
  { pinnedCount }: Pick<ColumnLayout, 'pinnedCount'>,
  edited: number | undefined,
): ColumnWindow {
  if (edited === undefined || edited < pinnedCount) return inView;
  return { first: Math.min(inView.first, edited), last: Math.max(inView.last, edited) };
}

export interface DrawnRows {
  /** By index. */
  readonly rows: readonly number[];
  /** Rows before the first that would be drawn anyway; they stand right above it, out of sight. */
  readonly above: 0 | 1;
}

export function drawnRows(first: number, last: number, edited: number | undefined): DrawnRows {
  const rows = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  if (edited === undefined || rows.length === 0 || (edited >= first && edited <= last)) return { rows, above: 0 };
  return edited < first ? { rows: [edited, ...rows], above: 1 } : { rows: [...rows, edited], above: 0 };
}

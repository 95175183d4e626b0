// Which part of the grid is rendered: what is in view, and the edited cell wherever it is, because its editor holds the
// typed text. Pure.
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

/** By index, in their order. */
export function drawnRows(first: number, last: number, edited: number | undefined): readonly number[] {
  const rows = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  if (edited === undefined || rows.length === 0 || (edited >= first && edited <= last)) return rows;
  return edited < first ? [edited, ...rows] : [...rows, edited];
}

// The position of each column: the pinned ones that fit, then the others with their offsets. Pure geometry in pixels.
import type { GridColumn } from '../result/grid-column';

export interface ColumnLayout {
  readonly columns: readonly GridColumn[];
  /** The number of leading columns that stay fixed while the rest scrolls. */
  readonly pinnedCount: number;
  readonly pinnedPx: number;
  /** Left edge of each column in the unscrolled content. */
  readonly leftPx: readonly number[];
  readonly totalPx: number;
}

/** Pinned columns may take this part of the width before the later ones scroll along. */
const maxPinned = 0.55;

/** Lays columns out in a viewport of this width; a width of 0 means not measured yet. */
export function layOutColumns(columns: readonly GridColumn[], viewportPx: number): ColumnLayout {
  const leftPx: number[] = [];
  let totalPx = 0;
  let pinnedCount = 0;
  let pinnedPx = 0;
  columns.forEach((column, index) => {
    leftPx.push(totalPx);
    totalPx += column.widthPx;
    const fits = viewportPx === 0 || totalPx <= viewportPx * maxPinned;
    if (column.pinned && pinnedCount === index && fits) {
      pinnedCount = index + 1;
      pinnedPx = totalPx;
    }
  });
  return { columns, pinnedCount, pinnedPx, leftPx, totalPx };
}

/** First and last of the scrolling columns that the viewport shows, by index. */
export interface ColumnWindow {
  readonly first: number;
  readonly last: number;
}

/** One more column on each side than the visible ones. */
export function columnWindow(layout: ColumnLayout, scrollLeft: number, viewportPx: number): ColumnWindow {
  const { columns, pinnedCount, pinnedPx, leftPx } = layout;
  const from = scrollLeft + pinnedPx;
  const to = scrollLeft + viewportPx;
  let first = pinnedCount;
  while (first < columns.length - 1 && (leftPx[first + 1] ?? 0) <= from) first += 1;
  let last = first;
  while (last < columns.length - 1 && (leftPx[last + 1] ?? 0) < to) last += 1;
  return { first: Math.max(pinnedCount, first - 1), last: Math.min(columns.length - 1, last + 1) };
}

/** The scroll position that brings a stretch into view, unchanged if it is in view already. */
export function scrollToShow(
  stretch: { readonly start: number; readonly end: number },
  view: { readonly start: number; readonly size: number; readonly coveredStart: number },
): number {
  const visibleStart = view.start + view.coveredStart;
  if (stretch.start < visibleStart) return Math.max(0, stretch.start - view.coveredStart);
  if (stretch.end > view.start + view.size) return stretch.end - view.size;
  return view.start;
}

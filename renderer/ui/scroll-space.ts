// Maps rows to scroll positions when there are more than an element can be high: the element scrolls a shorter
// distance, in which every position represents one in the full height. With fewer rows, the mapping is one to one. Pure
// geometry in pixels.

/** Chromium ends elements at 2^25 px; room is left for the header and the line under the rows. */
export const maxBodyPx = 33_000_000;

export interface ScrollSpace {
  readonly rowPx: number;
  readonly rowCount: number;
  readonly viewPx: number;
  /** Height of the element that holds the rows. */
  readonly bodyPx: number;
}

export function scrollSpace(rowCount: number, rowPx: number, viewPx: number): ScrollSpace {
  return { rowPx, rowCount, viewPx, bodyPx: Math.min(rowCount * rowPx, maxBodyPx) };
}

export function isScaled({ rowCount, rowPx, bodyPx }: ScrollSpace): boolean {
  return rowCount * rowPx > bodyPx;
}

/** The scroll position of the rows for this one of the element. */
export function rowsOffset(space: ScrollSpace, scrollTop: number): number {
  if (!isScaled(space)) return scrollTop;
  const { elementWay, rowsWay } = ways(space);
  // Behind the last row one pixel is one pixel again: the line under the rows.
  return scrollTop >= elementWay ? rowsWay + scrollTop - elementWay : (scrollTop / elementWay) * rowsWay;
}

/** The reverse of `rowsOffset`. */
export function scrollTopFor(space: ScrollSpace, offset: number): number {
  if (!isScaled(space)) return offset;
  const { elementWay, rowsWay } = ways(space);
  return offset >= rowsWay ? elementWay + offset - rowsWay : (offset / rowsWay) * elementWay;
}

/** The position of a row within the element that holds the rows, while that is scrolled to `scrollTop`. */
export function rowTop(space: ScrollSpace, row: number, scrollTop: number): number {
  return row * space.rowPx + scrollTop - rowsOffset(space, scrollTop);
}

const rowsAhead = 1024;

/**
 * The origin of the tops of rows, which keeps them constant while rows are scrolled: the first row, or one near `first`
 * if the element scrolls a shorter distance; `shiftPx` is the position of that one.
 */
export function rowsFrom(
  space: ScrollSpace,
  first: number,
  scrollTop: number,
): { readonly row: number; readonly shiftPx: number } {
  if (!isScaled(space)) return { row: 0, shiftPx: 0 };
  const row = first - (first % rowsAhead);
  return { row, shiftPx: rowTop(space, row, scrollTop) };
}

/**
 * Where to scroll the element, as little as brings a row into view.
 * @param view `headPx`: the height of what stays above the rows
 */
export function scrollTopShowing(
  space: ScrollSpace,
  row: number,
  { scrollTop, headPx }: { readonly scrollTop: number; readonly headPx: number },
): number {
  const offset = rowsOffset(space, scrollTop);
  const lowest = (row + 1) * space.rowPx + headPx - space.viewPx;
  const wanted = Math.min(row * space.rowPx, Math.max(lowest, offset));
  return wanted === offset ? scrollTop : scrollTopFor(space, wanted);
}

function ways({ rowCount, rowPx, viewPx, bodyPx }: ScrollSpace): { elementWay: number; rowsWay: number } {
  return { elementWay: bodyPx - viewPx, rowsWay: rowCount * rowPx - viewPx };
}

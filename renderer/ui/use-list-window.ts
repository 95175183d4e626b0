// A list of very many rows of equal height, of which only those in view are rendered: which rows these are and where,
// how to bring a row into view, and which row a key leads to.
import { type RefObject, type UIEvent, useCallback, useRef } from 'react';
import { rowTop, scrollSpace, scrollTopShowing } from './scroll-space';
import { rowWindow, useViewport } from './use-viewport';

export interface ListWindow {
  /** To be set on the element that scrolls. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Height of a row as the density sets it. */
  readonly rowPx: number;
  /** Height of the element that holds the rows. */
  readonly bodyPx: number;
  /** First and last row to draw; `last` is -1 without rows. */
  readonly first: number;
  readonly last: number;
  /** The position of a row in the element that holds the rows. */
  readonly topOf: (row: number) => number;
  /** Scrolls as little as brings the row into view. */
  readonly reveal: (row: number) => void;
  /** The row to which the arrow keys, Page Up, Page Down, Home and End lead; undefined for every other key. */
  readonly stepped: (key: string, from: number) => number | undefined;
  readonly onScroll: (event: UIEvent<HTMLElement>) => void;
}

/** `headPx`: what stays above the rows in the scrolling element. */
export function useListWindow(rows: number, headPx: number): ListWindow {
  const scroller = useRef<HTMLDivElement>(null);
  const viewport = useViewport(scroller, rows, { lines: 1 });
  const { rowPx, heightPx, space, scrollTop, onScroll } = viewport;

  const reveal = useCallback(
    (row: number): void => {
      const view = scroller.current;
      if (view === null || row < 0) return;
      view.scrollTop = scrollTopShowing(scrollSpace(rows, rowPx, heightPx), row, { scrollTop: view.scrollTop, headPx });
    },
    [rows, rowPx, heightPx, headPx],
  );

  return {
    scroller,
    rowPx,
    bodyPx: space.bodyPx,
    ...rowWindow(viewport, rows),
    topOf: (row) => rowTop(space, row, scrollTop),
    reveal,
    stepped: (key, from) => {
      const pageRows = Math.max(1, Math.floor((heightPx - headPx) / rowPx) - 1);
      const to = rowOfKey(key, { from, rows, pageRows });
      return to === undefined ? undefined : Math.max(0, Math.min(rows - 1, to));
    },
    onScroll,
  };
}

function rowOfKey(
  key: string,
  { from, rows, pageRows }: { readonly from: number; readonly rows: number; readonly pageRows: number },
): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return from + 1;
    case 'ArrowUp':
      return from - 1;
    case 'PageDown':
      return from + pageRows;
    case 'PageUp':
      return from - pageRows;
    case 'Home':
      return 0;
    case 'End':
      return rows - 1;
    default:
      return undefined;
  }
}

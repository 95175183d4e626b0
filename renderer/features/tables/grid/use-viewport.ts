// What of the rows a scrolling element shows: its size, the first row on screen, the height of a row as the tokens
// set it. Rows are equally high, so that a million of them need a division and no measuring.
import { type RefObject, type UIEvent, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

export interface Viewport {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rowPx: number;
  /** Rows scrolled out at the top, in whole steps, so that most scroll events change nothing. */
  readonly scrolledRows: number;
  readonly scrollLeft: number;
  /** For the element's scroll event. */
  readonly onScroll: (event: UIEvent<HTMLElement>) => void;
}

const standardRowPx = 28;
/** Rows are drawn beyond the edges; within this many nothing needs to change. */
const stepRows = 4;

/** Follows size changes; a change of density changes the row height with it. */
export function useViewport(element: RefObject<HTMLElement | null>): Viewport {
  const [size, setSize] = useState({ widthPx: 0, heightPx: 0, rowPx: standardRowPx });
  const [scrolledRows, setScrolledRows] = useState(0);
  const [scrollLeft, setScrollLeft] = useState(0);

  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return;
    const measure = (): void => {
      const wanted = Number.parseFloat(getComputedStyle(target).getPropertyValue('--row-height'));
      const rowPx = wanted > 0 ? wanted : standardRowPx;
      const { clientWidth: widthPx, clientHeight: heightPx } = target;
      setSize((before) =>
        before.widthPx === widthPx && before.heightPx === heightPx && before.rowPx === rowPx
          ? before
          : { widthPx, heightPx, rowPx },
      );
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(target);
    const density = new MutationObserver(measure);
    density.observe(document.documentElement, { attributes: true, attributeFilter: ['data-density'] });
    return () => {
      sizes.disconnect();
      density.disconnect();
    };
  }, [element]);

  const onScroll = (event: UIEvent<HTMLElement>): void => {
    const { scrollTop, scrollLeft: left } = event.currentTarget;
    const rows = Math.floor(scrollTop / size.rowPx / stepRows) * stepRows;
    if (rows === scrolledRows && left === scrollLeft) return;
    // Drawn within the same frame: a later one would show blank rows under a fast wheel.
    flushSync(() => {
      setScrolledRows(rows);
      setScrollLeft(left);
    });
  };
  return { ...size, scrolledRows, scrollLeft, onScroll };
}

/** Rows drawn above and below what is visible. */
const overscanRows = 12;

/** First and last row to draw, by index; `last` is -1 without rows. */
export function rowWindow(
  viewport: Pick<Viewport, 'heightPx' | 'rowPx' | 'scrolledRows'>,
  rowCount: number,
): { readonly first: number; readonly last: number } {
  const visible = Math.ceil(viewport.heightPx / viewport.rowPx) + stepRows;
  const last = Math.min(rowCount - 1, viewport.scrolledRows + visible + overscanRows);
  return { first: Math.max(0, Math.min(viewport.scrolledRows - overscanRows, last)), last };
}

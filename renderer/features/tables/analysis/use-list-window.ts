// Which of very many equally high rows a scrolling element shows, under a head that stays.
import { type RefObject, type UIEvent, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

export interface ListWindow {
  /** Height of a row as the density sets it. */
  readonly rowPx: number;
  /** First and last row to draw; `last` is -1 without rows. */
  readonly first: number;
  readonly last: number;
  /** Rows between two presses of Page Down. */
  readonly pageRows: number;
  readonly onScroll: (event: UIEvent<HTMLElement>) => void;
}

const standardRowPx = 28;
/** Rows are drawn beyond the edges; within this many nothing needs to change. */
const stepRows = 4;
const overscanRows = 12;

export function useListWindow(element: RefObject<HTMLElement | null>, rows: number, headPx: number): ListWindow {
  const [{ heightPx, rowPx }, setSize] = useState({ heightPx: 0, rowPx: standardRowPx });
  const [scrolledRows, setScrolledRows] = useState(0);
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return;
    const measure = (): void => {
      const wanted = Number.parseFloat(getComputedStyle(target).getPropertyValue('--row-height'));
      const size = { heightPx: target.clientHeight, rowPx: wanted > 0 ? wanted : standardRowPx };
      setSize((before) => (before.heightPx === size.heightPx && before.rowPx === size.rowPx ? before : size));
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

  const visible = Math.ceil(heightPx / rowPx) + stepRows;
  const last = Math.min(rows - 1, scrolledRows + visible + overscanRows);
  return {
    rowPx,
    first: Math.max(0, Math.min(scrolledRows - overscanRows, last)),
    last,
    pageRows: Math.max(1, Math.floor((heightPx - headPx) / rowPx) - 1),
    onScroll: ({ currentTarget }) => {
      const next = Math.floor(currentTarget.scrollTop / rowPx / stepRows) * stepRows;
      // Drawn within the same frame: a later one would show blank rows under a fast wheel.
      if (next !== scrolledRows) flushSync(() => setScrolledRows(next));
    },
  };
}

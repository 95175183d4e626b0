// What of the rows a scrolling element shows: its size, how far it is scrolled, the height of a row. Rows are equally
// high, so that a million of them need a division and no measuring.
import { type RefObject, type UIEvent, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { type ScrollSpace, isScaled, rowsOffset, scrollSpace } from './scroll-space';

export interface Viewport {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rowPx: number;
  readonly space: ScrollSpace;
  /** As far as the element is scrolled, in whole steps of rows where rows are one to one. */
  readonly scrollTop: number;
  readonly scrollLeft: number;
  /** For the element's scroll event. */
  readonly onScroll: (event: UIEvent<HTMLElement>) => void;
}

const standardRowPx = 28;
/** Rows are drawn beyond the edges; within this many nothing needs to change. */
const stepRows = 4;
/** What a line of wrapped text needs, and what a row has around its lines. */
const linePx = 18;
const linesAroundPx = 10;

/** Follows size changes; a change of density changes the row height with it. `lines`: of text in each row. */
export function useViewport(element: RefObject<HTMLElement | null>, rowCount: number, lines: number): Viewport {
  const [size, setSize] = useState({ widthPx: 0, heightPx: 0, densePx: standardRowPx });
  const [scrollTop, setScrollTop] = useState(0);
  const [scrollLeft, setScrollLeft] = useState(0);
  const rowPx = lines === 1 ? size.densePx : lines * linePx + linesAroundPx;
  const space = scrollSpace(rowCount, rowPx, size.heightPx);

  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return;
    const measure = (): void => {
      // On the document: the grid sets its own height of a row for what is inside of it.
      const wanted = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row-height'));
      const densePx = wanted > 0 ? wanted : standardRowPx;
      const { clientWidth: widthPx, clientHeight: heightPx } = target;
      setSize((before) =>
        before.widthPx === widthPx && before.heightPx === heightPx && before.densePx === densePx
          ? before
          : { widthPx, heightPx, densePx },
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
    const { scrollTop: top, scrollLeft: left } = event.currentTarget;
    // Scaled rows stand elsewhere at each position; others only need new neighbours now and then.
    const step = stepRows * rowPx;
    const shown = isScaled(space) ? top : Math.floor(top / step) * step;
    if (shown === scrollTop && left === scrollLeft) return;
    // Drawn within the same frame: a later one would show blank rows under a fast wheel.
    flushSync(() => {
      setScrollTop(shown);
      setScrollLeft(left);
    });
  };
  return { widthPx: size.widthPx, heightPx: size.heightPx, rowPx, space, scrollTop, scrollLeft, onScroll };
}

/** Rows drawn above and below what is visible. */
const overscanRows = 12;

/** First and last row to draw, by index; `last` is -1 without rows. */
export function rowWindow(
  { heightPx, rowPx, space, scrollTop }: Pick<Viewport, 'heightPx' | 'rowPx' | 'space' | 'scrollTop'>,
  rowCount: number,
): { readonly first: number; readonly last: number } {
  const scrolled = Math.floor(rowsOffset(space, scrollTop) / rowPx);
  const visible = Math.ceil(heightPx / rowPx) + stepRows;
  const last = Math.min(rowCount - 1, scrolled + visible + overscanRows);
  return { first: Math.max(0, Math.min(scrolled - overscanRows, last)), last };
}

const slotStep = 64;

/**
 * The key of a row that is drawn, its own among `drawn` rows one after the other. What leaves at one end hands its
 * elements to what comes at the other, which takes a quarter off the time of a frame.
 */
export function rowSlot(index: number, drawn: number): number {
  return index % (Math.ceil(drawn / slotStep) * slotStep);
}

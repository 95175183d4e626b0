// The viewport of a scrolling element with rows: its size, scroll position, and row height. All rows are equally high,
// so that a million of them need a division and no measuring.
import { type RefObject, type UIEvent, useDeferredValue, useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { type ScrollSpace, isScaled, rowsOffset, scrollSpace } from './scroll-space';

export interface Viewport {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rowPx: number;
  /** Rows to render above and below the visible ones: none in the first frame, which is faster without them. */
  readonly overscanRows: number;
  readonly space: ScrollSpace;
  /** The scroll position of the element, in whole steps of rows if rows are mapped one to one. */
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

interface ViewportSize {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly densePx: number;
}

const unknownSize: ViewportSize = { widthPx: 0, heightPx: 0, densePx: standardRowPx };
/** Sizes of the last element in each position. */
const lastSizes = new Map<string, ViewportSize>();
/** Of one that has been drawn. */
const defaultOverscanRows = 12;

export interface ViewportOptions {
  /** Of text in each row. */
  readonly lines: number;
  /** The position of the element: the next element there starts with this one's size, and is measured then. */
  readonly viewKey?: string;
}

/** Follows size changes; a change of density changes the row height with it. */
export function useViewport(
  element: RefObject<HTMLElement | null>,
  rowCount: number,
  { lines, viewKey }: ViewportOptions,
): Viewport {
  const [size, setSize] = useState(() => (viewKey === undefined ? undefined : lastSizes.get(viewKey)) ?? unknownSize);
  const overscanRows = useDeferredValue(defaultOverscanRows, 0);
  const [scrollTop, setScrollTop] = useState(0);
  const [scrollLeft, setScrollLeft] = useState(0);
  const rowPx = lines === 1 ? size.densePx : lines * linePx + linesAroundPx;
  const space = scrollSpace(rowCount, rowPx, size.heightPx);

  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return;
    const measure = (): void => {
      // On the document: the grid sets another row height for its descendants.
      const wanted = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row-height'));
      const densePx = wanted > 0 ? wanted : standardRowPx;
      const { clientWidth: widthPx, clientHeight: heightPx } = target;
      const now = { widthPx, heightPx, densePx };
      if (viewKey !== undefined && heightPx > 0) lastSizes.set(viewKey, now);
      setSize((before) =>
        before.widthPx === widthPx && before.heightPx === heightPx && before.densePx === densePx ? before : now,
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
  }, [element, viewKey]);

  const onScroll = (event: UIEvent<HTMLElement>): void => {
    const { scrollTop: top, scrollLeft: left } = event.currentTarget;
    // Scaled rows move with each position; others only need new neighbours now and then.
    const step = stepRows * rowPx;
    const shown = isScaled(space) ? top : Math.floor(top / step) * step;
    if (shown === scrollTop && left === scrollLeft) return;
    // Drawn within the same frame: a later one would show blank rows under a fast wheel.
    flushSync(() => {
      setScrollTop(shown);
      setScrollLeft(left);
    });
  };
  const { widthPx, heightPx } = size;
  return { widthPx, heightPx, rowPx, overscanRows, space, scrollTop, scrollLeft, onScroll };
}

export interface RowWindow {
  /** By index. */
  readonly first: number;
  /** -1 without rows. */
  readonly last: number;
  /** The most rows that this view ever draws. */
  readonly capacity: number;
}

/** What to draw. */
export function rowWindow(
  {
    heightPx,
    rowPx,
    overscanRows,
    space,
    scrollTop,
  }: Pick<Viewport, 'heightPx' | 'rowPx' | 'overscanRows' | 'space' | 'scrollTop'>,
  rowCount: number,
): RowWindow {
  const scrolled = Math.floor(rowsOffset(space, scrollTop) / rowPx);
  const visible = Math.ceil(heightPx / rowPx) + stepRows;
  const last = Math.min(rowCount - 1, scrolled + visible + overscanRows);
  const first = Math.max(0, Math.min(scrolled - overscanRows, last));
  return { first, last, capacity: visible + 2 * defaultOverscanRows + 1 };
}

export interface RowInSlot {
  readonly index: number;
  /** The key of its elements, unique among rows that are shown together. */
  readonly slot: number;
}

/**
 * Rows in the order of their elements: rows that leave at one end pass theirs to rows that enter at the other, and no
 * element moves among the others, so that a frame of scrolling takes a fifth less. Their order on screen follows from
 * their positions.
 */
export function inSlots(rows: readonly number[], capacity: number): readonly RowInSlot[] {
  const placed = rows.map((index) => ({ index, slot: index % capacity }));
  return placed.sort((one, other) => one.slot - other.slot);
}

/** True until it is known better, and where that cannot be known. */
export function useIsInView(element: RefObject<Element | null>): boolean {
  const [isInView, setIsInView] = useState(true);
  useEffect(() => {
    const target = element.current;
    if (target === null || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver((entries) => setIsInView(entries.at(-1)?.isIntersecting !== false));
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return isInView;
}

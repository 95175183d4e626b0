// The scroll position of the grid: brings a cell into view, reports the position, and restores it, also for rows that
// return after a later run yielded nothing.
import { type Viewport, rowsOffset, scrollTopFor, scrollTopShowing } from '@renderer/ui';
import { type RefObject, useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { type ColumnLayout, scrollToShow } from './column-layout';
import type { Cell } from './selection';
import type { QueryRun } from '../result/query-run';
import { withRows } from '../result/run-state';

/** Independent of the height of a row. */
export interface GridScroll {
  /** The row at the top edge; a part of one is scrolled away. */
  readonly topRow: number;
  readonly leftPx: number;
}

export interface GridScrolling {
  /** Scrolls as little as brings the cell into view; `from-start`: and with it the first columns, pinned or not. */
  readonly reveal: (cell: Cell, columns?: 'from-start') => void;
  readonly scrollTo: (scroll: GridScroll) => void;
}

interface GridScrollInput {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly viewport: Viewport;
  readonly layout: ColumnLayout;
  readonly gutterPx: number;
  readonly headPx: number;
  readonly onScrolled: (scroll: GridScroll) => void;
}

export function useGridScroll({
  scroller,
  viewport,
  layout,
  gutterPx,
  headPx,
  onScrolled,
}: GridScrollInput): GridScrolling {
  const { space } = viewport;
  const reveal: GridScrolling['reveal'] = ({ row, column }, columns) => {
    const view = scroller.current;
    if (view === null) return;
    const top = scrollTopShowing(space, row, { scrollTop: view.scrollTop, headPx });
    const start = layout.leftPx[column] ?? 0;
    const atLeast =
      column < layout.pinnedCount
        ? view.scrollLeft
        : scrollToShow(
            { start, end: start + (layout.columns[column]?.widthPx ?? 0) },
            { start: view.scrollLeft, size: view.clientWidth - gutterPx, coveredStart: layout.pinnedPx },
          );
    put(view, { top, left: columns === 'from-start' ? 0 : atLeast });
  };
  const scrollTo = ({ topRow, leftPx }: GridScroll): void => {
    if (scroller.current !== null) put(scroller.current, { top: topOf(space, topRow), left: leftPx });
  };
  const report = useEffectEvent(() => {
    const view = scroller.current;
    // Behind another tab it has no height, and is scrolled to its beginning.
    if (view === null || view.clientHeight === 0) return;
    onScrolled({ topRow: rowsOffset(space, view.scrollTop) / space.rowPx, leftPx: view.scrollLeft });
  });
  useEffect(() => {
    const view = scroller.current;
    const listen = (): void => report();
    listen();
    view?.addEventListener('scroll', listen, { passive: true });
    return () => view?.removeEventListener('scroll', listen);
  }, [scroller]);
  return { reveal, scrollTo };
}

function topOf(space: Viewport['space'], topRow: number): number {
  return scrollTopFor(space, topRow * space.rowPx);
}

function put(view: HTMLElement, { top, left }: { readonly top: number; readonly left: number }): void {
  view.scrollTop = top;
  view.scrollLeft = left;
}

interface ScrollBackInput {
  readonly session: Pick<QueryRun, 'store'>;
  /** The run whose rows are shown. */
  readonly run: number;
  readonly handle: RefObject<Pick<GridScrolling, 'scrollTo'> | null>;
}

/** Returns the listener for every scroll of the grid. */
export function useScrollBack({ session, run, handle }: ScrollBackInput): (scroll: GridScroll) => void {
  const position = useRef<GridScroll>(undefined);
  const wanted = useRef<GridScroll>(undefined);
  useEffect(
    () =>
      withRows(session, {
        take: () => position.current,
        startOver() {
          position.current = undefined;
          wanted.current = undefined;
        },
        bringBack(taken) {
          wanted.current = taken;
        },
      }),
    [session],
  );
  // Their grid is a new one, which is there by now.
  useEffect(() => {
    if (wanted.current !== undefined) handle.current?.scrollTo(wanted.current);
    wanted.current = undefined;
  }, [run, handle]);
  return useCallback((scroll: GridScroll) => {
    position.current = scroll;
  }, []);
}

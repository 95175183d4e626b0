// Restores the scroll position of rows that return after a later run yielded nothing.
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { ResultSession } from '../result/result-session';
import { withRows } from '../result/with-rows';
import type { EntityGridHandle } from './entity-grid';
import type { GridScroll } from './use-grid-scroll';

export interface ScrollBackInput {
  readonly session: Pick<ResultSession, 'store'>;
  /** The run whose rows are shown. */
  readonly run: number;
  readonly handle: RefObject<Pick<EntityGridHandle, 'scrollTo'> | null>;
}

/** Returns what hears of every scrolling of the grid. */
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

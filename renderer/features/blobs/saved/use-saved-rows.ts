// The selection and the scroll position of a container's list: recorded while the tab is open, and restored once the
// rows are listed again.
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SavedLocation, SavedRows } from './saved-location';
import { isComplete, keysOf } from '../listing/listing';
import type { ListingStore } from '../listing/listing-store';
import { type Selection, keepListed, nothingSelected } from '../listing/selection';

const settleMs = 250;
/** Rows that are listed unasked to find those of before. */
const maxListed = 5_000;
/** The maximum number of rows that are saved as selected if the whole list is. */
const maxSelected = 1_000;

export interface SavedRowsInput {
  readonly saved: SavedLocation;
  readonly listing: ListingStore;
  readonly state: ReturnType<ListingStore['store']['getState']>;
  /** The tab, in which the list may come and go. */
  readonly tab: RefObject<HTMLElement | null>;
  /** The list, which scrolls. */
  readonly grid: RefObject<HTMLElement | null>;
}

/** What to keep of the rows now; undefined until there is anything. */
export function useSavedRows({ saved, listing, state, tab, grid }: SavedRowsInput): SavedRows | undefined {
  const { actions } = listing;
  const { prefix, entries, selection, status } = state;
  const [rows, setRows] = useState(saved.rows);
  /** Until they are listed again, or the user has navigated elsewhere. */
  const wanted = useRef(saved.rows);

  const note = useEffectEvent(() => {
    const list = grid.current;
    if (wanted.current !== undefined || list === null || list.clientHeight === 0) return;
    setRows(rowsOf(selection, list.scrollTop));
  });
  useEffect(() => {
    const settling = window.setTimeout(() => note(), settleMs);
    return () => window.clearTimeout(settling);
  }, [prefix, selection]);
  useEffect(() => {
    const view = tab.current;
    let settling = 0;
    const listen = (event: Event): void => {
      if (event.target !== grid.current) return;
      window.clearTimeout(settling);
      settling = window.setTimeout(() => note(), settleMs);
    };
    view?.addEventListener('scroll', listen, { capture: true, passive: true });
    return () => {
      window.clearTimeout(settling);
      view?.removeEventListener('scroll', listen, { capture: true });
    };
  }, [tab, grid]);

  const bringBack = useEffectEvent((): void => {
    const back = wanted.current;
    if (back === undefined || status === 'loading' || status === 'failed' || entries.length === 0) return;
    if (prefix !== saved.prefix || selection !== nothingSelected) {
      wanted.current = undefined;
      return;
    }
    const keys = keysOf(entries);
    const at = back.current === null ? 0 : keys.indexOf(back.current);
    if (at < 0 && !isComplete(state.listing) && entries.length < maxListed) {
      if (status === 'ready') void actions.loadMore();
      return;
    }
    wanted.current = undefined;
    const before = { ...back, selected: new Set(back.selected), currentIndex: at };
    actions.select(keepListed(before, keys, keys));
    const list = grid.current;
    list?.scrollTo({ top: back.scrollTopPx });
  });
  useEffect(() => bringBack(), [entries, status]);
  return rows;
}

function rowsOf({ selected, anchor, current }: Selection, scrollTopPx: number): SavedRows {
  const first: string[] = [];
  for (const key of selected) {
    if (first.length === maxSelected) break;
    first.push(key);
  }
  return { selected: first, anchor, current, scrollTopPx };
}

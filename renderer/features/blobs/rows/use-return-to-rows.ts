// While a folder loads there are no rows; the focus stays in the tab and returns to the rows afterwards.
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { ListingStatus } from '../listing/listing-state';

/** Returns what to call before another folder is opened from the rows. */
export function useReturnToRows(
  status: ListingStatus,
  tab: RefObject<HTMLElement | null>,
  rows: RefObject<HTMLElement | null>,
): () => void {
  const isWanted = useRef(false);
  useEffect(() => {
    if (!isWanted.current) return;
    isWanted.current = status === 'loading';
    (status === 'loading' ? tab : rows).current?.focus();
  }, [status, tab, rows]);
  return useCallback(() => {
    isWanted.current = true;
  }, []);
}

// The selection in a container's tab: among the rows of a folder, or among the matches of a search.
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { type ListingEntry, selectedOf } from './listing/listing';
import type { ContainerStores } from './use-container-stores';

export interface Selected {
  readonly selected: readonly ListingEntry[];
  /** Before the next drawing: a right click selects a row and opens its menu at once. */
  readonly selectedNow: () => readonly ListingEntry[];
}

/** `among`: nothing is selected where no rows are shown. */
export function useSelected(
  { listing, search }: Pick<ContainerStores, 'listing' | 'search'>,
  among: 'listed' | 'matches' | 'nothing',
): Selected {
  const listed = useStore(listing.store);
  const matches = useStore(search.store);
  const { entries, selection } = among === 'matches' ? matches : listed;
  const selected = useMemo(
    () => (among === 'nothing' ? [] : selectedOf(entries, selection)),
    [among, entries, selection],
  );
  return {
    selected,
    selectedNow: () => {
      if (among === 'nothing') return [];
      const now = among === 'matches' ? search.store.getState() : listing.store.getState();
      return selectedOf(now.entries, now.selection);
    },
  };
}

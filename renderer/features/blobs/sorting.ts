// Sorting of the rows in front, by their heads and by name: what it does, and why it cannot be done now.
import type { SortColumn } from './listing/listing';
import { folderSortDisabledReason } from './rows/sort-columns';
import { searchSortDisabledReason } from './search/search-store';
import type { ContainerStores } from './use-container-stores';
import type { FolderNavigation } from './use-folder-navigation';

export interface Sorting {
  readonly onSort: (column: SortColumn) => void;
  /** Null when sorting is possible. */
  readonly disabledReason: string | null;
}

/** Null where no rows are shown. */
export function sortingOf(rowsOf: FolderNavigation['rowsOf'], { listing, search }: ContainerStores): Sorting | null {
  const state = listing.store.getState();
  const found = search.store.getState();
  if (rowsOf === 'search') {
    if (found.entries.length === 0) return null;
    return { onSort: search.actions.sortBy, disabledReason: searchSortDisabledReason(found) };
  }
  if (rowsOf === 'nothing' || state.entries.length === 0) return null;
  return { onSort: listing.actions.sortBy, disabledReason: folderSortDisabledReason(state) };
}

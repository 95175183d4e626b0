// The state of one open container: its path, what is listed and in which order it is shown, what is selected. Pure.
import type { StowageError } from '@shared/errors';
import { type Listing, type ListingEntry, type SortOrder, emptyListing, isComplete } from './listing';
import type { PageInput } from './listing-pages';
import { type Selection, nothingSelected } from './selection';

export const pageSize = 1000;
export const largestPage = 5000;
/** Longer lists are not read again unasked. */
const maxUnrequested = 4 * largestPage;

/** `loading`: nothing to show yet; `more`: the next page is on its way; `refreshing`: shown rows are being checked. */
export type ListingStatus = 'loading' | 'ready' | 'more' | 'refreshing' | 'failed';

/** `folders`: one level; `flat`: every blob below the folder. */
export type ListingDepth = PageInput['depth'];

export interface ListingState {
  readonly prefix: string;
  readonly depth: ListingDepth;
  /** Only names that continue so after the prefix are requested. */
  readonly startsWith: string;
  /** Only those of the listed names that hold it are shown. */
  readonly contains: string;
  readonly status: ListingStatus;
  readonly listing: Listing;
  readonly order: SortOrder;
  /** The shown part of the listing, in that order. */
  readonly entries: readonly ListingEntry[];
  readonly selection: Selection;
  readonly error: StowageError | null;
  /** Pages are fetched until the end without waiting for a scroll. */
  readonly isListingAll: boolean;
  /** Whether the container may have changed since it was listed. */
  readonly isOutdated: boolean;
  /** Pages requested since the container was opened, in any folder. */
  readonly pagesRequested: number;
}

const byName: SortOrder = { column: 'name', direction: 'ascending' };

/**
 * Until the user chooses another order, complete lists are sorted by name; `byName` itself marks the order that was not
 * chosen.
 */
export function orderOf(listing: Listing, order: SortOrder): SortOrder {
  if (isComplete(listing)) return order === 'service' ? byName : order;
  return order === byName ? 'service' : order;
}

/** Whether it is read again unasked when something has changed. */
export function isShort({ entries }: Listing): boolean {
  return entries.length <= maxUnrequested;
}

/** As many rows as are listed; where the list was complete, a little more, so that it will be complete again. */
export function rowsAgain(listing: Listing): number {
  const rows = listing.entries.length;
  return isComplete(listing) && rows > pageSize / 2 ? rows + pageSize : rows;
}

export function freshState(prefix: string, depth: ListingDepth): ListingState {
  return {
    prefix,
    depth,
    startsWith: '',
    contains: '',
    status: 'ready',
    listing: emptyListing,
    order: 'service',
    entries: [],
    selection: nothingSelected,
    error: null,
    isListingAll: false,
    isOutdated: false,
    pagesRequested: 0,
  };
}

// One open container: which folder is shown, its listing page by page, order and selection. Effects (the calls)
// come in as a parameter; a newer folder aborts the older one's pages.
import { type StoreApi, createStore } from 'zustand';
import { StowageError } from '@shared/errors';
import type { CallInput, CallOutput } from '@shared/ipc/contract';
import {
  type Listing,
  type ListingEntry,
  type SortColumn,
  type SortOrder,
  addPage,
  emptyListing,
  entryKey,
  isComplete,
  sortEntries,
} from './listing';
import { type Selection, keepListed, nothingSelected } from './selection';

export const pageSize = 1000;
const largestPage = 5000;

export type ListPage = (input: CallInput<'blobs.list'>, signal: AbortSignal) => Promise<CallOutput<'blobs.list'>>;

/** `loading`: nothing to show yet; `more`: the next page is on its way; `refreshing`: shown rows are being checked. */
export type ListingStatus = 'loading' | 'ready' | 'more' | 'refreshing' | 'failed';

export interface ListingState {
  readonly prefix: string;
  readonly status: ListingStatus;
  readonly listing: Listing;
  readonly order: SortOrder;
  /** The listing in that order. */
  readonly entries: readonly ListingEntry[];
  readonly keys: readonly string[];
  readonly selection: Selection;
  readonly error: StowageError | null;
  /** Pages are fetched until the end without waiting for a scroll. */
  readonly isListingAll: boolean;
}

export interface ListingActions {
  readonly open: (prefix: string) => Promise<void>;
  /** The next page, if there is one and none is on its way. */
  readonly loadMore: () => Promise<void>;
  readonly loadAll: () => Promise<void>;
  readonly stop: () => void;
  /** Lists again what is shown; rows stay until the answer is there. */
  readonly refresh: () => Promise<void>;
  readonly sortBy: (column: SortColumn) => void;
  readonly select: (selection: Selection) => void;
  readonly dispose: () => void;
}

export interface ListingStore {
  readonly store: StoreApi<ListingState>;
  readonly actions: ListingActions;
}

export interface ListingStoreParts {
  readonly connectionId: string;
  readonly container: string;
  readonly listPage: ListPage;
  /** Resolves after that time, or at once when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** What starts or restarts by itself: a tab that was open last time must not greet with its absence. */
const comingBack: ReadonlySet<string> = new Set(['network.emulator-down', 'network.engine-restarted']);
const mostAttempts = 40;

/** Milliseconds until the next attempt; null when there should be none. */
function pauseBefore(error: StowageError, attempt: number): number | null {
  if (error.retry === 'no' || !comingBack.has(error.code) || attempt >= mostAttempts) return null;
  return Math.max(250, error.retry.afterMs);
}

const byName: SortOrder = { column: 'name', direction: 'ascending' };

export function createListingStore({ connectionId, container, listPage, wait }: ListingStoreParts): ListingStore {
  const store = createStore<ListingState>(() => ({ ...fresh(''), status: 'loading' }));
  let running: AbortController | null = null;

  const fetchPage = async (marker: string | null, size: number): Promise<CallOutput<'blobs.list'> | null> => {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    const { prefix } = store.getState();
    const input = { connectionId, container, prefix, pageSize: size, ...(marker === null ? {} : { marker }) };
    for (let attempt = 1; !mine.signal.aborted; attempt += 1) {
      try {
        const page = await listPage(input, mine.signal);
        if (!mine.signal.aborted) return page;
      } catch (thrown) {
        const error = StowageError.from(thrown);
        const pauseMs = pauseBefore(error, attempt);
        if (mine.signal.aborted) return null;
        if (pauseMs === null) {
          store.setState({ status: 'failed', error, isListingAll: false });
          return null;
        }
        await wait(pauseMs, mine.signal);
      }
    }
    return null;
  };

  const show = (listing: Listing, order: SortOrder, status: ListingStatus): void => {
    const entries = sortEntries(listing.entries, order);
    const keys = entries.map(entryKey);
    const selection = keepListed(store.getState().selection, keys);
    store.setState({ listing, order, entries, keys, selection, status, error: null });
  };

  const loadPage = async (size: number): Promise<boolean> => {
    const { status, listing } = store.getState();
    if (status === 'more' || status === 'loading' || status === 'refreshing' || isComplete(listing)) return false;
    store.setState({ status: 'more', error: null });
    const page = await fetchPage(listing.marker, size);
    if (!page) return false;
    show(addPage(listing, page), store.getState().order, 'ready');
    return true;
  };

  const replace = async (size: number): Promise<void> => {
    const page = await fetchPage(null, size);
    if (!page) return;
    const listing = addPage(emptyListing, page);
    const kept = store.getState().order;
    show(listing, isComplete(listing) ? (kept === 'service' ? byName : kept) : 'service', 'ready');
  };

  const actions: ListingActions = {
    async open(prefix) {
      store.setState({ ...fresh(prefix), status: 'loading' }, true);
      await replace(pageSize);
    },
    async loadMore() {
      await loadPage(pageSize);
    },
    async loadAll() {
      store.setState({ isListingAll: true });
      while (store.getState().isListingAll && !isComplete(store.getState().listing)) {
        if (!(await loadPage(largestPage))) break;
      }
      store.setState({ isListingAll: false });
    },
    stop() {
      if (store.getState().status !== 'more') return;
      running?.abort();
      store.setState({ status: 'ready', isListingAll: false });
    },
    async refresh() {
      const { listing, status } = store.getState();
      if (status === 'loading') return;
      store.setState({ status: listing.pages === 0 ? 'loading' : 'refreshing', isListingAll: false });
      await replace(Math.min(largestPage, Math.max(pageSize, listing.entries.length)));
    },
    sortBy(column) {
      const { listing, order, status } = store.getState();
      if (!isComplete(listing) || status === 'loading') return;
      const isSame = order !== 'service' && order.column === column;
      const direction = isSame && order.direction === 'ascending' ? 'descending' : 'ascending';
      show(listing, { column, direction }, status);
    },
    select(selection) {
      store.setState({ selection });
    },
    dispose() {
      running?.abort();
    },
  };
  return { store, actions };
}

function fresh(prefix: string): ListingState {
  return {
    prefix,
    status: 'ready',
    listing: emptyListing,
    order: 'service',
    entries: [],
    keys: [],
    selection: nothingSelected,
    error: null,
    isListingAll: false,
  };
}

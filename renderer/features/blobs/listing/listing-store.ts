// One open container: the current folder and depth, its listing page by page, order, filter and selection. Effects (the
// calls) are parameters; requesting pages is listing-pages.ts.
import { type StoreApi, createStore } from 'zustand';
import {
  type FolderBytes,
  type Listing,
  type ListingEntry,
  type SortColumn,
  type SortOrder,
  addPage,
  emptyListing,
  entriesWith,
  isComplete,
  keysOf,
  sortEntries,
  withoutEntries,
} from './listing';
import { type ListedPage, type ListingPagesParts, createListingPages } from './listing-pages';
import {
  type ListingDepth,
  type ListingState,
  freshState,
  isShort,
  largestPage,
  orderOf,
  pageSize,
  rowsAgain,
} from './listing-state';
import { type Selection, followRenamed, keepListed } from './selection';

export interface ListingActions {
  readonly open: (prefix: string) => Promise<void>;
  readonly setDepth: (depth: ListingDepth) => Promise<void>;
  /**
   * Lists only names that start so below the folder; all of them when empty. The filter of the listed entries stays.
   */
  readonly narrow: (startsWith: string) => Promise<void>;
  readonly filter: (contains: string) => void;
  /** The next page, if there is one and none is on its way. */
  readonly loadMore: () => Promise<void>;
  readonly loadAll: () => Promise<void>;
  readonly stop: () => void;
  /** Lists again as much as is listed; rows stay until all of it is there. */
  readonly refresh: () => Promise<void>;
  /** Something in the container has changed: lists again what takes few requests, and leaves the rest to the user. */
  readonly noteChange: () => Promise<void>;
  /** Known to be deleted: removed from the list, which is not read again if that takes long. */
  readonly forget: (gone: readonly ListingEntry[]) => Promise<void>;
  /** An entry is on its way to a new name, both by their keys: chosen, it stays so when it is there. */
  readonly noteRename: (from: string, to: string) => void;
  /** The sizes of folders were counted: rows in their order are arranged anew. */
  readonly noteSizes: () => void;
  readonly sortBy: (column: SortColumn) => void;
  readonly select: (selection: Selection) => void;
  readonly dispose: () => void;
}

export interface ListingStore {
  readonly store: StoreApi<ListingState>;
  readonly actions: ListingActions;
}

export interface ListingStoreParts extends Pick<ListingPagesParts, 'listPage' | 'wait'> {
  readonly connectionId: string;
  readonly container: string;
  readonly folderBytes?: FolderBytes;
  /** The initial folder; nothing is listed until requested. */
  readonly start?: Pick<ListingState, 'prefix' | 'depth'>;
}

export function createListingStore(parts: ListingStoreParts): ListingStore {
  const { connectionId, container, listPage, wait, folderBytes, start = { prefix: '', depth: 'folders' } } = parts;
  const store = createStore<ListingState>(() => ({ ...freshState(start.prefix, start.depth), status: 'loading' }));
  const pages = createListingPages({
    listPage,
    wait,
    onRequested: () => store.setState(({ pagesRequested }) => ({ pagesRequested: pagesRequested + 1 })),
    // Rows that could not be looked at again may be old.
    onFailed: (error) =>
      store.setState(({ status, isOutdated }) => ({
        status: 'failed',
        error,
        isListingAll: false,
        isOutdated: isOutdated || status === 'refreshing',
      })),
  });
  /** Whether something changed while pages were in flight, which may not contain the change. */
  let isRequestedAgain = false;
  /** Deleted while the list is read again: a page may have been answered before. */
  let goneMeanwhile: readonly ListingEntry[] = [];

  const fetchPage = (marker: string | null, size: number): Promise<ListedPage | null> => {
    const { prefix, depth, startsWith } = store.getState();
    const location = { connectionId, container, prefix: prefix + startsWith, depth };
    return pages.request({ ...location, pageSize: size, ...(marker === null ? {} : { marker }) });
  };

  const renamed = new Map<string, string>();
  const begin = (location: Partial<ListingState>): void => {
    const { prefix, depth, pagesRequested } = store.getState();
    store.setState({ ...freshState(prefix, depth), pagesRequested, status: 'loading', ...location }, true);
  };

  const arrange = (listing: Listing, order: SortOrder): void => {
    const { contains, prefix } = store.getState();
    const entries = sortEntries(entriesWith(listing.entries, contains, prefix), order, folderBytes);
    store.setState({ listing, order, entries });
  };

  const loadPage = async (size: number): Promise<boolean> => {
    const { status, listing } = store.getState();
    if (status === 'more' || status === 'loading' || status === 'refreshing' || isComplete(listing)) return false;
    store.setState({ status: 'more', error: null });
    const page = await fetchPage(listing.marker, size);
    if (!page) return false;
    // Rows may have been deleted meanwhile.
    const { listing: before, order, entries, contains, prefix, isListingAll } = store.getState();
    const grown = addPage(before, page);
    if (order === 'service' || isListingAll) {
      // Rows that are there stay as they are: a million of them would be sorted again with every page.
      const added = entriesWith(grown.entries.slice(before.entries.length), contains, prefix);
      store.setState({ listing: grown, entries: entries.concat(added) });
    } else arrange(grown, order);
    store.setState({ status: 'ready', error: null });
    return true;
  };

  /** Lists from the start: one page, or as many as so many rows take. */
  const replace = async (rows = 0): Promise<void> => {
    let listing = emptyListing;
    [isRequestedAgain, goneMeanwhile] = [false, []];
    do {
      const size = Math.min(largestPage, Math.max(pageSize, rows - listing.entries.length));
      const page = await fetchPage(listing.marker, size);
      if (!page) return;
      listing = addPage(listing, page);
    } while (listing.entries.length < rows && !isComplete(listing));
    const { order, entries: before } = store.getState();
    arrange(withoutEntries(listing, goneMeanwhile), orderOf(listing, order));
    const { entries, selection } = store.getState();
    const keys = keysOf(entries);
    const remaining = keepListed(followRenamed(selection, renamed, keys), keys, keysOf(before));
    store.setState({ selection: remaining, status: 'ready', error: null, isOutdated: false });
    if (isRequestedAgain) await actions.noteChange();
  };

  const endListingAll = (): void => {
    const { isListingAll, listing, order } = store.getState();
    if (!isListingAll) return;
    store.setState({ isListingAll: false });
    if (order !== 'service') arrange(listing, order);
  };

  const actions: ListingActions = {
    async open(prefix) {
      begin({ prefix });
      await replace();
    },
    async setDepth(depth) {
      if (store.getState().depth === depth) return;
      begin({ depth });
      await replace();
    },
    async narrow(startsWith) {
      const { startsWith: before, contains } = store.getState();
      if (before === startsWith) return;
      begin({ startsWith, contains });
      await replace();
    },
    filter(contains) {
      if (store.getState().contains === contains) return;
      store.setState({ contains });
      const { listing, order } = store.getState();
      arrange(listing, order);
    },
    async loadMore() {
      await loadPage(pageSize);
    },
    async loadAll() {
      store.setState({ isListingAll: true });
      while (store.getState().isListingAll && !isComplete(store.getState().listing)) {
        if (!(await loadPage(largestPage))) break;
      }
      endListingAll();
    },
    stop() {
      const { status } = store.getState();
      if (status !== 'more' && status !== 'refreshing') return;
      pages.stop();
      store.setState({ status: 'ready' });
      endListingAll();
    },
    async refresh() {
      const { listing, status } = store.getState();
      if (status === 'loading') return;
      const isFirst = listing.pages === 0;
      store.setState({ status: isFirst ? 'loading' : 'refreshing', isListingAll: false });
      await replace(rowsAgain(listing));
    },
    async noteChange() {
      const { listing, isListingAll, status } = store.getState();
      const isReadAnew = status !== 'loading' && !isListingAll && isShort(listing);
      // The service may have answered a page that is on its way before the change.
      isRequestedAgain = status === 'loading' || (status === 'refreshing' && !isReadAnew);
      if (status === 'loading') return;
      // Also while it is read again, which may be stopped.
      store.setState({ isOutdated: true });
      if (isReadAnew) await actions.refresh();
    },
    async forget(gone) {
      const { listing, order, selection, entries: before } = store.getState();
      if (isShort(listing)) return actions.noteChange();
      goneMeanwhile = goneMeanwhile.concat(gone);
      arrange(withoutEntries(listing, gone), order);
      const { entries } = store.getState();
      store.setState({ selection: keepListed(selection, keysOf(entries), keysOf(before)) });
    },
    noteRename(from, to) {
      renamed.set(from, to);
    },
    noteSizes() {
      const { listing, order, isListingAll } = store.getState();
      if (order === 'service' || order.column !== 'size' || listing.folderCount === 0 || isListingAll) return;
      arrange(listing, order);
    },
    sortBy(column) {
      const { listing, order, status, isListingAll } = store.getState();
      if (status === 'loading' || isListingAll) return;
      const isSame = order !== 'service' && order.column === column;
      const direction = isSame && order.direction === 'ascending' ? 'descending' : 'ascending';
      arrange(listing, { column, direction });
    },
    select(selection) {
      store.setState({ selection });
    },
    dispose() {
      pages.stop();
    },
  };
  return { store, actions };
}

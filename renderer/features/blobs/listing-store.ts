// One open container: which folder is shown and how deep, its listing page by page, order, filter and selection.
// Effects (the calls) come in as a parameter; a newer wish aborts the older one's pages.
import { type StoreApi, createStore } from 'zustand';
import { StowageError } from '@shared/errors';
import type { CallInput, CallOutput } from '@shared/ipc/contract';
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
import { type Selection, keepListed, nothingSelected } from './selection';

const pageSize = 1000;
const largestPage = 5000;
/** Longer lists are not read again unasked. */
const mostUnasked = 4 * largestPage;

export type ListPage = (input: CallInput<'blobs.list'>, signal: AbortSignal) => Promise<CallOutput<'blobs.list'>>;

/** `loading`: nothing to show yet; `more`: the next page is on its way; `refreshing`: shown rows are being checked. */
export type ListingStatus = 'loading' | 'ready' | 'more' | 'refreshing' | 'failed';

/** `folders`: one level; `flat`: every blob below the folder. */
export type ListingDepth = CallInput<'blobs.list'>['depth'];

export interface ListingState {
  readonly prefix: string;
  readonly depth: ListingDepth;
  /** Only names that go on so below the prefix are asked for. */
  readonly startsWith: string;
  /** Only those of the listed names that hold it are shown. */
  readonly contains: string;
  readonly status: ListingStatus;
  readonly listing: Listing;
  readonly order: SortOrder;
  /** What is shown of the listing, in that order. */
  readonly entries: readonly ListingEntry[];
  readonly selection: Selection;
  readonly error: StowageError | null;
  /** Pages are fetched until the end without waiting for a scroll. */
  readonly isListingAll: boolean;
  /** The container may hold something else by now. */
  readonly isOutdated: boolean;
  /** Pages asked for since the container was opened, in whatever folder. */
  readonly pagesAsked: number;
}

export interface ListingActions {
  readonly open: (prefix: string) => Promise<void>;
  readonly setDepth: (depth: ListingDepth) => Promise<void>;
  /** Lists only names that start so below the folder; all of them when empty. */
  readonly narrow: (startsWith: string) => Promise<void>;
  readonly filter: (contains: string) => void;
  /** The next page, if there is one and none is on its way. */
  readonly loadMore: () => Promise<void>;
  readonly loadAll: () => Promise<void>;
  readonly stop: () => void;
  /** Lists again as much as is listed; rows stay until all of it is there. */
  readonly refresh: () => Promise<void>;
  /** Something in the container has changed: lists again what takes few requests, and leaves the rest to the person. */
  readonly noteChange: () => Promise<void>;
  /** Deleted and known to be: they are taken out of what is listed, which is not read again where that takes long. */
  readonly forget: (gone: readonly ListingEntry[]) => Promise<void>;
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
  readonly folderBytes?: FolderBytes;
  /** Where it begins; nothing is listed before it is told to. */
  readonly start?: Pick<ListingState, 'prefix' | 'depth'>;
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

export function createListingStore(parts: ListingStoreParts): ListingStore {
  const { connectionId, container, listPage, wait, folderBytes, start = { prefix: '', depth: 'folders' } } = parts;
  const store = createStore<ListingState>(() => ({ ...fresh(start.prefix, start.depth), status: 'loading' }));
  let running: AbortController | null = null;
  /** Something has changed while the first page was on its way. */
  let isAskedAgain = false;

  const fetchPage = async (marker: string | null, size: number): Promise<CallOutput<'blobs.list'> | null> => {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    const { prefix, depth, startsWith } = store.getState();
    const place = { connectionId, container, prefix: prefix + startsWith, depth };
    const input = { ...place, pageSize: size, ...(marker === null ? {} : { marker }) };
    for (let attempt = 1; !mine.signal.aborted; attempt += 1) {
      try {
        store.setState(({ pagesAsked }) => ({ pagesAsked: pagesAsked + 1 }));
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

  const begin = (place: Partial<ListingState>): void => {
    const { prefix, depth, pagesAsked } = store.getState();
    store.setState({ ...fresh(prefix, depth), pagesAsked, status: 'loading', ...place }, true);
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
    const { order, entries, contains, prefix, isListingAll } = store.getState();
    const grown = addPage(listing, page);
    if (order === 'service' || isListingAll) {
      // Rows that are there stay as they are: a million of them would be sorted again with every page.
      const added = entriesWith(grown.entries.slice(listing.entries.length), contains, prefix);
      store.setState({ listing: grown, entries: entries.concat(added) });
    } else arrange(grown, order);
    store.setState({ status: 'ready', error: null });
    return true;
  };

  /** Lists from the start: one page, or as many as so many rows take. */
  const replace = async (rows = 0): Promise<void> => {
    let listing = emptyListing;
    do {
      const size = Math.min(largestPage, Math.max(pageSize, rows - listing.entries.length));
      const page = await fetchPage(listing.marker, size);
      if (!page) return;
      listing = addPage(listing, page);
    } while (listing.entries.length < rows && !isComplete(listing));
    const { order } = store.getState();
    arrange(listing, isComplete(listing) ? (order === 'service' ? byName : order) : 'service');
    const { entries, selection } = store.getState();
    const kept = keepListed(selection, keysOf(entries));
    store.setState({ selection: kept, status: 'ready', error: null, isOutdated: false });
    if (!isAskedAgain) return;
    isAskedAgain = false;
    await actions.noteChange();
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
      if (store.getState().startsWith === startsWith) return;
      begin({ startsWith });
      await replace();
    },
    filter(contains) {
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
      running?.abort();
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
      // What is on its way may have been answered before.
      if (status === 'loading') isAskedAgain = true;
      else if (!isListingAll && isShort(listing)) await actions.refresh();
      else store.setState({ isOutdated: true });
    },
    async forget(gone) {
      const { listing, order, selection } = store.getState();
      if (isShort(listing)) return actions.refresh();
      arrange(withoutEntries(listing, gone), order);
      store.setState({ selection: keepListed(selection, keysOf(store.getState().entries)) });
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
      running?.abort();
    },
  };
  return { store, actions };
}

function isShort({ entries }: Listing): boolean {
  return entries.length <= mostUnasked;
}

/** As many as there are; where that was all, a little more, so that it is all again. */
function rowsAgain(listing: Listing): number {
  const rows = listing.entries.length;
  return isComplete(listing) && rows > pageSize / 2 ? rows + pageSize : rows;
}

function fresh(prefix: string, depth: ListingDepth): ListingState {
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
    pagesAsked: 0,
  };
}

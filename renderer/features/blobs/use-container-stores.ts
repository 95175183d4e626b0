// The stores of one container's tab: its listing, its search, its counted sizes. They are disposed with the tab, except
// for the sizes.
import { useEffect, useMemo } from 'react';
import { call, subscribe } from '@renderer/bridge';
import { type DeletedStore, createDeletedStore } from './deleted/deleted-store';
import type { SavedLocation } from './saved/saved-location';
import { type ListingStore, createListingStore } from './listing/listing-store';
import { type SearchStore, createSearchStore } from './search/search-store';
import { type SizesStore, type Sizings, createSizesStore, knownSize } from './sizes/sizes-store';

export interface ContainerStores {
  readonly listing: ListingStore;
  readonly search: SearchStore;
  readonly sizes: SizesStore;
  readonly deleted: DeletedStore;
}

export function useContainerStores(connectionId: string, container: string, start: SavedLocation): ContainerStores {
  const stores = useMemo(() => {
    const sizes = containerSizes(connectionId, container);
    return {
      sizes,
      listing: createListingStore({
        connectionId,
        container,
        start,
        wait: pause,
        listPage: (input, signal) => call('blobs.list', input, { signal }),
        folderBytes: (prefix) => knownSize(sizes.store.getState().sizings, prefix)?.bytes,
      }),
      search: createSearchStore({
        connectionId,
        container,
        follow: (input, onEvent, signal) => subscribe('blobs.search', input, onEvent, { signal, afterRestart: 'fail' }),
      }),
      deleted: createDeletedStore({
        connectionId,
        container,
        follow: (input, onEvent, signal) =>
          subscribe('deleted-blobs.list', input, onEvent, { signal, afterRestart: 'fail' }),
        restore: (input, onEvent, signal) =>
          subscribe('deleted-blobs.restore', input, onEvent, { signal, afterRestart: 'fail' }),
      }),
    };
  }, [connectionId, container, start]);
  useEffect(() => {
    const { sizes, listing } = stores;
    const stop = sizes.store.subscribe((now, before) => {
      if (completeOf(now.sizings) !== completeOf(before.sizings)) listing.actions.noteSizes();
    });
    return () => {
      stop();
      stores.listing.actions.dispose();
      stores.search.actions.close();
      stores.sizes.stopAll();
      stores.deleted.actions.dispose();
    };
  }, [stores]);
  return stores;
}

/** Which countings are complete, and of when. */
function completeOf(sizings: Sizings): string {
  const complete = sizings.filter(({ status }) => status === 'complete');
  return JSON.stringify(complete.map(({ prefix, sizes }) => [prefix, sizes?.asOf]));
}

/** Resolves after `ms`, or at once when the signal aborts. Never rejects. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(finish, ms);
    function finish(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    }
    signal.addEventListener('abort', finish, { once: true });
    if (signal.aborted) finish();
  });
}

// One store of counted sizes per container, for as long as the app runs.

const stores = new Map<string, SizesStore>();

function containerSizes(connectionId: string, container: string): SizesStore {
  const key = JSON.stringify([connectionId, container]);
  const known = stores.get(key);
  if (known) return known;
  const made = createSizesStore({
    connectionId,
    container,
    follow: (input, onEvent, signal) => subscribe('blobs.sizes', input, onEvent, { signal, afterRestart: 'fail' }),
  });
  stores.set(key, made);
  return made;
}

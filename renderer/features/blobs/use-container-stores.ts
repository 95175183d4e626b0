// The stores of one container's tab: its listing, its search, its counted sizes. They are disposed with the tab, except
// for the sizes.
import { useEffect, useMemo } from 'react';
import { call, subscribe } from '@renderer/bridge';
import { type DeletedStore, createDeletedStore } from './deleted/deleted-store';
import type { SavedLocation } from './saved/saved-location';
import { type ListingStore, createListingStore } from './listing/listing-store';
import { pause } from './listing/pause';
import { type SearchStore, createSearchStore } from './search/search-store';
import { containerSizes } from './sizes/container-sizes';
import { type Sizings, type SizesStore, knownSize } from './sizes/sizes-store';

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

// The content of a container's tab: its stores, the current folder or search, and the selection. Listed when the tab
// first comes to the front, listed again when transfers changed it, and restored as it was left.
import { type RefObject, useCallback, useEffect } from 'react';
import { useStore } from 'zustand';
import { type Retention, useRetention } from './deleted/use-retention';
import { usePersistLocation, useSavedLocation } from './saved/saved-location';
import type { ListingState } from './listing/listing-state';
import { isGone } from './container-disabled-reasons';
import type { SearchState } from './search/search-store';
import type { FolderSize } from './sizes/known-sizes';
import { knownSize } from './sizes/sizes-store';
import { type ContainerStores, useContainerStores } from './use-container-stores';
import { useContainerTransfers } from './transfer/use-container-transfers';
import { type FindField, useFindField } from './search/use-find-field';
import { type FolderNavigation, useFolderNavigation } from './use-folder-navigation';
import { useOtherWindows } from './other-windows';
import { useSavedRows } from './saved/use-saved-rows';
import { useReturnToRows } from './rows/use-return-to-rows';
import { type Selected, useSelected } from './use-selected';

export interface ContainerListingInput {
  readonly connectionId: string;
  readonly container: string;
  /** False while another tab is in front: nothing is fetched for the first time then. */
  readonly isActive: boolean;
  readonly tab: RefObject<HTMLElement | null>;
  /** The rows, which scroll and have the keyboard. */
  readonly grid: RefObject<HTMLElement | null>;
}

export interface ContainerListing extends Selected {
  readonly stores: ContainerStores;
  readonly state: ListingState;
  readonly search: SearchState;
  readonly find: FindField;
  readonly navigation: FolderNavigation;
  /** Whether deleted blobs can be listed and brought back. */
  readonly retention: Retention;
  /**
   * A person has changed something in the container: what is listed or was found of it is read again, or said to be old,
   * here and in other windows.
   */
  readonly noteChange: () => void;
  /** It is known here already what has changed. */
  readonly notifyOthers: () => void;
  /** Bytes below a folder; undefined where they were not counted. */
  readonly sizeOf: (folder: string) => FolderSize | undefined;
}

export function useContainerListing(input: ContainerListingInput): ContainerListing {
  const { connectionId, container, isActive, tab, grid } = input;
  const saved = useSavedLocation(connectionId, container);
  const stores = useContainerStores(connectionId, container, saved);
  const { store, actions } = stores.listing;
  const { actions: searching } = stores.search;
  const state = useStore(store);
  const search = useStore(stores.search.store);
  const sizings = useStore(stores.sizes.store, (held) => held.sizings);
  const find = useFindField(state.prefix, actions, searching);

  useEffect(() => {
    if (isActive && store.getState().listing.pages === 0) void actions.open(store.getState().prefix);
  }, [isActive, actions, store]);
  const returnToRows = useReturnToRows(state.status, tab, grid);
  const savedRows = useSavedRows({ saved, listing: stores.listing, state, tab, grid });
  usePersistLocation(connectionId, container, { ...state, ...(savedRows === undefined ? {} : { rows: savedRows }) });
  const recheck = useCallback(() => {
    searching.noteChange();
    void actions.noteChange();
  }, [actions, searching]);
  const notifyOthers = useOtherWindows(connectionId, container, recheck);
  const noteChange = useCallback(() => {
    recheck();
    notifyOthers();
  }, [recheck, notifyOthers]);
  useContainerTransfers(connectionId, container, {
    onChanged: recheck,
    // The listed rows and their selection stay as far as they were read.
    onLineBack: () => {
      if (state.status === 'failed') void actions.refresh();
    },
  });

  const retention = useRetention({ connectionId, container, isActive });
  const navigation = useFolderNavigation({ saved, stores, find, returnToRows });
  const isListed = navigation.rowsOf === 'folder' && !isGone(state.error);
  const { selected, selectedNow } = useSelected(
    stores,
    navigation.rowsOf === 'search' ? 'matches' : isListed ? 'listed' : 'nothing',
  );
  const sizeOf = useCallback((folder: string) => knownSize(sizings, folder), [sizings]);
  const shown = { stores, state, search, find, navigation, retention, selected, selectedNow, sizeOf };
  return { ...shown, noteChange, notifyOthers };
}

// The content of a container's tab: its stores, the current folder or search, and the selection. Listed when the tab
// first comes to the front, listed again when transfers changed it, and restored as it was left.
import { type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { usePersistLocation, useSavedLocation } from './saved/saved-location';
import type { ListingState, ListingStatus } from './listing/listing-state';
import { isGone } from './container-disabled-reasons';
import type { SearchState } from './search/search-store';
import type { FolderSize } from './sizes/known-sizes';
import { knownSize } from './sizes/sizes-store';
import { type ContainerStores, useContainerStores } from './use-container-stores';
import { useContainerTransfers } from './transfer/use-container-transfers';
import { type FindField, useFindField } from './search/use-find-field';
import { type FolderNavigation, useFolderNavigation } from './use-folder-navigation';
import { useSavedRows } from './saved/use-saved-rows';
import { restoreDisabledReason } from '@shared/blob-details/retention';
import type { BlobRetention } from '@shared/model/deleted-blobs';
import { t } from '@shared/strings/t';
import { useCall } from '@renderer/bridge';
import { describeError } from '@renderer/ui';
import { z } from 'zod';
import { type ListingEntry, selectedOf } from './listing/listing';

export interface ContainerListingInput {
  readonly connectionId: string;
  readonly container: string;
  /** False while another tab is active: nothing is fetched for the first time then. */
  readonly isActive: boolean;
  readonly tab: RefObject<HTMLElement | null>;
  /** The rows, which scroll and can have the focus. */
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
   * The user has changed something in the container: its lists and searches are read again, or marked as outdated, here
   * and in other windows.
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
    // The listed rows and their selection stay as they were read.
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

// Whether the account of a container keeps deleted blobs, determined when the container is first shown.

interface Retention {
  /** Undefined while it is not known. */
  readonly report: BlobRetention | undefined;
  /** Why deleted blobs cannot be listed or restored; null when they can. */
  readonly disabledReason: string | null;
}

interface RetentionOf {
  readonly connectionId: string;
  readonly container: string;
  /** False while another tab is active. */
  readonly isActive: boolean;
}

function useRetention({ connectionId, container, isActive }: RetentionOf): Retention {
  const [requested, setRequested] = useState<'not-yet' | 'asked'>(isActive ? 'asked' : 'not-yet');
  if (isActive && requested === 'not-yet') setRequested('asked');
  const { data, error } = useCall(
    'deleted-blobs.retention',
    requested === 'asked' ? { connectionId, container } : null,
  );
  if (data !== undefined) return { report: data, disabledReason: restoreDisabledReason(data) };
  return {
    report: undefined,
    disabledReason: error ? describeError(error).title : t`Checking whether the account retains them.`,
  };
}

// Notifies other windows that show a container of changes made in this one: each window has separate rows on screen,
// read before. Transfers are not included; every window follows them itself.

const channelName = 'changed-containers';
const changed = z.object({ connectionId: z.string(), container: z.string() });

/** Tabs and windows that show this container read it again. */
export function notifyContainer(connectionId: string, container: string): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage({ connectionId, container });
  channel.close();
}

/** @returns notifies the other windows that the container's contents have changed */
function useOtherWindows(connectionId: string, container: string, onReceived: () => void): () => void {
  const received = useEffectEvent(onReceived);
  const channel = useRef<BroadcastChannel | null>(null);
  useEffect(() => {
    const own = new BroadcastChannel(channelName);
    channel.current = own;
    own.onmessage = ({ data }: MessageEvent<unknown>) => {
      const location = changed.safeParse(data).data;
      if (location?.connectionId === connectionId && location.container === container) received();
    };
    return () => {
      own.close();
      channel.current = null;
    };
  }, [connectionId, container]);
  return useCallback(() => channel.current?.postMessage({ connectionId, container }), [connectionId, container]);
}

/** Returns what to call before another folder is opened from the rows. */
function useReturnToRows(
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

// The selection in a container's tab: among the rows of a folder, or among the matches of a search.

interface Selected {
  readonly selected: readonly ListingEntry[];
  /** Before the next drawing: a right click selects a row and opens its menu at once. */
  readonly selectedNow: () => readonly ListingEntry[];
}

/** `among`: nothing is selected where no rows are shown. */
function useSelected(
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

// Navigation in a container: the current view, going to another folder or view, and refreshing.
import { useState } from 'react';
import { useStore } from 'zustand';
import { parentPrefix } from './names/path';
import type { SavedLocation } from './saved/saved-location';
import type { ContainerStores } from './use-container-stores';
import type { FindField } from './search/use-find-field';
import type { ContainerView } from './navigation/view-bar';

export interface FolderNavigationPorts {
  readonly saved: Pick<SavedLocation, 'depth'>;
  readonly stores: ContainerStores;
  readonly find: FindField;
  /** The rows are unmounted while another folder is read: the focus should return to them. */
  readonly returnToRows: () => void;
}

export interface FolderNavigation {
  readonly view: ContainerView;
  /** What the rows are of; nothing where the view has none. */
  readonly rowsOf: 'folder' | 'search' | 'nothing';
  readonly openFolder: (prefix: string) => void;
  readonly openParent: () => void;
  readonly show: (view: ContainerView) => void;
  /** Its rows, or the sizes below it, whatever view is active. */
  readonly showFolder: (prefix: string, as: 'folders' | 'sizes') => void;
  readonly refresh: () => void;
}

export function useFolderNavigation({ saved, stores, find, returnToRows }: FolderNavigationPorts): FolderNavigation {
  const { actions } = stores.listing;
  const prefix = useStore(stores.listing.store, (state) => state.prefix);
  const isRequested = useStore(stores.search.store, (state) => state.requested !== null);
  const [view, setView] = useState<ContainerView>(saved.depth);
  const hasRows = view === 'folders' || view === 'flat';
  const rowsOf = !hasRows ? 'nothing' : isRequested ? 'search' : 'folder';

  const openFolder = (next: string): void => {
    if (view !== 'sizes') returnToRows();
    // Before the field: the rows of the folder that is left are not arranged anew for it.
    void actions.open(next);
    find.reset();
  };
  return {
    view,
    rowsOf,
    openFolder,
    openParent: () => {
      const parent = parentPrefix(prefix);
      if (parent !== null) openFolder(parent);
    },
    show: (next) => {
      setView(next);
      if (next === 'sizes' || next === 'deleted') return;
      void actions.setDepth(next);
      find.reset();
    },
    showFolder: (folder, as) => {
      setView(as);
      if (as === 'folders') void actions.setDepth('folders');
      openFolder(folder);
    },
    refresh: () => {
      if (view === 'deleted') void stores.deleted.actions.start(prefix);
      else if (view === 'sizes') void stores.sizes.count(prefix);
      else if (rowsOf === 'search') void stores.search.actions.again();
      else void actions.refresh();
    },
  };
}

// Where the work in a container's tab is offered: its toolbar, the menu of a row, and the palette.
import type { ReactNode, RefObject } from 'react';
import { call } from '@renderer/bridge';
import { useViewActions } from '@renderer/pane/view-actions';
import { t } from '@shared/strings/t';
import { type MenuEntry, useContextMenu } from '@renderer/ui';
import type { ListingEntry, SortColumn } from './listing/listing';
import { containerViewActions } from './menu/container-view-actions';
import type { ContainerToolbarProps } from './menu/container-toolbar';
import { rowMenu } from './menu/row-menu';
import type { FolderRowsProps } from './rows/folder-rows';
import { runAndReport } from './run-and-report';
import type { ContainerListing } from './use-container-listing';
import type { ContainerWork } from './use-container-work';
import type { DetailsPane } from './use-details-pane';
import { folderSortDisabledReason } from './rows/sort-columns';
import { searchSortDisabledReason } from './search/search-store';
import type { ContainerStores } from './use-container-stores';
import type { FolderNavigation } from './use-folder-navigation';

export interface ContainerActionsInput extends Pick<ContainerToolbarProps, 'account'> {
  readonly listing: ContainerListing;
  readonly work: ContainerWork;
  readonly details: DetailsPane;
  readonly findField: RefObject<HTMLInputElement | null>;
  readonly onOpen: (entry: ListingEntry) => void;
  readonly onCopyLink: (blob: string) => void;
}

export interface ContainerActions {
  readonly toolbar: ContainerToolbarProps;
  readonly openMenu: FolderRowsProps['onContextMenu'];
  /** The menu of a row while it is open. */
  readonly menu: ReactNode;
}

export function useContainerActions(input: ContainerActionsInput): ContainerActions {
  const { account, listing, work, details, findField, onOpen, onCopyLink } = input;
  const { stores, state, find, navigation, retention, selected, selectedNow } = listing;
  const { files, copying, disabledReasons } = work;
  const { container, prefix } = work.location;
  const { view, openFolder, show } = navigation;
  const menu = useContextMenu();

  const menuOf = (entry: ListingEntry): readonly MenuEntry[] =>
    rowMenu({
      entry,
      prefix,
      copyMenuActions: copying.actionsFor(selectedNow()),
      disabledReasons,
      onOpen,
      onDownload: () => files.download(),
      onVerify: work.verify,
      onSync: work.sync,
      onDelete: work.confirmDelete,
      onShowAccess: work.showAccess,
      onOpenFolder: (folder) => navigation.showFolder(folder, 'folders'),
      onShowProperties: () => details.setIsOpen(true),
      onCountSizes: (folder) => navigation.showFolder(folder, 'sizes'),
      onCopyLink,
      onCopyUrl: (blob) => details.request({ action: 'copy-url', blob }),
      onShare: (blob) => details.request({ action: 'sas-of-blob', blob }),
      onCopyName: (name) => runAndReport(call('clipboard.write', { text: name })),
    });
  const toolbar: ContainerToolbarProps = {
    account,
    container,
    prefix,
    disabledReasons,
    overwrite: work.overwrite,
    isPanelOpen: details.isOpen,
    deletedDisabledReason: retention.disabledReason,
    selectedCount: selected.length,
    copyMenuActions: copying.actionsFor(selected),
    onOpenFolder: openFolder,
    onOverwrite: work.chooseOverwrite,
    onUpload: files.pick,
    onVerify: () => work.verify(prefix),
    onSync: () => work.sync(prefix),
    onShowAccess: work.showAccess === null ? null : () => work.showAccess?.(prefix.replace(/\/$/u, '')),
    onDownload: files.download,
    onShowDeleted: () => show('deleted'),
    onDelete: work.confirmDelete,
    onRefresh: () => {
      work.tryDeniedAgain();
      navigation.refresh();
    },
    onPanel: details.setIsOpen,
  };
  useViewActions(() =>
    containerViewActions({
      toolbar,
      chosen: selectedNow(),
      listed: state.entries,
      menuOf,
      view,
      sorting: sortingOf(navigation.rowsOf, stores),
      disabledReasons,
      onView: show,
      onFind: (mode) => {
        find.setMode(mode);
        findField.current?.focus();
      },
      onVerb: (action, blob) => details.request({ action, blob }),
    }),
  );
  return { toolbar, openMenu: (event, entry) => menu.open(event, t`Blob`, menuOf(entry)), menu: menu.element };
}

// Sorting of the active rows, by their headers and by name: its effect, and why it is disabled now.

interface Sorting {
  readonly onSort: (column: SortColumn) => void;
  /** Null when sorting is possible. */
  readonly disabledReason: string | null;
}

/** Null where no rows are shown. */
function sortingOf(rowsOf: FolderNavigation['rowsOf'], { listing, search }: ContainerStores): Sorting | null {
  const state = listing.store.getState();
  const found = search.store.getState();
  if (rowsOf === 'search') {
    if (found.entries.length === 0) return null;
    return { onSort: search.actions.sortBy, disabledReason: searchSortDisabledReason(found) };
  }
  if (rowsOf === 'nothing' || state.entries.length === 0) return null;
  return { onSort: listing.actions.sortBy, disabledReason: folderSortDisabledReason(state) };
}

// Where the work in a container's tab is offered: its toolbar, the menu of a row, and the palette.
import type { ReactNode, RefObject } from 'react';
import { call } from '@renderer/bridge';
import { useOfferedActs } from '@renderer/pane/offered-acts';
import { t } from '@shared/strings/t';
import { type MenuEntry, useContextMenu } from '@renderer/ui';
import type { ListingEntry } from './listing/listing';
import { containerActs } from './menu/container-acts';
import type { ContainerToolbarProps } from './menu/container-toolbar';
import { rowMenu } from './menu/row-menu';
import type { FolderRowsProps } from './rows/folder-rows';
import { runAndSay } from './run-and-say';
import { sortingOf } from './sorting';
import type { ContainerListing } from './use-container-listing';
import type { ContainerWork } from './use-container-work';
import type { DetailsPane } from './use-details-pane';

export interface ContainerOffersInput {
  readonly listing: ContainerListing;
  readonly work: ContainerWork;
  readonly details: DetailsPane;
  readonly findField: RefObject<HTMLInputElement | null>;
  readonly onOpen: (entry: ListingEntry) => void;
  readonly onCopyLink: (blob: string) => void;
}

export interface ContainerOffers {
  readonly toolbar: ContainerToolbarProps;
  readonly openMenu: FolderRowsProps['onContextMenu'];
  /** The menu of a row while it is open. */
  readonly menu: ReactNode;
}

export function useContainerOffers(input: ContainerOffersInput): ContainerOffers {
  const { listing, work, details, findField, onOpen, onCopyLink } = input;
  const { stores, state, find, navigation, retention, selected, selectedNow } = listing;
  const { files, copying, refusals } = work;
  const { container, prefix } = work.place;
  const { view, openFolder, show } = navigation;
  const menu = useContextMenu();

  const menuOf = (entry: ListingEntry): readonly MenuEntry[] =>
    rowMenu({
      entry,
      prefix,
      copyEntries: copying.entriesFor(selectedNow()),
      refusals,
      onOpen,
      onDownload: () => files.download(),
      onVerify: work.verify,
      onDelete: work.askToDelete,
      onOpenFolder: (folder) => navigation.showFolder(folder, 'folders'),
      onShowProperties: () => details.setIsOpen(true),
      onCountSizes: (folder) => navigation.showFolder(folder, 'sizes'),
      onCopyLink,
      onCopyName: (name) => runAndSay(call('clipboard.write', { text: name })),
    });
  const toolbar: ContainerToolbarProps = {
    container,
    prefix,
    refusals,
    overwrite: work.overwrite,
    isPanelOpen: details.isOpen,
    deletedRefusal: retention.refusal,
    selectedCount: selected.length,
    copyEntries: copying.entriesFor(selected),
    onOpenFolder: openFolder,
    onOverwrite: work.chooseOverwrite,
    onUpload: files.pick,
    onVerify: () => work.verify(prefix),
    onDownload: files.download,
    onShowDeleted: () => show('deleted'),
    onDelete: work.askToDelete,
    onRefresh: navigation.refresh,
    onPanel: details.setIsOpen,
  };
  useOfferedActs(() =>
    containerActs({
      toolbar,
      chosen: selectedNow(),
      listed: state.entries,
      menuOf,
      view,
      sorting: sortingOf(navigation.rowsOf, stores),
      refusals,
      onView: show,
      onFind: (mode) => {
        find.setMode(mode);
        findField.current?.focus();
      },
      onVerb: (verb, blob) => details.ask({ verb, blob }),
    }),
  );
  return { toolbar, openMenu: (event, entry) => menu.open(event, t`Blob`, menuOf(entry)), menu: menu.element };
}

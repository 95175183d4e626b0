// One container in a tab: path, rows or sizes, properties, and files going in and out. Only composes the tab; the rules
// are in the stores.
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import type { SasScope } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { useOfferedActs } from '@renderer/pane/offered-acts';
import { type MenuEntry, SplitPane, useContextMenu } from '@renderer/ui';
import { containerActs } from './menu/container-acts';
import { ContainerToolbar, type ContainerToolbarProps } from './menu/container-toolbar';
import { useCopying } from './copy/use-copying';
import { type AskedOfDetails, DetailsPanel } from './details/details-panel';
import { DropFolder } from './rows/drop-folder';
import { DropOverlay } from './upload/drop-overlay';
import type { ListingEntry } from './listing/listing';
import { refusalsOf } from './place-refusals';
import { rowMenu } from './menu/row-menu';
import { runAndSay } from './run-and-say';
import { sortingOf } from './sorting';
import { ShownView } from './shown-view';
import { useTransferAsks } from './survey/use-transfer-asks';
import { useContainerListing } from './use-container-listing';
import { useDeleting } from './delete/use-deleting';
import { useLocalFiles } from './use-local-files';
import { useOverwrite } from './transfer/use-overwrite';
import { VerifyFolderDialog } from './verify/verify-folder-dialog';
import { ViewBar } from './navigation/view-bar';
import styles from './container-tab.module.css';

export interface ContainerTabProps {
  readonly connectionId: string;
  readonly container: string;
  readonly connectionName: string;
  readonly readOnly: boolean;
  /** What the connection is signed with, where that is a SAS. */
  readonly sas?: SasScope | undefined;
  readonly environment: 'production' | 'other';
  /** False while another tab is in front: nothing is fetched for the first time then. */
  readonly isActive: boolean;
  /** Shows what is in a blob; `name` in full. */
  readonly onOpenBlob: (name: string) => void;
  readonly onCopyLink: (blob: string) => void;
  /** Asks whether the connection is to be unlocked, where it is locked. */
  readonly onUnlock?: () => void;
}

/** Wide enough for an MD5 beside the names of the properties. */
const panelBounds = { initial: 348, min: 240, max: 560 } as const;

export function ContainerTab(props: ContainerTabProps) {
  const { connectionId, container, connectionName, readOnly, environment, isActive, onOpenBlob, onCopyLink } = props;
  const tab = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const findField = useRef<HTMLInputElement>(null);
  const listing = useContainerListing({ connectionId, container, isActive, tab, grid });
  const { stores, state, find, navigation, retention, selected, selectedNow, noteChange } = listing;
  const { actions } = stores.listing;
  const { actions: searching } = stores.search;
  const { view, openFolder, show } = navigation;
  const { prefix } = state;
  const [overwrite, chooseOverwrite] = useOverwrite();
  const [isPanelOpen, setIsPanelOpen] = useState(false);
  const [asked, setAsked] = useState<AskedOfDetails | null>(null);
  const [isVerifying, setIsVerifying] = useState(false);
  const menu = useContextMenu();

  const place = { connectionId, container, prefix };
  const access = readOnly ? 'read-only' : 'writable';
  const refusals = refusalsOf({ container, connectionName, access, sas: props.sas, failure: state.error });
  const { upload: refusal } = refusals;
  const asks = useTransferAsks(runAndSay);
  const files = useLocalFiles({ place, refusal, overwrite, asks, selectedNow });
  const openEntry = (entry: ListingEntry): void => {
    if (entry.kind === 'folder') openFolder(entry.name);
    else onOpenBlob(entry.name);
  };
  const focusRows = (): void => grid.current?.focus();
  const deleting = useDeleting({
    ...place,
    environment,
    refusal: refusals.remove,
    undelete: refusals.undelete,
    selectedNow,
    searching,
    focusRows,
    listing: actions,
    noteChange,
  });
  const copying = useCopying({
    place,
    connectionName,
    state,
    selected,
    refusals,
    overwrite,
    asks,
    run: runAndSay,
    openFolder,
    isActive,
    focusRows,
    onRename: actions.noteRename,
  });
  const menuOf = (entry: ListingEntry): readonly MenuEntry[] =>
    rowMenu({
      entry,
      prefix,
      copyEntries: copying.entriesFor(selectedNow()),
      refusals,
      onOpen: openEntry,
      onDownload: files.download,
      onDelete: deleting.ask,
      onOpenFolder: (folder) => navigation.showFolder(folder, 'folders'),
      onShowProperties: () => setIsPanelOpen(true),
      onCountSizes: (folder) => navigation.showFolder(folder, 'sizes'),
      onCopyLink,
      onCopyName: (name) => runAndSay(call('clipboard.write', { text: name })),
    });
  const openMenu = (event: MouseEvent, entry: ListingEntry): void => menu.open(event, t`Blob`, menuOf(entry));
  const toolbar: ContainerToolbarProps = {
    container,
    prefix,
    refusals,
    overwrite,
    isPanelOpen,
    deletedRefusal: retention.refusal,
    selectedCount: selected.length,
    copyEntries: copying.entriesFor(selected),
    onOpenFolder: openFolder,
    onOverwrite: chooseOverwrite,
    onUpload: files.pick,
    onVerify: () => setIsVerifying(true),
    onDownload: files.download,
    onShowDeleted: () => show('deleted'),
    onDelete: deleting.ask,
    onRefresh: navigation.refresh,
    onPanel: setIsPanelOpen,
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
      onVerb: (verb, blob) => {
        setIsPanelOpen(true);
        setAsked({ verb, blob });
      },
    }),
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'f' && (event.ctrlKey || event.metaKey) && !event.shiftKey && navigation.rowsOf !== 'nothing') {
      findField.current?.focus();
      event.preventDefault();
    } else if (event.key === 'Backspace' && event.target === tab.current) {
      navigation.openParent();
    } else copying.onKeyDown(event);
  };
  return (
    <div
      ref={tab}
      tabIndex={-1}
      className={styles.tab}
      data-takes="any-file"
      {...files.drop.handlers}
      onKeyDown={onKeyDown}
    >
      <ContainerToolbar {...toolbar} />
      <ViewBar
        view={view}
        deleted={retention.refusal === null ? 'offered' : 'refused'}
        onView={show}
        find={find}
        fieldRef={findField}
        prefix={prefix}
      />
      <div className={styles.body}>
        <SplitPane
          name="container-properties"
          label={t`properties`}
          direction="row"
          sized="second"
          bounds={panelBounds}
          isOpen={isPanelOpen}
          first={
            <DropFolder.Provider value={files.folderMeant}>
              <ShownView
                connectionId={connectionId}
                container={container}
                listing={listing}
                refusals={refusals}
                onOpenBlob={onOpenBlob}
                gridRef={grid}
                onOpen={openEntry}
                onContextMenu={openMenu}
                onDelete={deleting.ask}
                onDragOut={files.dragOut}
                onUnlock={readOnly ? props.onUnlock : undefined}
                onPick={files.pick}
                onPaste={copying.paste}
              />
            </DropFolder.Provider>
          }
          second={
            <DetailsPanel
              {...place}
              selected={selected}
              asked={asked}
              refusals={refusals}
              onTaken={() => setAsked(null)}
              onClose={() => setIsPanelOpen(false)}
              onChanged={noteChange}
            />
          }
        />
      </div>
      {files.drop.isOver ? (
        <DropOverlay
          container={container}
          prefix={files.drop.part || prefix}
          over={files.folderMeant === '' ? 'view' : 'row'}
          overwrite={overwrite}
          refusal={refusal}
        />
      ) : null}
      {menu.element}
      {copying.element}
      {asks.element}
      {isVerifying ? <VerifyFolderDialog place={place} onClose={() => setIsVerifying(false)} /> : null}
      {deleting.element}
    </div>
  );
}

// One container in a tab: path, rows or sizes, properties, and files going in and out. Only lays the tab out; its
// actions are in use-container-work.tsx.
import { type KeyboardEvent, useRef } from 'react';
import type { SasScope } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import { SplitPane, showToast } from '@renderer/ui';
import { ContainerToolbar } from './menu/container-toolbar';
import { DetailsPanel } from './details/details-panel';
import { DropFolder } from './rows/drop-folder';
import { DropOverlay } from './upload/drop-overlay';
import type { ListingEntry } from './listing/listing';
import { ShownView } from './shown-view';
import { useContainerListing } from './use-container-listing';
import { useContainerActions } from './use-container-actions';
import { useContainerWork } from './use-container-work';
import { useDetailsPane } from './use-details-pane';
import { ViewBar } from './navigation/view-bar';
import styles from './container-tab.module.css';

export interface ContainerTabProps {
  readonly connectionId: string;
  readonly container: string;
  readonly connectionName: string;
  readonly readOnly: boolean;
  /** The credential of the connection, if it is a SAS. */
  readonly sas?: SasScope | undefined;
  /** Default: blobs of Azure. */
  readonly service?: 's3' | undefined;
  readonly environment: 'production' | 'other';
  /** False while another tab is active: nothing is fetched for the first time then. */
  readonly isActive: boolean;
  /** Opens the contents of a blob; `name` in full. */
  readonly onOpenBlob: (name: string) => void;
  readonly onCopyLink: (blob: string) => void;
  /** Prompts for unlocking the connection, if it is locked. */
  readonly onUnlock?: () => void;
}

/** Wide enough for an MD5 beside the names of the properties. */
const panelBounds = { initial: 348, min: 240, max: 560 } as const;

export function ContainerTab(props: ContainerTabProps) {
  const { connectionId, container, isActive, onOpenBlob } = props;
  const tab = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const findField = useRef<HTMLInputElement>(null);
  const listing = useContainerListing({ connectionId, container, isActive, tab, grid });
  const { find, navigation, retention, selected, noteChange } = listing;
  const details = useDetailsPane({ connectionId, container });
  const work = useContainerWork({ ...props, listing, focusRows: () => grid.current?.focus() });
  const { location, disabledReasons, files, copying, overwrite } = work;
  const openBlob = (name: string): void => {
    // A shortcut or a double click also arrives here, with no menu that could show the reason.
    if (disabledReasons.download === null) onOpenBlob(name);
    else showToast({ tone: 'information', title: t`Nothing was opened`, text: disabledReasons.download });
  };
  const openEntry = (entry: ListingEntry): void => {
    if (entry.kind === 'folder') navigation.openFolder(entry.name);
    else openBlob(entry.name);
  };
  const { onCopyLink } = props;
  // The strip above names the account of a production connection.
  const account = props.environment === 'production' ? null : props.connectionName;
  const actions = useContainerActions({ account, listing, work, details, findField, onOpen: openEntry, onCopyLink });
  const onKeyDown = (event: KeyboardEvent): void => {
    // The dialogs of the tab send their keys up here, too.
    if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
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
      <ContainerToolbar {...actions.toolbar} />
      <ViewBar
        view={navigation.view}
        deleted={retention.disabledReason === null ? 'offered' : 'refused'}
        onView={navigation.show}
        find={find}
        fieldRef={findField}
        prefix={location.prefix}
      />
      <div className={styles.body}>
        <SplitPane
          name="container-properties"
          label={t`properties`}
          direction="row"
          sized="second"
          bounds={panelBounds}
          isOpen={details.isOpen}
          first={
            <DropFolder.Provider value={files.folderMeant}>
              <ShownView
                service={props.service}
                connectionId={connectionId}
                container={container}
                listing={listing}
                disabledReasons={disabledReasons}
                onOpenBlob={openBlob}
                gridRef={grid}
                onOpen={openEntry}
                onContextMenu={actions.openMenu}
                onDelete={work.confirmDelete}
                onDragOut={files.dragOut}
                onUnlock={props.readOnly ? props.onUnlock : undefined}
                onPick={files.pick}
                onPaste={copying.paste}
              />
            </DropFolder.Provider>
          }
          second={
            <DetailsPanel
              {...location}
              selected={selected}
              requested={details.requested}
              disabledReasons={disabledReasons}
              onTaken={details.taken}
              onClose={() => details.setIsOpen(false)}
              onChanged={noteChange}
            />
          }
        />
      </div>
      {files.drop.isOver ? (
        <DropOverlay
          container={container}
          prefix={files.drop.part || location.prefix}
          over={files.folderMeant === '' ? 'view' : 'row'}
          overwrite={overwrite}
          disabledReason={disabledReasons.upload}
        />
      ) : null}
      {actions.menu}
      {work.dialogs}
    </div>
  );
}

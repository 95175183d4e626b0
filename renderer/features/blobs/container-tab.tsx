// One container in a tab: path, rows, properties, and files going in and out. Composes; rules live in the stores.
import { Download, Ellipsis, ListChecks, PanelRight, RefreshCw, Trash2, Upload } from 'lucide-react';
import { type MouseEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { StowageError } from '@shared/errors';
import { call, takeDrop, useDropTarget } from '@renderer/bridge';
import {
  Button,
  EmptyState,
  ErrorState,
  IconButton,
  LoadingRows,
  MenuButton,
  type MenuEntry,
  Select,
  SplitPane,
  ToggleButton,
  describeError,
  showToast,
  useContextMenu,
} from '@renderer/ui';
import { BlobList } from './blob-list';
import { useCopying } from './copy/use-copying';
import { DeleteDialog } from './delete-dialog';
import { DetailsPanel } from './details/details-panel';
import { DropOverlay } from './drop-overlay';
import { ListFoot } from './list-foot';
import { type ListingEntry, isComplete } from './listing';
import { createListingStore } from './listing-store';
import { overwriteChoices, readOverwrite, rememberOverwrite } from './overwrite-choice';
import { parentPrefix } from './path';
import { PathBar } from './path-bar';
import { pause } from './pause';
import { selectionOf, whatIsSelected } from './selection-words';
import { pickAndDownload, pickAndUpload, startUpload } from './start-transfer';
import { VerifyFolderDialog } from './verify/verify-folder-dialog';
import { VerifyChoice } from './verify/verify-choice';
import { useFinishedUploads } from './use-finished-uploads';
import styles from './container-tab.module.css';

export interface ContainerTabProps {
  readonly connectionId: string;
  readonly container: string;
  readonly connectionName: string;
  readonly readOnly: boolean;
  readonly environment: 'production' | 'other';
  /** False while another tab is in front: nothing is fetched for the first time then. */
  readonly isActive: boolean;
  /** Shows what is in a blob; `name` in full. */
  readonly onOpenBlob: (name: string) => void;
}

const panelBounds = { initial: 320, min: 240, max: 560 } as const;

export function ContainerTab(props: ContainerTabProps) {
  const { connectionId, container, connectionName, readOnly, environment, isActive, onOpenBlob } = props;
  const { store, actions } = useMemo(
    () =>
      createListingStore({
        connectionId,
        container,
        listPage: (input, signal) => call('blobs.list', input, { signal }),
        wait: pause,
      }),
    [connectionId, container],
  );
  const state = useStore(store);
  const { prefix, entries, keys, listing, selection, status, error } = state;
  const [overwrite, setOverwrite] = useState(() => readOverwrite(localStorage));
  const [isPanelOpen, setIsPanelOpen] = useState(false);
  /** What was selected when deletion was asked for: the selection goes on changing. */
  const [doomed, setDoomed] = useState<readonly ListingEntry[] | null>(null);
  const [isVerifying, setIsVerifying] = useState(false);
  const grid = useRef<HTMLDivElement>(null);
  /** The rows go away while a folder loads; the keyboard comes back to them. */
  const wantsFocus = useRef(false);
  const menu = useContextMenu();

  useEffect(() => () => actions.dispose(), [actions]);
  useEffect(() => {
    if (isActive && store.getState().listing.pages === 0) void actions.open(store.getState().prefix);
  }, [isActive, actions, store]);
  useEffect(() => {
    if (!wantsFocus.current || status === 'loading') return;
    wantsFocus.current = false;
    grid.current?.focus();
  }, [status]);
  useFinishedUploads(connectionId, container, () => void actions.refresh());

  const selected = useMemo(
    () => entries.filter((_entry, index) => selection.selected.has(keys[index] ?? '')),
    [entries, keys, selection.selected],
  );

  /** A right click selects a row and opens its menu before the next drawing. */
  const selectedNow = (): readonly ListingEntry[] => {
    const now = store.getState();
    return now.entries.filter((_entry, index) => now.selection.selected.has(now.keys[index] ?? ''));
  };

  const place = { connectionId, container, prefix };
  const refusal = readOnly ? `${connectionName} is read-only. Unlock it to upload.` : null;
  const run = (work: Promise<unknown>): void => {
    work.catch((thrown: unknown) => {
      const failure = StowageError.from(thrown);
      if (failure.kind === 'cancelled') return;
      const words = describeError(failure);
      showToast({ tone: 'bad', title: words.title, text: words.explanation });
    });
  };

  const drop = useDropTarget(readOnly ? 'nothing' : 'files', (transfer) =>
    run(takeDrop(transfer).then((sources) => startUpload(place, sources, overwrite))),
  );
  const openFolder = (next: string): void => {
    wantsFocus.current = true;
    void actions.open(next);
  };
  const openEntry = (entry: ListingEntry): void => {
    if (entry.kind === 'folder') openFolder(entry.name);
    else onOpenBlob(entry.name);
  };
  const upload = (kind: 'files' | 'folder') => () => run(pickAndUpload(place, kind, overwrite));
  const download = (): void => run(pickAndDownload(place, selectedNow(), overwrite));
  const askToDelete = (): void => {
    const chosen = selectedNow();
    if (!readOnly && chosen.length > 0) setDoomed(chosen);
  };
  const copying = useCopying({
    place,
    state,
    selected,
    refusal: readOnly ? `${connectionName} is read-only. Unlock it to change anything here.` : null,
    overwrite,
    run,
    openFolder,
    focusRows: () => grid.current?.focus(),
  });
  const loadMore = useCallback(() => void actions.loadMore(), [actions]);

  const uploadEntries: readonly MenuEntry[] = [
    { id: 'files', label: 'Upload files…', onAction: upload('files') },
    { id: 'folder', label: 'Upload a folder…', onAction: upload('folder') },
  ];
  const openMenu = (event: MouseEvent, entry: ListingEntry): void => {
    menu.open(event, 'Blob', [
      {
        id: 'open',
        label: entry.kind === 'folder' ? 'Open folder' : 'Preview',
        onAction: () => openEntry(entry),
      },
      ...(entry.kind === 'blob'
        ? [{ id: 'properties', label: 'Show properties', onAction: () => setIsPanelOpen(true) }]
        : []),
      { id: 'download', label: 'Download…', icon: <Download size={14} />, onAction: download },
      'separator',
      ...copying.entriesFor(selectedNow()),
      'separator',
      { id: 'copy', label: 'Copy name', onAction: () => run(call('clipboard.write', { text: entry.name })) },
      'separator',
      {
        id: 'delete',
        label: 'Delete…',
        icon: <Trash2 size={14} />,
        shortcut: 'Delete',
        tone: 'danger',
        isDisabled: readOnly,
        ...(readOnly ? { description: `${connectionName} is read-only. Unlock it to delete.` } : {}),
        onAction: askToDelete,
      },
    ]);
  };

  const moreEntries: readonly MenuEntry[] = [
    ...copying.entriesFor(selected),
    'separator',
    {
      id: 'verify',
      label: 'Verify a folder against this place…',
      icon: <ListChecks size={14} />,
      onAction: () => setIsVerifying(true),
    },
  ];

  const isEmpty = isComplete(listing) && entries.length === 0;
  return (
    <div className={styles.tab} {...drop.handlers} onKeyDown={copying.onKeyDown}>
      <div className={styles.toolbar}>
        <PathBar container={container} prefix={prefix} onOpen={openFolder} />
        <div className={styles.actions}>
          <Select
            label="If a name already exists"
            labelPosition="hidden"
            appearance="bare"
            className={styles.overwrite ?? ''}
            options={overwriteChoices.map(({ policy, label }) => ({ value: policy, label }))}
            value={overwrite}
            onChange={(policy) => {
              setOverwrite(policy);
              rememberOverwrite(localStorage, policy);
            }}
          />
          <VerifyChoice className={styles.overwrite ?? ''} />
          <span title={refusal ?? undefined}>
            <MenuButton label="Upload" entries={uploadEntries} placement="bottom end">
              <Button variant="primary" icon={<Upload size={14} />} isDisabled={readOnly}>
                Upload
              </Button>
            </MenuButton>
          </span>
          <Button icon={<Download size={14} />} isDisabled={selected.length === 0} onPress={download}>
            Download
          </Button>
          <IconButton
            label="Delete"
            icon={<Trash2 size={15} />}
            isDisabled={readOnly || selected.length === 0}
            onPress={askToDelete}
          />
          <MenuButton label="Copy, move and verify" entries={moreEntries} placement="bottom end">
            <IconButton label="Copy, move and verify" icon={<Ellipsis size={15} />} />
          </MenuButton>
          <IconButton label="Refresh" icon={<RefreshCw size={15} />} onPress={() => void actions.refresh()} />
          <ToggleButton
            label="Properties"
            icon={<PanelRight size={15} />}
            isSelected={isPanelOpen}
            onChange={setIsPanelOpen}
          />
        </div>
      </div>
      <div className={styles.body}>
        <SplitPane
          name="container-properties"
          label="properties"
          direction="row"
          sized="second"
          bounds={panelBounds}
          isOpen={isPanelOpen}
          first={
            <>
              {status === 'loading' ? (
                <div className={styles.place}>
                  <LoadingRows label={`Loading ${container}`} rows={14} columns={[36, 8, 10, 14]} />
                </div>
              ) : status === 'failed' && error && listing.pages === 0 ? (
                <div className={styles.place}>
                  <ErrorState error={error} onRetry={() => void actions.open(prefix)} />
                </div>
              ) : isEmpty ? (
                <div className={styles.place}>
                  <EmptyContainer
                    prefix={prefix}
                    refusal={refusal}
                    onPick={upload('files')}
                    onPaste={copying.paste}
                    onUp={() => openFolder('')}
                  />
                </div>
              ) : (
                <BlobList
                  container={container}
                  state={state}
                  gridRef={grid}
                  onSelect={actions.select}
                  onOpen={openEntry}
                  onUp={() => {
                    const parent = parentPrefix(prefix);
                    if (parent !== null) openFolder(parent);
                  }}
                  onSort={actions.sortBy}
                  onNearEnd={loadMore}
                  onContextMenu={openMenu}
                  onDelete={askToDelete}
                />
              )}
              {listing.pages > 0 ? <ListFoot state={state} actions={actions} selected={selected} /> : null}
            </>
          }
          second={
            <DetailsPanel
              {...place}
              selected={selected}
              refusal={readOnly ? `${connectionName} is read-only. Unlock it to change anything here.` : null}
              onClose={() => setIsPanelOpen(false)}
              onChanged={() => void actions.refresh()}
            />
          }
        />
      </div>
      {drop.isOver ? (
        <DropOverlay container={container} prefix={prefix} overwrite={overwrite} refusal={refusal} />
      ) : null}
      {menu.element}
      {copying.element}
      {isVerifying ? <VerifyFolderDialog place={place} onClose={() => setIsVerifying(false)} /> : null}
      {doomed === null ? null : (
        <DeleteDialog
          connectionId={connectionId}
          container={container}
          selection={selectionOf(doomed)}
          what={whatIsSelected(doomed, prefix)}
          environment={environment}
          onClose={() => {
            setDoomed(null);
            grid.current?.focus();
          }}
          onDeleted={() => void actions.refresh()}
        />
      )}
    </div>
  );
}

interface EmptyContainerProps {
  readonly prefix: string;
  readonly refusal: string | null;
  readonly onPick: () => void;
  /** Null when there is nothing to paste. */
  readonly onPaste: (() => void) | null;
  readonly onUp: () => void;
}

function EmptyContainer({ prefix, refusal, onPick, onPaste, onUp }: EmptyContainerProps) {
  const isRoot = prefix === '';
  return (
    <EmptyState
      icon={<Upload size={24} strokeWidth={1.5} />}
      title={isRoot ? 'This container is empty' : 'Nothing is stored under this name'}
      actions={
        <>
          {isRoot ? null : <Button onPress={onUp}>Back to the container</Button>}
          {onPaste === null ? null : <Button onPress={onPaste}>Paste</Button>}
          {refusal === null ? <Button onPress={onPick}>Choose files…</Button> : null}
        </>
      }
    >
      {refusal ?? 'Drop files or folders here to upload them.'}
    </EmptyState>
  );
}

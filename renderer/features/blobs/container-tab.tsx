// One container in a tab: path, rows or sizes, properties, and files going in and out. Composes; rules live in the stores.
import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useStore } from 'zustand';
import { StowageError } from '@shared/errors';
import { call, takeDrop, useDropTarget } from '@renderer/bridge';
import { SplitPane, describeError, showToast, useContextMenu } from '@renderer/ui';
import { ContainerToolbar } from './container-toolbar';
import { useCopying } from './copy/use-copying';
import { DeleteDialog } from './delete-dialog';
import { DeletedRows } from './deleted/deleted-rows';
import { restoredWords } from './deleted/restored-toast';
import { useRetention } from './deleted/use-retention';
import { DetailsPanel } from './details/details-panel';
import { DropOverlay } from './drop-overlay';
import { FolderRows } from './folder-rows';
import { type ListingEntry, selectedOf } from './listing';
import { readOverwrite, rememberOverwrite } from './overwrite-choice';
import { parentPrefix } from './path';
import { rowMenu } from './row-menu';
import { SearchRows } from './search/search-rows';
import { selectionOf, whatIsSelected } from './selection-words';
import { SizesView } from './sizes/sizes-view';
import { knownSize } from './sizes/sizes-store';
import { pickAndDownload, pickAndUpload, startUpload } from './start-transfer';
import { useContainerStores } from './use-container-stores';
import { useDragOut } from './use-drag-out';
import { useFind } from './use-find';
import { useFinishedUploads } from './use-finished-uploads';
import { VerifyFolderDialog } from './verify/verify-folder-dialog';
import { type ContainerView, ViewBar } from './view-bar';
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
  const stores = useContainerStores(connectionId, container);
  const { store, actions } = stores.listing;
  const { actions: searching } = stores.search;
  const state = useStore(store);
  const search = useStore(stores.search.store);
  const sizings = useStore(stores.sizes.store, (held) => held.sizings);
  const { prefix, status } = state;
  const find = useFind(prefix, actions, searching);
  const [view, setView] = useState<ContainerView>('folders');
  const [overwrite, setOverwrite] = useState(() => readOverwrite(localStorage));
  const [isPanelOpen, setIsPanelOpen] = useState(false);
  /** What was selected when deletion was asked for: the selection goes on changing. */
  const [doomed, setDoomed] = useState<readonly ListingEntry[] | null>(null);
  const [isVerifying, setIsVerifying] = useState(false);
  const tab = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const findField = useRef<HTMLInputElement>(null);
  /** The rows go away while a folder loads; the keyboard stays in the tab and comes back to them. */
  const wantsFocus = useRef(false);
  const menu = useContextMenu();

  useEffect(() => {
    if (isActive && store.getState().listing.pages === 0) void actions.open(store.getState().prefix);
  }, [isActive, actions, store]);
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = status === 'loading';
    (status === 'loading' ? tab : grid).current?.focus();
  }, [status]);
  useFinishedUploads(connectionId, container, () => void actions.refresh());

  const retention = useRetention({ connectionId, isActive });
  const hasRows = view === 'folders' || view === 'flat';
  const isSearch = search.asked !== null && hasRows;
  const { entries, selection } = isSearch ? search : state;
  const selected = useMemo(() => (hasRows ? selectedOf(entries, selection) : []), [hasRows, entries, selection]);

  /** A right click selects a row and opens its menu before the next drawing. */
  const selectedNow = (): readonly ListingEntry[] => {
    if (!hasRows) return [];
    const now = isSearch ? stores.search.store.getState() : store.getState();
    return selectedOf(now.entries, now.selection);
  };

  const place = { connectionId, container, prefix };
  const refusal = readOnly ? `${connectionName} is read-only. Unlock it to upload.` : null;
  const changeRefusal = readOnly ? `${connectionName} is read-only. Unlock it to change anything here.` : null;
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
    wantsFocus.current = view !== 'sizes';
    find.reset();
    void actions.open(next);
  };
  const openParent = (): void => {
    const parent = parentPrefix(prefix);
    if (parent !== null) openFolder(parent);
  };
  const refresh = (): void => {
    if (view === 'deleted') void stores.deleted.actions.start(prefix);
    else void (isSearch ? searching.again() : actions.refresh());
  };
  const openEntry = (entry: ListingEntry): void => {
    if (entry.kind === 'folder') openFolder(entry.name);
    else onOpenBlob(entry.name);
  };
  const show = (next: ContainerView): void => {
    setView(next);
    if (next === 'sizes' || next === 'deleted') return;
    find.reset();
    void actions.setDepth(next);
  };
  const upload = (kind: 'files' | 'folder'): void => run(pickAndUpload(place, kind, overwrite));
  const download = (): void => run(pickAndDownload(place, selectedNow(), overwrite));
  const askToDelete = (): void => {
    const chosen = selectedNow();
    if (!readOnly && chosen.length > 0) setDoomed(chosen);
  };
  const copying = useCopying({
    ...{ place, state, selected, refusal: changeRefusal, overwrite, run, openFolder },
    focusRows: () => grid.current?.focus(),
  });
  const sizeOf = useCallback((folder: string) => knownSize(sizings, folder), [sizings]);
  const openMenu = (event: MouseEvent, entry: ListingEntry): void => {
    const entriesOfMenu = rowMenu({
      ...{ entry, prefix, copyEntries: copying.entriesFor(selectedNow()) },
      refusal: readOnly ? `${connectionName} is read-only. Unlock it to delete.` : null,
      ...{ onOpen: openEntry, onDownload: download, onDelete: askToDelete },
      onOpenFolder: (folder) => {
        setView('folders');
        void actions.setDepth('folders');
        openFolder(folder);
      },
      onShowProperties: () => setIsPanelOpen(true),
      onCountSizes: (folder) => {
        setView('sizes');
        openFolder(folder);
      },
      onCopyName: (name) => run(call('clipboard.write', { text: name })),
    });
    menu.open(event, 'Blob', entriesOfMenu);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'f' && (event.ctrlKey || event.metaKey) && !event.shiftKey && hasRows) {
      findField.current?.focus();
      event.preventDefault();
    } else if (event.key === 'Backspace' && event.target === tab.current) {
      openParent();
    } else copying.onKeyDown(event);
  };
  const dragOut = useDragOut(place, run);
  const rows = {
    ...{ selected, gridRef: grid, sizeOf, onOpen: openEntry, onContextMenu: openMenu, onDelete: askToDelete },
    onDragOut: (event: DragEvent) => dragOut(event, selectedNow()),
  };

  return (
    <div ref={tab} tabIndex={-1} className={styles.tab} {...drop.handlers} onKeyDown={onKeyDown}>
      <ContainerToolbar
        {...{ container, prefix, refusal, overwrite, isPanelOpen }}
        deletedRefusal={retention.refusal}
        selectedCount={selected.length}
        copyEntries={copying.entriesFor(selected)}
        onOpenFolder={openFolder}
        onOverwrite={(policy) => {
          setOverwrite(policy);
          rememberOverwrite(localStorage, policy);
        }}
        onUpload={upload}
        onVerify={() => setIsVerifying(true)}
        onDownload={download}
        onShowDeleted={() => show('deleted')}
        onDelete={askToDelete}
        onRefresh={refresh}
        onPanel={setIsPanelOpen}
      />
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
          label="properties"
          direction="row"
          sized="second"
          bounds={panelBounds}
          isOpen={isPanelOpen}
          first={
            view === 'sizes' ? (
              <SizesView
                {...{ container, prefix, onOpenBlob }}
                sizes={stores.sizes}
                onOpen={openFolder}
                onShowBlobs={() => show('folders')}
              />
            ) : view === 'deleted' ? (
              <DeletedRows
                {...{ container, prefix, run }}
                deleted={stores.deleted}
                retention={retention.told}
                refusal={changeRefusal}
                gridRef={grid}
                onUp={openParent}
                onRestored={(progress) => {
                  showToast(restoredWords(progress));
                  void actions.refresh();
                }}
              />
            ) : isSearch ? (
              <SearchRows {...rows} state={search} actions={searching} prefix={prefix} onClose={find.reset} />
            ) : (
              <FolderRows
                {...rows}
                {...{ container, state, actions, refusal }}
                onPick={() => upload('files')}
                onPaste={copying.paste}
                onOpenFolder={openFolder}
                onUp={openParent}
              />
            )
          }
          second={
            <DetailsPanel
              {...place}
              selected={selected}
              refusal={changeRefusal}
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
          {...{ connectionId, container, environment }}
          selection={selectionOf(doomed)}
          what={whatIsSelected(doomed, prefix)}
          onClose={() => {
            setDoomed(null);
            grid.current?.focus();
          }}
          run={run}
          onUndone={() => void actions.refresh()}
          onDeleted={(gone) => {
            if (gone === 'all') searching.forget(doomed);
            else void searching.again();
            void actions.refresh();
          }}
        />
      )}
    </div>
  );
}

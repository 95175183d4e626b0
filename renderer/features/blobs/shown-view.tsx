// The content of a container's tab: the rows of a folder, the matches of a search, deleted blobs or sizes.
import { showToast } from '@renderer/ui';
import { DeletedRows } from './deleted/deleted-rows';
import { restoredWords } from './deleted/restored-toast';
import type { PlaceRefusals } from './place-refusals';
import { FolderRows, type FolderRowsProps } from './rows/folder-rows';
import { runAndSay } from './run-and-say';
import { SearchRows } from './search/search-rows';
import { SizesView } from './sizes/sizes-view';
import type { ContainerListing } from './use-container-listing';

export interface ShownViewProps extends Pick<
  FolderRowsProps,
  | 'connectionId'
  | 'container'
  | 'gridRef'
  | 'onOpen'
  | 'onContextMenu'
  | 'onDelete'
  | 'onDragOut'
  | 'onUnlock'
  | 'onPick'
  | 'onPaste'
> {
  readonly listing: ContainerListing;
  readonly refusals: PlaceRefusals;
  /** Shows what is in a blob; `name` in full. */
  readonly onOpenBlob: (name: string) => void;
}

export function ShownView(props: ShownViewProps) {
  const { listing, refusals, onOpenBlob, onUnlock, onPick, onPaste, connectionId, container, ...list } = props;
  const { gridRef } = list;
  const { stores, state, search, find, navigation, retention, selected, sizeOf } = listing;
  const { prefix } = state;
  const { view, openFolder, openParent } = navigation;
  const { actions } = stores.listing;
  if (view === 'sizes') {
    return (
      <SizesView
        container={container}
        prefix={prefix}
        onOpenBlob={onOpenBlob}
        sizes={stores.sizes}
        onOpen={openFolder}
        onShowBlobs={() => navigation.show('folders')}
      />
    );
  }
  if (view === 'deleted') {
    return (
      <DeletedRows
        container={container}
        prefix={prefix}
        gridRef={gridRef}
        run={runAndSay}
        deleted={stores.deleted}
        retention={retention.told}
        refusal={refusals.undelete}
        onUp={openParent}
        onRestored={(progress) => {
          showToast(restoredWords(progress));
          listing.noteChange();
        }}
      />
    );
  }
  const rows = { ...list, selected, sizeOf };
  if (navigation.rowsOf === 'search') {
    return <SearchRows {...rows} state={search} actions={stores.search.actions} prefix={prefix} onClose={find.reset} />;
  }
  return (
    <FolderRows
      {...rows}
      connectionId={connectionId}
      container={container}
      state={state}
      actions={actions}
      onUnlock={onUnlock}
      onPick={onPick}
      onPaste={onPaste}
      refusal={refusals.upload}
      onClearFind={find.reset}
      onOpenFolder={openFolder}
      onUp={openParent}
    />
  );
}

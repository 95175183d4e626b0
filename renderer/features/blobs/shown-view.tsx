// The content of a container's tab: the rows of a folder, the matches of a search, deleted blobs or sizes.
import { showToast } from '@renderer/ui';
import { DeletedRows } from './deleted/deleted-rows';
import { restoredMessage } from './deleted/restored-toast';
import type { ContainerDisabledReasons } from './container-disabled-reasons';
import { FolderRows, type FolderRowsProps } from './rows/folder-rows';
import { runAndReport } from './run-and-report';
import { SearchRows } from './search/search-rows';
import { SizesView } from './sizes/sizes-view';
import type { ContainerListing } from './use-container-listing';

export interface ShownViewProps extends Pick<
  FolderRowsProps,
  | 'connectionId'
  | 'container'
  | 'service'
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
  readonly disabledReasons: ContainerDisabledReasons;
  /** Opens the contents of a blob; `name` in full. */
  readonly onOpenBlob: (name: string) => void;
}

export function ShownView(props: ShownViewProps) {
  const { listing, disabledReasons, onOpenBlob, onUnlock, onPick, onPaste, connectionId, container, ...list } = props;
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
        run={runAndReport}
        deleted={stores.deleted}
        retention={retention.report}
        disabledReason={disabledReasons.undelete}
        onUp={openParent}
        onRestored={(progress) => {
          showToast(restoredMessage(progress));
          listing.noteChange();
        }}
      />
    );
  }
  const { service } = props;
  const rows = { ...list, selected, sizeOf };
  if (navigation.rowsOf === 'search') {
    return <SearchRows {...rows} state={search} actions={stores.search.actions} prefix={prefix} onClose={find.reset} />;
  }
  return (
    <FolderRows
      service={service}
      {...rows}
      connectionId={connectionId}
      container={container}
      state={state}
      actions={actions}
      onUnlock={onUnlock}
      onPick={onPick}
      onPaste={onPaste}
      disabledReason={disabledReasons.upload}
      onClearFind={find.reset}
      onOpenFolder={openFolder}
      onUp={openParent}
    />
  );
}

// The rows of a folder with their footer, or why there are none.
import { type MouseEvent, type RefObject, useMemo } from 'react';
import { t } from '@shared/strings/t';
import { Button, EmptyState, ErrorState, LoadingRows } from '@renderer/ui';
import { BlobList, type BlobListProps } from './blob-list';
import { EmptyContainer, type EmptyContainerProps } from './empty-container';
import { ListFoot } from './list-foot';
import { type ListingEntry, isComplete } from '../listing/listing';
import type { ListingState } from '../listing/listing-state';
import type { ListingActions } from '../listing/listing-store';
import { spokenPath } from '../names/path';
import { isGone } from '../container-disabled-reasons';
import { folderSortDisabledReason } from './sort-columns';
import styles from './blob-list.module.css';
import { Search } from 'lucide-react';

export interface FolderRowsProps extends Pick<
  EmptyContainerProps,
  'service' | 'disabledReason' | 'onUnlock' | 'onPick' | 'onPaste'
> {
  readonly connectionId: string;
  readonly container: string;
  readonly state: ListingState;
  readonly actions: ListingActions;
  readonly selected: readonly ListingEntry[];
  readonly gridRef: RefObject<HTMLDivElement | null>;
  readonly sizeOf: BlobListProps['sizeOf'];
  readonly onOpen: (entry: ListingEntry) => void;
  /** Nothing is looked for any more. */
  readonly onClearFind: () => void;
  readonly onOpenFolder: (prefix: string) => void;
  readonly onUp: () => void;
  readonly onContextMenu: (event: MouseEvent, entry: ListingEntry) => void;
  readonly onDelete: () => void;
  readonly onDragOut: BlobListProps['onDragOut'];
}

export function FolderRows(props: FolderRowsProps) {
  const { connectionId, container, state, actions, selected, gridRef } = props;
  const { prefix, startsWith, listing, status, error, order, contains, entries } = state;
  const isWhole = isComplete(listing);
  // In another order the next page would move the rows that the user is reading.
  const comesByItself = status === 'ready' && !isWhole && order === 'service' && contains === '';
  const onNearEnd = useMemo(
    // Another function after each page: one without blobs leaves the end in view.
    () => (comesByItself ? () => void actions.loadMore() : null),
    [comesByItself, actions],
  );

  if (status === 'loading') {
    return (
      <div className={styles.instead}>
        <LoadingRows
          label={t`Loading ${container}`}
          rows={14}
          columns={[36, 8, 10, 14]}
          wait={`${startsWith} ${prefix}`}
        />
      </div>
    );
  }
  const isEmpty = isWhole && listing.entries.length === 0;
  // A container that is gone has no rows, and its remedies are shown with the reason. Nor is a container shown as empty
  // if it could not be listed again.
  if (status === 'failed' && error && (listing.pages === 0 || isEmpty || isGone(error))) {
    return (
      <div className={styles.instead}>
        <ErrorState error={error} onRetry={() => void actions.refresh()} />
      </div>
    );
  }
  return (
    <>
      {isEmpty ? (
        <div className={styles.instead}>
          <EmptyContainer {...props} prefix={prefix} startsWith={startsWith} onUp={() => props.onOpenFolder('')} />
        </div>
      ) : contains !== '' && entries.length === 0 ? (
        <div className={styles.instead}>
          <NoneHolds
            contains={contains}
            onClear={props.onClearFind}
            onListAll={isWhole || status === 'more' ? null : () => void actions.loadAll()}
          />
        </div>
      ) : (
        <BlobList
          label={t`Contents of ${spokenPath(container, prefix)}`}
          rows={state}
          isWhole={isWhole}
          sortDisabledReason={folderSortDisabledReason(state)}
          gridRef={gridRef}
          sizeOf={props.sizeOf}
          onSelect={actions.select}
          onOpen={props.onOpen}
          onUp={props.onUp}
          onSort={actions.sortBy}
          onNearEnd={onNearEnd}
          onContextMenu={props.onContextMenu}
          onDelete={props.onDelete}
          onDragOut={props.onDragOut}
        />
      )}
      {listing.pages > 0 ? (
        <ListFoot connectionId={connectionId} state={state} actions={actions} selected={selected} />
      ) : null}
    </>
  );
}

interface NoneHoldsProps {
  readonly contains: string;
  readonly onClear: () => void;
  /** Null while all is listed, or on its way. */
  readonly onListAll: (() => void) | null;
}

/** The state of a list in which no name contains the searched text. */
function NoneHolds({ contains, onClear, onListAll }: NoneHoldsProps) {
  return (
    <EmptyState
      icon={<Search size={24} strokeWidth={1.5} />}
      title={t`No listed names contain “${contains}”`}
      actions={
        <>
          {onListAll === null ? null : <Button onPress={onListAll}>{t`List all`}</Button>}
          <Button onPress={onClear}>{t`Clear`}</Button>
        </>
      }
    >
      {onListAll === null ? undefined : t`Names that are not listed yet were not searched.`}
    </EmptyState>
  );
}

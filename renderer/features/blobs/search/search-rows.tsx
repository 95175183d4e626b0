// The matches of a search as rows with all their actions, or that there are none.
import { SearchX } from 'lucide-react';
import { t } from '@shared/strings/t';
import { EmptyState, ErrorState, LoadingRows } from '@renderer/ui';
import { BlobList, type BlobListProps } from '../rows/blob-list';
import styles from '../rows/blob-list.module.css';
import type { ListingEntry } from '../listing/listing';
import { SearchFoot, seenText } from './search-foot';
import { type SearchActions, type SearchState, searchSortDisabledReason } from './search-store';

export interface SearchRowsProps extends Pick<
  BlobListProps,
  'gridRef' | 'sizeOf' | 'onOpen' | 'onContextMenu' | 'onDelete' | 'onDragOut'
> {
  readonly state: SearchState;
  readonly actions: SearchActions;
  readonly prefix: string;
  readonly selected: readonly ListingEntry[];
  readonly onClose: () => void;
}

export function SearchRows({ state, actions, prefix, selected, onClose, ...list }: SearchRowsProps) {
  const { requested, status, entries, order, selection, counts, error } = state;
  return (
    <>
      {entries.length > 0 ? (
        <BlobList
          {...list}
          label={t`Names that match ${requested?.pattern.text ?? ''}`}
          rows={{ entries, prefix, order, selection }}
          isWhole={status === 'complete' && counts.matched === entries.length}
          sortDisabledReason={searchSortDisabledReason(state)}
          onSelect={actions.select}
          onUp={onClose}
          onSort={actions.sortBy}
          onNearEnd={null}
        />
      ) : (
        <div className={styles.instead}>
          {status === 'searching' ? (
            <LoadingRows label={t`Searching`} rows={14} columns={[48, 8, 10, 14]} />
          ) : status === 'failed' && error ? (
            <ErrorState error={error} onRetry={() => void actions.again()} />
          ) : (
            <EmptyState
              icon={<SearchX size={24} strokeWidth={1.5} />}
              title={status === 'stopped' ? t`Stopped before the first match` : t`No matching names`}
            >
              {seenText(counts)}
              {whichText(state)}
            </EmptyState>
          )}
        </div>
      )}
      <SearchFoot state={state} actions={actions} selected={selected} onClose={onClose} />
    </>
  );
}

/** Of the blobs that were seen: whether they were all that could match. */
function whichText({ status, counts: { listedPrefix } }: SearchState): string {
  if (status === 'stopped') return t`. Other names may match.`;
  return listedPrefix === '' ? '.' : t`, all that start with ${listedPrefix}.`;
}

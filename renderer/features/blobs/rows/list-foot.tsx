// The footer below the rows: how many are listed and shown, whether there are more, and the selection.
import { requestsTo } from '@shared/cost/billing';
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { formatBytes, formatCount } from '@shared/units';
import { CostPopover } from '@renderer/cost/cost-popover';
import { Button, describeError, useWaited } from '@renderer/ui';
import { type ListingEntry, type SortOrder, isComplete } from '../listing/listing';
import type { ListingState } from '../listing/listing-state';
import type { ListingActions } from '../listing/listing-store';
import styles from './list-foot.module.css';

export interface ListFootProps {
  readonly connectionId: string;
  readonly state: ListingState;
  readonly actions: Pick<ListingActions, 'loadMore' | 'loadAll' | 'stop' | 'refresh'>;
  readonly selected: readonly ListingEntry[];
}

export function ListFoot({ connectionId, state, actions, selected }: ListFootProps) {
  const { listing, status, error, isListingAll, isOutdated, contains, entries, order, pagesRequested } = state;
  const complete = isComplete(listing);
  const { pages } = listing;
  return (
    <div className={styles.foot}>
      <span className={styles.listed} role="status">
        {contains === '' ? '' : t`${formatCount(entries.length)} shown of `}
        {listing.blobCount > 0 || listing.folderCount === 0 ? (
          <>
            <strong>{formatCount(listing.blobCount)}</strong> {plural(listing.blobCount)`blob | blobs`}
          </>
        ) : null}
        {listing.blobCount > 0 && listing.folderCount > 0 ? ' · ' : ''}
        {listing.folderCount > 0 ? counted(listing.folderCount, 'folder') : ''}
        {listing.blobCount > 0 ? ` · ${formatBytes(listing.blobBytes)}` : ''}
        {complete ? '' : status === 'more' ? t` · listing` : t` · more available, ${orderText(order, contains)}`}
      </span>
      {status === 'failed' && error ? (
        <span className={styles.failure} role="alert" title={describeError(error).explanation}>
          {describeError(error).title}
          <Button
            size="small"
            onPress={() => void (complete || isOutdated ? actions.refresh() : actions.loadMore())}
          >{t`Try again`}</Button>
        </span>
      ) : isOutdated && status !== 'refreshing' ? (
        <span className={styles.outdated} role="status">
          {t`Changed since it was listed`}
          <Button size="small" onPress={() => void actions.refresh()}>{t`Refresh`}</Button>
        </span>
      ) : null}
      {status === 'refreshing' ? <ListingAgain pages={pages} onStop={() => actions.stop()} /> : null}
      {complete || status === 'failed' || (status === 'refreshing' && pages > 1) ? null : isListingAll ? (
        <Button size="small" onPress={() => actions.stop()}>{t`Stop`}</Button>
      ) : (
        <>
          {order === 'service' && contains === '' ? null : (
            <Button size="small" variant="quiet" onPress={() => void actions.loadMore()}>{t`Next page`}</Button>
          )}
          <Button size="small" variant="quiet" onPress={() => void actions.loadAll()}>{t`List all`}</Button>
        </>
      )}
      <span className={styles.space} />
      <SelectionText selected={selected} />
      <CostPopover
        size="small"
        sent={requestsTo(connectionId, 'blob', [{ operation: 'ListBlobs', requests: pagesRequested }])}
        note={t`Each page of a list (up to 5,000 names) is one operation, whatever the folder. Viewing a blob reads its properties, one more operation.`}
      />
    </div>
  );
}

/** A single page usually arrives before a message could be read; only a slow one shows a message. */
function ListingAgain({ pages, onStop }: { readonly pages: number; readonly onStop: () => void }) {
  const waited = useWaited();
  if (pages <= 1 && waited === '') return null;
  const label = t`Refreshing list`;
  return (
    <>
      <span>{waited === '' ? label : t`${label}, ${waited} so far`}</span>
      <Button size="small" onPress={onStop}>{t`Stop`}</Button>
    </>
  );
}

export function SelectionText({ selected }: Pick<ListFootProps, 'selected'>) {
  return selected.length > 0 ? <span className={styles.selected}>{selectionText(selected)}</span> : null;
}

/** What the rows are while pages are missing. */
function orderText(order: SortOrder, contains: string): string {
  if (contains !== '') return t`only listed names are filtered`;
  return order === 'service' ? t`in service order` : t`only listed blobs are sorted`;
}

/** `3 selected · 12.0 MiB`; folders have no size of their own. */
export function selectionText(selected: readonly ListingEntry[]): string {
  const bytes = selected.reduce((sum, entry) => sum + (entry.kind === 'blob' ? entry.item.bytes : 0), 0);
  const folders = selected.filter((entry) => entry.kind === 'folder').length;
  const size = folders === selected.length ? '' : ` · ${formatBytes(bytes)}`;
  const rest = folders > 0 && folders < selected.length ? t` and folders` : '';
  return t`${formatCount(selected.length)} selected${size}${rest}`;
}

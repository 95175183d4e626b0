// The footer below the matches: their number, the requests, and whether the search is complete.
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { formatBytes, formatCount } from '@shared/units';
import { Button, describeError } from '@renderer/ui';
import type { ListingEntry } from '../listing/listing';
import { SelectionText } from '../rows/list-foot';
import styles from '../rows/list-foot.module.css';
import type { SearchActions, SearchState } from './search-store';

export interface SearchFootProps {
  readonly state: SearchState;
  readonly actions: Pick<SearchActions, 'stop' | 'again'>;
  readonly selected: readonly ListingEntry[];
  /** Back to the folder. */
  readonly onClose: () => void;
}

export function SearchFoot({ state, actions, selected, onClose }: SearchFootProps) {
  const { counts, status, error, entries, isOutdated } = state;
  const more = counts.matched - entries.length;
  return (
    <div className={styles.foot}>
      <span className={styles.listed} role="status">
        <strong>{formatCount(counts.matched)}</strong> {plural(counts.matched)`match | matches`}
        {` · ${formatBytes(counts.matchedBytes)}`}
        {more > 0 ? t` · first ${formatCount(entries.length)} listed` : ''}
        {` · ${seenText(counts)}`}
        {status === 'stopped' ? t` · stopped, there may be more` : ''}
      </span>
      {status === 'failed' && error ? (
        <span className={styles.failure} role="alert" title={describeError(error).explanation}>
          {t`${describeError(error).title}, search incomplete`}
        </span>
      ) : null}
      {status === 'searching' ? (
        <Button size="small" onPress={() => actions.stop()}>{t`Stop`}</Button>
      ) : (
        <>
          {isOutdated ? (
            <span className={styles.outdated} role="status">
              {t`Changed since the search`}
            </span>
          ) : null}
          <Button size="small" variant="quiet" onPress={() => void actions.again()}>{t`Search again`}</Button>
        </>
      )}
      <Button size="small" variant="quiet" onPress={onClose}>{t`Close search`}</Button>
      <span className={styles.space} />
      <SelectionText selected={selected} />
    </div>
  );
}

/** `60,000 blobs seen in 12 list requests`. */
export function seenText({ seen, requests }: Pick<SearchState['counts'], 'seen' | 'requests'>): string {
  const blobs = t`${counted(seen, 'blob')} examined`;
  return plural(
    requests,
  )`${blobs} in ${formatCount(requests)} list request | ${blobs} in ${formatCount(requests)} list requests`;
}

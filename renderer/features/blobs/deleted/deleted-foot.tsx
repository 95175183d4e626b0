// Below deleted blobs: how many there are, whether all were seen, and restoring what is selected.
import { RotateCcw } from 'lucide-react';
import { formatBytes, formatCount } from '@shared/units';
import { Button, describeError } from '@renderer/ui';
import { SelectionWords } from '../list-foot';
import type { ListingEntry } from '../listing';
import styles from '../list-foot.module.css';
import type { DeletedActions, DeletedState } from './deleted-store';

export interface DeletedFootProps {
  readonly state: DeletedState;
  readonly actions: Pick<DeletedActions, 'stop' | 'stopRestoring'>;
  readonly refusal: string | null;
  readonly selected: readonly ListingEntry[];
  readonly onRestore: (entries: readonly ListingEntry[]) => void;
}

export function DeletedFoot({ state, actions, refusal, selected, onRestore }: DeletedFootProps) {
  const { counts, status, error, entries, restoring } = state;
  const untold = counts.found - entries.length;
  return (
    <div className={styles.foot}>
      <span className={styles.listed} role="status">
        <strong>{formatCount(counts.found)}</strong> deleted {counts.found === 1 ? 'blob' : 'blobs'}
        {` · ${formatBytes(counts.foundBytes)}`}
        {untold > 0 ? ` · the first ${formatCount(entries.length)} are listed` : ''}
        {` · ${formatCount(counts.seen)} seen`}
        {status === 'stopped' ? ' · stopped, there may be more' : ''}
        {status === 'listing' ? ' · looking further' : ''}
      </span>
      {status === 'failed' && error ? (
        <span className={styles.failure} role="alert" title={error.message}>
          {describeError(error).title}, the list is not complete
        </span>
      ) : null}
      {status === 'listing' ? (
        <Button size="small" onPress={actions.stop}>
          Stop
        </Button>
      ) : null}
      <span className={styles.space} />
      {restoring === null ? (
        <>
          <SelectionWords selected={selected} />
          <span title={refusal ?? undefined}>
            <Button
              size="small"
              icon={<RotateCcw size={13} />}
              isDisabled={refusal !== null || selected.length === 0}
              onPress={() => onRestore(selected)}
            >
              Restore
            </Button>
          </span>
        </>
      ) : (
        <>
          <span role="status">
            Restoring {formatCount(restoring.handled)} of {formatCount(restoring.of)}
          </span>
          <Button size="small" onPress={actions.stopRestoring}>
            Stop restoring
          </Button>
        </>
      )}
    </div>
  );
}

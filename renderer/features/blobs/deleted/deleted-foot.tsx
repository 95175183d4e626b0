// The footer below deleted blobs: their number, whether all were listed, and restoring the selected ones.
import { RotateCcw } from 'lucide-react';
import { plural, t } from '@shared/strings/t';
import { formatBytes, formatCount } from '@shared/units';
import { Button, describeError } from '@renderer/ui';
import { SelectionText } from '../rows/list-foot';
import type { ListingEntry } from '../listing/listing';
import styles from '../rows/list-foot.module.css';
import type { DeletedActions, DeletedState } from './deleted-store';

export interface DeletedFootProps {
  readonly state: DeletedState;
  readonly actions: Pick<DeletedActions, 'stop' | 'stopRestoring'>;
  readonly disabledReason: string | null;
  readonly selected: readonly ListingEntry[];
  readonly onRestore: (entries: readonly ListingEntry[]) => void;
}

export function DeletedFoot({ state, actions, disabledReason, selected, onRestore }: DeletedFootProps) {
  const { counts, status, error, entries, restoring } = state;
  const untold = counts.found - entries.length;
  return (
    <div className={styles.foot}>
      <span className={styles.listed} role="status">
        <strong>{formatCount(counts.found)}</strong> {plural(counts.found)`deleted blob | deleted blobs`}
        {` · ${formatBytes(counts.foundBytes)}`}
        {untold > 0 ? t` · first ${formatCount(entries.length)} listed` : ''}
        {t` · ${formatCount(counts.seen)} examined`}
        {status === 'stopped' ? t` · stopped, there may be more` : ''}
        {status === 'listing' ? t` · searching` : ''}
      </span>
      {status === 'failed' && error ? (
        <span className={styles.failure} role="alert" title={describeError(error).explanation}>
          {t`${describeError(error).title}, list incomplete`}
        </span>
      ) : null}
      {status === 'listing' ? <Button size="small" onPress={actions.stop}>{t`Stop`}</Button> : null}
      <span className={styles.space} />
      {restoring === null ? (
        <>
          <SelectionText selected={selected} />
          <Button
            size="small"
            icon={<RotateCcw size={13} />}
            disabledReason={disabledReason}
            isDisabled={selected.length === 0}
            onPress={() => onRestore(selected)}
          >
            {t`Restore`}
          </Button>
        </>
      ) : (
        <>
          <span role="status">{t`Restoring ${formatCount(restoring.handled)} of ${formatCount(restoring.of)}`}</span>
          <Button size="small" onPress={actions.stopRestoring}>{t`Stop restoring`}</Button>
        </>
      )}
    </div>
  );
}

// What interrupted runs have left at a connection that could not be reached yet.
import { t } from '@shared/strings/t';
import { call, useCall } from '@renderer/bridge';
import { Button, ErrorNotice, useAction } from '@renderer/ui';
import type { LabStore } from '../lab-store';
import styles from './runs-view.module.css';

export function Leftovers({ lab }: { readonly lab: LabStore }) {
  const { data } = useCall('lab.leftovers', {});
  const { isRunning, error, run } = useAction(() => lab.noteRunsChanged());
  if (!data || data.length === 0) return null;
  const clean = (): Promise<void> => run(() => call('lab.clean-up', {}));
  return (
    <div className={styles.notice} role="status">
      <span>
        {t`Left over from interrupted runs: ${data.flatMap(({ things }) => things).join(', ')}.`}
        {data.find(({ problem }) => problem !== '')?.problem ?? ''}
      </span>
      <Button size="small" isPending={isRunning} onPress={() => void clean()}>{t`Remove`}</Button>
      {error ? <ErrorNotice error={error} /> : null}
    </div>
  );
}

// What interrupted runs left at a connection that could not be reached yet.
import { useState } from 'react';
import { StowageError } from '@shared/errors';
import { call, useCall } from '@renderer/bridge';
import { Button, ErrorNotice } from '@renderer/ui';
import type { LabStore } from '../lab-store';
import styles from './runs-view.module.css';

export function Leftovers({ lab }: { readonly lab: LabStore }) {
  const { data } = useCall('lab.leftovers', {});
  const [error, setError] = useState<StowageError | null>(null);
  if (!data || data.length === 0) return null;
  const clean = async (): Promise<void> => {
    try {
      await call('lab.clean-up', {});
      lab.noteRunsChanged();
    } catch (thrown) {
      setError(StowageError.from(thrown));
    }
  };
  return (
    <div className={styles.notice} role="status">
      <span>
        Left over from interrupted runs: {data.flatMap(({ things }) => things).join(', ')}.
        {data.find(({ problem }) => problem !== '')?.problem ?? ''}
      </span>
      <Button size="small" onPress={() => void clean()}>
        Remove
      </Button>
      {error ? <ErrorNotice error={error} /> : null}
    </div>
  );
}

// Shown instead of rows before anything was run: a scan that can be continued, or a query that waits to be run.
import { plural, t } from '@shared/strings/t';
import { Button, EmptyState, Time } from '@renderer/ui';
import { formatCount } from '@shared/units';
import { CirclePause, Play } from 'lucide-react';
import styles from './library.module.css';
import { outcomeText } from './run-record';
import type { TableLibrary } from './use-table-library';

export interface PendingQueryProps {
  readonly state: NonNullable<TableLibrary['state']>;
  readonly onContinue: TableLibrary['continueRun'];
  readonly onRun: () => void;
  readonly onShowAll: () => void;
}

export function PendingQuery({ state: pending, onContinue, onRun, onShowAll }: PendingQueryProps) {
  if (pending.kind === 'ready') {
    return (
      <div className={styles.standing}>
        <EmptyState
          icon={<Play size={24} strokeWidth={1.5} aria-hidden />}
          title={t`Not run yet`}
          actions={<Button variant="primary" onPress={onRun}>{t`Run the query`}</Button>}
        >
          {t`The query is in the bar above. Look at what it costs, change it, run it.`}
        </EmptyState>
      </div>
    );
  }
  const { lastRun, ranAtMs } = pending.run;
  const title = outcomeText(lastRun);
  return (
    <div className={styles.standing}>
      <EmptyState
        icon={<CirclePause size={24} strokeWidth={1.5} aria-hidden />}
        title={`${title.charAt(0).toUpperCase()}${title.slice(1)}`}
        actions={
          <>
            <Button variant="primary" onPress={() => onContinue(pending.run)}>{t`Continue`}</Button>
            <Button onPress={onRun}>{t`Start again`}</Button>
            <Button variant="quiet" onPress={onShowAll}>{t`Show all rows`}</Button>
          </>
        }
      >
        {t`The last scan of this table ended`} <Time at={ranAtMs} />{' '}
        {t`with more to come. “Continue” reads on from the same place`}
        {lastRun.rows === 0
          ? ''
          : plural(
              lastRun.rows,
            )`; the row before it is not loaded again | ; the ${formatCount(lastRun.rows)} rows before it are not loaded again`}
        .
      </EmptyState>
    </div>
  );
}

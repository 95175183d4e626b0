// A running or finished import: the card of its job, and what can be done next. Also earlier imports into the table,
// which continue after a restart.
import { t } from '@shared/strings/t';
import { useTableJob, useTableJobs } from '@renderer/live/table-jobs';
import { Button, EmptyState, LoadingRows } from '@renderer/ui';
import { useState } from 'react';
import { JobCard } from '../jobs/job-card';
import styles from './run-view.module.css';
import textStyles from './text.module.css';

export interface RunViewProps {
  readonly jobId: string;
  readonly table: string;
  readonly onOpenTable: () => void;
  readonly onAnother: () => void;
  /** Back to the set-up of the same input. */
  readonly onSetUpAgain: () => void;
}

export function RunView({ jobId, table, onOpenTable, onAnother, onSetUpAgain }: RunViewProps) {
  const job = useTableJob(jobId);
  const [wasSeen, setWasSeen] = useState<'seen' | 'awaited'>('awaited');
  if (job !== undefined && wasSeen === 'awaited') setWasSeen('seen');
  if (job === undefined && wasSeen === 'seen') {
    return (
      <EmptyState
        title={t`The import was removed from the list`}
        actions={
          <>
            <Button onPress={onOpenTable}>{t`Open ${table}`}</Button>
            <Button variant="quiet" onPress={onAnother}>{t`Import something else`}</Button>
          </>
        }
      >
        {t`What it wrote stays in ${table}.`}
      </EmptyState>
    );
  }
  return (
    <div className={styles.run}>
      {job === undefined ? (
        <LoadingRows label={t`Starting the import`} rows={3} columns={[60]} />
      ) : (
        <JobCard key={job.id} job={job} />
      )}
      <div className={styles.runVerbs}>
        <Button onPress={onOpenTable}>{t`Open ${table}`}</Button>
        {job?.state === 'cancelled' ? <Button onPress={onSetUpAgain}>{t`Set it up again`}</Button> : null}
        <Button variant="quiet" onPress={onAnother}>{t`Import something else`}</Button>
      </div>
      {job?.state === 'cancelled' && job.rowsDone > 0 ? (
        <p className={textStyles.muted}>
          {t`To write the rest, set it up again: “Rows that exist” says what becomes of those that are in ${table} by now.`}
        </p>
      ) : null}
      {job !== undefined && job.endedAtMs !== null ? null : (
        <p className={textStyles.muted}>
          {t`The import goes on when this tab is closed. If Stowage ends, it can be resumed here or among the table jobs, and no row is written twice.`}
        </p>
      )}
    </div>
  );
}

const shownAtOnce = 5;

export function EarlierImports({ connectionId, table }: { readonly connectionId: string; readonly table: string }) {
  const jobs = useTableJobs().filter(
    (job) => job.kind === 'import' && job.connectionId === connectionId && job.table === table,
  );
  if (jobs.length === 0) return null;
  return (
    <section className={styles.earlier} aria-label={t`Imports into ${table}`}>
      <h3 className={textStyles.planTitle}>{t`Imports into ${table}`}</h3>
      {jobs.slice(0, shownAtOnce).map((job) => (
        <JobCard key={job.id} job={job} />
      ))}
    </section>
  );
}

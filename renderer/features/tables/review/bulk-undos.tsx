// Bulk changes that can be undone as a whole, and what is being undone of them. Their undo is kept with their jobs, and
// not among the single changes: who looks for it looks here all the same.
import { t } from '@shared/strings/t';
import type { TableJob } from '@shared/model/table-job';
import { isUndoable } from '../jobs/bulk-job-actions';
import { JobCard } from '../jobs/job-card';
import { groupOf } from '../jobs/job-groups';
import styles from './undo-tab.module.css';

/** The jobs that this list shows: those of one connection, and of one table where one is given. */
export function bulkUndosOf(
  jobs: readonly TableJob[],
  connectionId: string,
  table: string | undefined,
): readonly TableJob[] {
  return jobs.filter(
    (job) =>
      job.connectionId === connectionId &&
      (table === undefined || job.table === table) &&
      (isUndoable(job) || (job.kind === 'restore' && groupOf(job) !== 'done')),
  );
}

export function BulkUndos({ jobs }: { readonly jobs: readonly TableJob[] }) {
  if (jobs.length === 0) return null;
  return (
    <section className={styles.bulk} aria-label={t`Bulk changes`} tabIndex={0}>
      {jobs.map((job) => (
        <JobCard key={job.id} job={job} />
      ))}
    </section>
  );
}

// Why a job on a table failed and what it left behind: the error, failures by cause, rejected rows to view and save;
// and the rate limit of bulk jobs.
import { Gauge, RotateCcw, Save } from 'lucide-react';
import { StowageError } from '@shared/errors';
import type { JobStatus } from '@shared/model/job-state';
import type { FailureGroup, TableJob } from '@shared/model/table-job';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { call, useCall } from '@renderer/bridge';
import { type MenuEntry, Button, ErrorNotice, MenuButton } from '@renderer/ui';
import { canRetryFailedRows, reportFailure, runTableJobAction } from './table-job-actions';
import styles from './table-job-details.module.css';

/** More are in the saved file. */
const shownRows = 50;

/** The number of details; 0 for a job without problems. */
export function detailsCount(job: TableJob): number {
  return job.failures.length + (job.error === null ? 0 : 1);
}

export function JobDetails({ id, job }: { readonly id: string; readonly job: TableJob }) {
  return (
    <div id={id} className={styles.details}>
      {job.error === null ? null : <ErrorNotice error={StowageError.fromShape(job.error)} />}
      {job.failures.map((group) => (
        <Cause key={`${group.code} ${group.message}`} job={job} group={group} />
      ))}
      {job.keepsRejectedRows && job.rowsRejected > 0 ? <RejectedRows job={job} /> : null}
    </div>
  );
}

function Cause({ job, group }: { readonly job: TableJob; readonly group: FailureGroup }) {
  const unnamed = group.count - group.examples.length;
  return (
    <section className={styles.cause}>
      <h4 className={styles.title}>
        <span className={styles.message}>{group.message}</span>
        <span className={styles.count}>
          {counted(group.count, 'row')} · {group.code}
        </span>
      </h4>
      <p className={styles.words}>
        {group.examples.join(', ')}
        {unnamed > 0 ? t` and ${formatCount(unnamed)} more` : ''}
      </p>
      <RetryCause job={job} group={group} />
    </section>
  );
}

function RejectedRows({ job }: { readonly job: TableJob }) {
  const { data, error, reload } = useCall('imports.rejected-rows', { jobId: job.id, limit: shownRows });
  const hidden = job.rowsRejected - (data?.length ?? 0);
  return (
    <section aria-label={t`Rejected rows`} className={styles.rejected}>
      {error === null ? null : <ErrorNotice error={error} onRetry={reload} />}
      {data === undefined || data.length === 0 ? null : (
        <div className={styles.scroll} tabIndex={0} role="group" aria-label={t`Rejected rows of ${job.title}`}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col" className={styles.line}>{t`Input line`}</th>
                <th scope="col">{t`Reason`}</th>
                <th scope="col">{t`Row`}</th>
              </tr>
            </thead>
            <tbody>
              {data.map((row, index) => (
                <tr key={`${row.line}-${index}`}>
                  <td className={styles.line}>{formatCount(row.line)}</td>
                  <td className={styles.message}>{row.message}</td>
                  <td className={styles.text}>{row.text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className={styles.foot}>
        <Button size="small" icon={<Save size={13} />} onPress={() => runTableJobAction('save-rejected', job)}>
          {t`Save all rejected rows…`}
        </Button>
        {data !== undefined && hidden > 0 ? (
          <span className={styles.words}>{t`The file contains ${formatCount(hidden)} more.`}</span>
        ) : null}
      </div>
    </section>
  );
}

const rates = [10, 50, 100, 500, 1000, 5000] as const;
const moving: ReadonlySet<JobStatus> = new Set<JobStatus>(['running', 'paused', 'interrupted']);
/** The rate limit of a bulk job, which can be changed while it runs. */
export function BulkRate({ job }: { readonly job: TableJob }) {
  const { bulk, id, state, title } = job;
  if (bulk === undefined || !moving.has(state)) return null;
  const setRate = (rowsPerSecond: number | null): void => {
    call('bulk.set-rate', { jobId: id, rowsPerSecond }).catch(reportFailure);
  };
  const entries: readonly MenuEntry[] = [
    { id: 'none', label: t`As fast as the service accepts them`, onAction: () => setRate(null) },
    ...rates.map((rate) => ({
      id: String(rate),
      label: t`${formatCount(rate)} rows/s`,
      onAction: () => setRate(rate),
    })),
  ];
  return (
    <MenuButton label={t`Rate limit`} entries={entries}>
      <Button size="small" icon={<Gauge size={13} />} aria-label={t`Rate limit for ${title}`}>
        {bulk.rowsPerSecondAllowed === null ? t`No limit` : t`${formatCount(bulk.rowsPerSecondAllowed)} rows/s`}
      </Button>
    </MenuButton>
  );
}

/** Reads the rows that failed for one cause again, and retries them in their present state. */
function RetryCause({ job, group }: { readonly job: TableJob; readonly group: FailureGroup }) {
  if (!canRetryFailedRows(job)) return null;
  return (
    <Button
      size="small"
      icon={<RotateCcw size={13} />}
      aria-label={t`Read again and retry: ${group.message}`}
      onPress={() => void call('jobs.retry', { jobId: job.id, code: group.code }).catch(reportFailure)}
    >
      {t`Read again and retry`}
    </Button>
  );
}

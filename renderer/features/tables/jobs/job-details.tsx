// Why a job failed and what it left behind: the error in words, failures by cause, rejected rows to view and save.
import { Save } from 'lucide-react';
import { StowageError } from '@shared/errors';
import type { FailureGroup, TableJob } from '@shared/model/table-job';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { call, useCall } from '@renderer/bridge';
import { Button, ErrorNotice, showToast } from '@renderer/ui';
import { RetryCause } from './bulk-job-actions';
import { reportFailure } from './job-actions';
import styles from './job-details.module.css';

/** More are in the file that can be saved. */
const shownRows = 50;

/** How many things there are to show; none for a job that goes well. */
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
  const { data, error, reload } = useCall('table-jobs.rejected-rows', { jobId: job.id, limit: shownRows });
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
        <Button size="small" icon={<Save size={13} />} onPress={() => void saveRejected(job)}>
          {t`Save all rejected rows…`}
        </Button>
        {data !== undefined && hidden > 0 ? (
          <span className={styles.words}>{t`${formatCount(hidden)} more are in the file.`}</span>
        ) : null}
      </div>
    </section>
  );
}

async function saveRejected(job: TableJob): Promise<void> {
  try {
    const target = await call('dialogs.pick-export-file', {
      suggestedName: rejectedName(job.source),
      pickedFor: 'export-rejected',
    });
    if (target === null) return;
    const { rows } = await call('table-jobs.save-rejected', { jobId: job.id, targetToken: target.token });
    showToast({ tone: 'good', title: t`Saved ${counted(rows, 'rejected row')}`, text: target.name });
  } catch (thrown) {
    reportFailure(thrown);
  }
}

/** `orders.csv` → `orders.rejected.csv`. */
export function rejectedName(source: string): string {
  const name = source.replace(/[/\\]/g, ' ').trim();
  const dot = name.lastIndexOf('.');
  return dot > 0 ? `${name.slice(0, dot)}.rejected${name.slice(dot)}` : `${name}.rejected.tsv`;
}

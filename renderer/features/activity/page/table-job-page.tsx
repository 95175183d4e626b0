// The page of one job on a table: its progress, its figures, and what failed or was rejected, by cause.
import type { TableJob } from '@shared/model/table-job';
import { t } from '@shared/strings/t';
import { formatCount, formatDuration } from '@shared/units';
import { kindLabels } from '@renderer/jobs/kind-labels';
import { factsOf } from '@renderer/jobs/table-job-card';
import { BulkRate, JobDetails, detailsCount } from '@renderer/jobs/table-job-details';
import { tableJobText } from '@renderer/jobs/table-job-text';
import { BlockCells, Time, TruncateLocation, classNames } from '@renderer/ui';
import { rowText } from '../job-text';
import type { Figure } from './job-figures';
import { TitleRow } from './page-head';
import headStyles from './page-head.module.css';
import styles from './job-page.module.css';

export function TableJobPage({ job, connectionName }: { readonly job: TableJob; readonly connectionName: string }) {
  const text = tableJobText(job);
  const { cells, cellsLabel, tone } = rowText(job);
  const facts = factsOf(job);
  return (
    <section className={styles.page} data-kept-scroll="page" aria-label={t`Job ${job.title}`}>
      <header className={headStyles.head}>
        <TitleRow job={job}>
          <BulkRate job={job} />
        </TitleRow>
        <div className={headStyles.course}>
          <p className={headStyles.places} title={`${job.source} → ${job.target}`}>
            <span className={headStyles.placeWords}>{t`${kindLabels[job.kind].noun} of`}</span>{' '}
            <TruncateLocation>{job.source}</TruncateLocation> <span className={headStyles.placeWords}>→</span>{' '}
            <TruncateLocation>{`${job.target} · ${connectionName}`}</TruncateLocation>
          </p>
          <div className={headStyles.cells}>
            <BlockCells cells={cells} label={cellsLabel} />
          </div>
          <p className={headStyles.standing} role="status">
            <span className={classNames(tone === 'caution' && headStyles.caution, tone === 'bad' && headStyles.bad)}>
              {text.state}
            </span>
            {[text.amount, text.rate, text.rest, job.note].filter(Boolean).map((part) => (
              <span key={part}>{part}</span>
            ))}
            {job.endedAtMs === null ? null : <Time at={job.endedAtMs} />}
          </p>
        </div>
        <dl className={headStyles.figures} aria-label={t`Job statistics`}>
          {[...figuresOf(job), ...facts].map((figure: Figure) => (
            <div key={figure.name} className={headStyles.figure}>
              <dt>{figure.name}</dt>
              <dd className={classNames(figure.tone === 'caution' && headStyles.caution)}>{figure.value}</dd>
            </div>
          ))}
        </dl>
      </header>
      <div className={styles.outcome}>
        {text.remains === '' ? null : <p>{text.remains}</p>}
        {detailsCount(job) > 0 ? (
          <JobDetails id={`details-${job.id}`} job={job} />
        ) : job.endedAtMs === null ? null : (
          <p>{t`No rows were rejected.`}</p>
        )}
      </div>
    </section>
  );
}

/** What counts exceptions is there only when there are some. */
function figuresOf(job: TableJob): readonly Figure[] {
  const { rowsDone, rowsRejected, rowsTotal, meanRowsPerSecond, ranMs, bulk } = job;
  const rows = formatCount(rowsDone);
  const figures: readonly (Figure | false)[] = [
    { name: t`Rows`, value: rowsTotal === null ? rows : t`${rows} of ${formatCount(rowsTotal)}` },
    rowsRejected > 0 && { name: t`Rejected`, value: formatCount(rowsRejected), tone: 'caution' },
    bulk !== undefined && bulk.rowsUnchanged > 0 && { name: t`Unchanged`, value: formatCount(bulk.rowsUnchanged) },
    (meanRowsPerSecond ?? 0) > 0 && {
      name: t`Average`,
      value: t`${formatCount(Math.round(meanRowsPerSecond ?? 0))} rows/s`,
    },
    ranMs !== null && { name: t`Running time`, value: formatDuration(ranMs) },
  ];
  return figures.filter((figure) => figure !== false);
}

// The jobs of a hub, newest first; one of them is shown below in detail.
import type { JobView } from '@shared/model/hub';
import { t } from '@shared/strings/t';
import { formatCount, formatRate } from '@shared/units';
import { Badge, ProgressBar, Time, Truncate, classNames } from '@renderer/ui';
import { fractionOf, jobKindText, jobStateText, placesText, progressText } from './hub-text';
import styles from './hub-tab.module.css';

type Tone = NonNullable<Parameters<typeof Badge>[0]['tone']>;

export interface JobsTableProps {
  readonly jobs: readonly JobView[];
  readonly shownId: string | null;
  readonly onShow: (jobId: string) => void;
}

const tones: Readonly<Record<JobView['state'], Tone>> = {
  running: 'information',
  paused: 'caution',
  cancelled: 'neutral',
  done: 'good',
  failed: 'bad',
};

export function JobsTable({ jobs, shownId, onShow }: JobsTableProps) {
  return (
    <div className={styles.tableScroll} role="region" tabIndex={0} aria-label={t`Jobs table`}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t`Job`}</th>
            <th scope="col">{t`State`}</th>
            <th scope="col">{t`Progress`}</th>
            <th scope="col" className={styles.figure}>{t`Rate`}</th>
            <th scope="col" className={styles.figure}>{t`Failed`}</th>
            <th scope="col" className={styles.extra}>{t`Started`}</th>
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <tr key={job.id} className={classNames(job.id === shownId && styles.shown)}>
              <th scope="row" className={styles.wide}>
                <button
                  type="button"
                  className={styles.pick}
                  aria-pressed={job.id === shownId}
                  onClick={() => onShow(job.id)}
                >
                  <span className={styles.kind}>{jobKindText(job.kind)}</span>
                  <Truncate>{placesText(job)}</Truncate>
                </button>
              </th>
              <td>
                <Badge tone={tones[job.state]}>{jobStateText[job.state]}</Badge>
              </td>
              <td className={styles.progress}>
                <ProgressBar
                  label={t`Progress of ${job.title}`}
                  fraction={fractionOf(job)}
                  valueText={progressText(job)}
                />
                <span className={styles.quiet}>{progressText(job)}</span>
              </td>
              <td className={styles.figure}>{job.state === 'running' ? formatRate(job.bytesPerSecond) : '–'}</td>
              <td className={classNames(styles.figure, job.failedCount > 0 && styles.bad)}>
                {formatCount(job.failedCount)}
              </td>
              <td className={styles.extra}>
                <Time at={job.createdAtMs} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

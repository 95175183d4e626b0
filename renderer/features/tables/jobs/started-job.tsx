// What a dialog shows once its job runs: the job's card. Closing the dialog leaves the job running.
import { t } from '@shared/strings/t';
import { Button, LoadingRows } from '@renderer/ui';
import { useTableJob } from '@renderer/live/table-jobs';
import { JobCard } from './job-card';
import styles from './copy.module.css';

export function StartedJob({ jobId }: { readonly jobId: string }) {
  const job = useTableJob(jobId);
  return (
    <div className={styles.started}>
      {job === undefined ? <LoadingRows label={t`Waiting for the job`} rows={3} /> : <JobCard job={job} />}
      {job?.endedAtMs === null ? (
        <p className={styles.quiet}>{t`It goes on when this is closed, and is found under Table jobs.`}</p>
      ) : null}
    </div>
  );
}

export interface StartedFooterProps {
  readonly onShowJobs: () => void;
  readonly onClose: () => void;
}

export function StartedFooter({ onShowJobs, onClose }: StartedFooterProps) {
  return (
    <>
      <Button variant="quiet" onPress={onShowJobs}>{t`Show table jobs`}</Button>
      <Button variant="primary" autoFocus onPress={onClose}>{t`Close`}</Button>
    </>
  );
}

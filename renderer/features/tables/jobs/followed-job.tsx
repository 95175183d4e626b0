// The last step of a dialog that starts a bulk job: its state, and how to undo it.
import { t } from '@shared/strings/t';
import { useTableJobs } from '@renderer/live/table-jobs';
import { Button, Dialog } from '@renderer/ui';
import { JobCard } from './job-card';
import styles from './bulk.module.css';

export interface FollowedJobProps {
  readonly title: string;
  readonly jobId: string;
  readonly connectionName: string;
  readonly onClose: () => void;
  /** Rows of the table are not what they were. */
  readonly onChanged: () => void;
}

export function FollowedJob({ title, jobId, connectionName, onClose, onChanged }: FollowedJobProps) {
  const jobs = useTableJobs();
  const job = jobs.find(({ id }) => id === jobId);
  // What undoes it is a job of its own.
  const undoing = jobs.find(({ bulk }) => bulk?.restores === jobId);
  const close = (): void => {
    onChanged();
    onClose();
  };
  return (
    <Dialog
      title={title}
      isOpen
      onClose={close}
      size="wide"
      footer={<Button variant="primary" onPress={close}>{t`Close`}</Button>}
    >
      {job === undefined ? null : <JobCard job={job} connectionName={connectionName} />}
      {undoing === undefined ? null : <JobCard job={undoing} connectionName={connectionName} />}
      <p className={styles.words}>{t`A job goes on when this is closed. It stands under Table jobs, with its undo.`}</p>
    </Dialog>
  );
}

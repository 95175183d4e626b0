// The confirmation before many rows are changed, which demands a typed name if a mistake would be costly; and the last
// step of such a dialog, the job that it started.
import { type ReactNode, useState } from 'react';
import { t } from '@shared/strings/t';
import { useConnection } from '@renderer/live/connection';
import { Button, Dialog, ErrorNotice, LoadingRows, TextField, useAction } from '@renderer/ui';
import styles from './bulk.module.css';
import { useTableJob, useTableJobs } from '@renderer/live/jobs';
import { JobCard } from '@renderer/jobs/table-job-card';
import copyStyles from './copy.module.css';

interface StartDialogProps {
  readonly title: string;
  readonly connectionId: string;
  readonly connectionName: string;
  readonly access: 'writable' | 'read-only';
  /** Null if it can be done. A locked connection has a specific message. */
  readonly disabledReason: string | null;
  /** Everything was read, and there is something to do that is allowed. */
  readonly isReady: boolean;
  /** The text to type; null for none. On a production connection it is always the name of the connection. */
  readonly typedName: string | null;
  /** `Delete 12 rows`. */
  readonly label: string;
  readonly tone: 'primary' | 'danger';
  readonly back: { readonly label: string; readonly onPress: () => void };
  /** A failure is shown, and the dialog stays open. */
  readonly onStart: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function StartDialog(props: StartDialogProps) {
  const { title, connectionId, connectionName, access, disabledReason, label, tone, back, onStart, onClose, children } =
    props;
  const [typed, setTyped] = useState('');
  const { isRunning, error, run } = useAction();
  const connection = useConnection(connectionId);
  const typedName = connection?.marking.production ? connectionName : props.typedName;
  // The text to type depends on the connection, which is not loaded yet.
  const isReady = props.isReady && access === 'writable' && disabledReason === null && connection !== undefined;
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      size="wide"
      role="alertdialog"
      footer={
        <>
          <Button onPress={back.onPress}>{back.label}</Button>
          <Button
            variant={tone}
            isDisabled={!isReady || (typedName !== null && typed !== typedName)}
            isPending={isRunning}
            onPress={() => void run(onStart)}
          >
            {label}
          </Button>
        </>
      }
    >
      {access === 'read-only' ? (
        <p className={styles.locked}>{t`${connectionName} is read-only. Unlock it in the sidebar to change rows.`}</p>
      ) : disabledReason === null ? null : (
        <p className={styles.locked}>{disabledReason}</p>
      )}
      {children}
      {typedName !== null && isReady ? (
        <TextField label={t`Type “${typedName}” to confirm`} value={typed} onChange={setTyped} face="mono" />
      ) : null}
      {error === null ? null : <ErrorNotice error={error} />}
    </Dialog>
  );
}

/** Shown in a dialog once its job runs: the card of the job. Closing the dialog leaves the job running. */
export function StartedJob({ jobId }: { readonly jobId: string }) {
  const job = useTableJob(jobId);
  return (
    <div className={copyStyles.started}>
      {job === undefined ? <LoadingRows label={t`Waiting for the job`} rows={3} /> : <JobCard job={job} />}
      {job?.endedAtMs === null ? (
        <p className={copyStyles.quiet}>{t`You can close this; the job continues and is listed under Activity.`}</p>
      ) : null}
    </div>
  );
}

interface StartedFooterProps {
  readonly onShowJobs: () => void;
  readonly onClose: () => void;
}

export function StartedFooter({ onShowJobs, onClose }: StartedFooterProps) {
  return (
    <>
      <Button variant="quiet" onPress={onShowJobs}>{t`Show activity`}</Button>
      <Button variant="primary" autoFocus onPress={onClose}>{t`Close`}</Button>
    </>
  );
}

interface FollowedJobProps {
  readonly title: string;
  readonly jobId: string;
  readonly connectionName: string;
  readonly onClose: () => void;
  /** Rows of the table have changed. */
  readonly onChanged: () => void;
}

/** The last step of a dialog that starts a bulk job: the state of the job, and how to undo it. */
export function FollowedJob({ title, jobId, connectionName, onClose, onChanged }: FollowedJobProps) {
  const jobs = useTableJobs();
  const job = jobs.find(({ id }) => id === jobId);
  // The undo is a separate job.
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
      <p
        className={styles.text}
      >{t`You can close this; the job continues and is listed under Activity, where it can be undone.`}</p>
    </Dialog>
  );
}

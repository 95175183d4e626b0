// Renames a table, which the service does not support: copies it under the new name, verifies the copy, then prompts
// before the old table is deleted.
import { useState } from 'react';
import type { ConnectionSummary } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { Button, Dialog, ErrorNotice, TextField, useAction } from '@renderer/ui';
import { newTableProblem } from './copy-draft';
import styles from './copy.module.css';
import { StartedFooter, StartedJob } from './start-dialog';

export interface RenameDialogProps {
  readonly table: string;
  readonly connection: ConnectionSummary;
  readonly onShowJobs: () => void;
  readonly onClose: () => void;
}

export function RenameDialog({ table, connection, onShowJobs, onClose }: RenameDialogProps) {
  const [to, setTo] = useState(table);
  const [problem, setProblem] = useState<string>();
  const [jobId, setJobId] = useState<string | null>(null);
  const { isRunning: isStarting, error, run, forget } = useAction();

  const start = async (): Promise<void> => {
    const isSame = to.toLowerCase() === table.toLowerCase();
    const wrong =
      newTableProblem(to) ?? (isSame ? t`Table names that differ only in case refer to the same table.` : undefined);
    setProblem(wrong);
    if (wrong !== undefined) return;
    await run(async () => setJobId((await call('renames.start', { connectionId: connection.id, table, to })).jobId));
  };

  return (
    <Dialog
      title={t`Rename ${table} on ${connection.name}`}
      isOpen
      onClose={onClose}
      footer={
        jobId === null ? (
          <>
            <Button onPress={onClose}>{t`Cancel`}</Button>
            <Button variant="primary" isDisabled={isStarting} onPress={() => void start()}>
              {t`Copy to new name`}
            </Button>
          </>
        ) : (
          <StartedFooter onShowJobs={onShowJobs} onClose={onClose} />
        )
      }
    >
      {jobId === null ? (
        <div className={styles.form}>
          <TextField
            label={t`New name`}
            value={to}
            face="mono"
            autoFocus
            onChange={(text) => {
              setTo(text);
              setProblem(undefined);
              forget();
            }}
            onSubmit={() => void start()}
            errorMessage={problem}
            description={t`3 to 63 letters and digits, starting with a letter.`}
          />
          <ol className={styles.steps}>
            <li>{t`Every row is copied to a new table with that name; types are preserved.`}</li>
            <li>{t`Both tables are read again and compared by count and hash.`}</li>
            <li>{t`${table} is deleted after you confirm. Until then it is not changed.`}</li>
          </ol>
          <p className={styles.quiet}>
            {t`Timestamps and ETags change. Programs that write to ${table} must use the new name first.`}
          </p>
          {error === null ? null : <ErrorNotice error={error} />}
        </div>
      ) : (
        <StartedJob jobId={jobId} />
      )}
    </Dialog>
  );
}

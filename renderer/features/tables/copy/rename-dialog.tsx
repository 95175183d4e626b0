// Renames a table, which the service cannot: copies it under the new name, checks the copy, then asks before the old
// table goes.
import { useState } from 'react';
import type { ConnectionSummary } from '@shared/model/connection';
import { StowageError } from '@shared/errors';
import { call } from '@renderer/bridge';
import { Button, Dialog, ErrorNotice, TextField } from '@renderer/ui';
import { tableProblem } from './copy-draft';
import styles from './copy.module.css';
import { StartedFooter, StartedJob } from './started-job';

export interface RenameDialogProps {
  readonly table: string;
  readonly connection: ConnectionSummary;
  readonly onShowJobs: () => void;
  readonly onClose: () => void;
}

export function RenameDialog({ table, connection, onShowJobs, onClose }: RenameDialogProps) {
  const [to, setTo] = useState(table);
  const [problem, setProblem] = useState<string>();
  const [error, setError] = useState<StowageError | null>(null);
  const [jobId, setJobId] = useState<string | null>(null);
  const [isStarting, setStarting] = useState(false);

  const start = async (): Promise<void> => {
    const isSame = to.toLowerCase() === table.toLowerCase();
    const wrong = tableProblem(to) ?? (isSame ? 'Names that differ only in case are the same table.' : undefined);
    setProblem(wrong);
    if (wrong !== undefined) return;
    setStarting(true);
    setError(null);
    try {
      setJobId((await call('renames.start', { connectionId: connection.id, table, to })).jobId);
    } catch (thrown) {
      setError(StowageError.from(thrown));
    }
    setStarting(false);
  };

  return (
    <Dialog
      title={`Rename ${table} on ${connection.name}`}
      isOpen
      onClose={onClose}
      footer={
        jobId === null ? (
          <>
            <Button variant="quiet" onPress={onClose}>
              Cancel
            </Button>
            <Button variant="primary" isDisabled={isStarting} onPress={() => void start()}>
              Copy to the new name
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
            label="New name"
            value={to}
            face="mono"
            autoFocus
            onChange={(text) => {
              setTo(text);
              setProblem(undefined);
              setError(null);
            }}
            onSubmit={() => void start()}
            errorMessage={problem}
            description="3 to 63 letters and digits, starting with a letter."
          />
          <ol className={styles.steps}>
            <li>Every row is copied into a new table of that name, with its types.</li>
            <li>Both tables are read again and compared by count and hash.</li>
            <li>You confirm, and {table} is deleted. Until then it stays as it is.</li>
          </ol>
          <p className={styles.quiet}>
            Timestamps and ETags become new. Programs that write to {table} must be told of the new name first.
          </p>
          {error === null ? null : <ErrorNotice error={error} />}
        </div>
      ) : (
        <StartedJob jobId={jobId} />
      )}
    </Dialog>
  );
}

// Over the rows: a run failed before its first page, and these are still the rows of the one before.
import { t } from '@shared/strings/t';
import { ErrorNotice, RemedyContext } from '@renderer/ui';
import { useContext } from 'react';
import styles from '../table-tab.module.css';
import type { RefusedRun } from '../session/session-state';

export interface RefusedNoteProps {
  readonly refused: RefusedRun | undefined;
  readonly onRunAgain: () => void;
}

export function RefusedNote({ refused, onRunAgain }: RefusedNoteProps) {
  const remedies = useContext(RemedyContext);
  if (refused === undefined) return null;
  return (
    <div className={styles.notice}>
      <ErrorNotice
        error={refused.error}
        onRetry={onRunAgain}
        actions={remedies(refused.error, onRunAgain)}
        remains={t`The rows below are those of the run before.`}
      />
    </div>
  );
}

// Over the rows: a run failed or was stopped before its first page, and these are still the rows of the one before.
import { t } from '@shared/strings/t';
import { Button, ErrorNotice, IconButton, RemedyContext } from '@renderer/ui';
import { CircleStop, X } from 'lucide-react';
import { useContext } from 'react';
import styles from './table-tab.module.css';
import type { ResultSession } from '../result/result-session';
import type { FailedRun } from '../result/run-state';
import { Note } from '../result/note';

export interface FailedRunNoteProps {
  readonly rejected: FailedRun | undefined;
  readonly session: Pick<ResultSession, 'retryFailedRun' | 'dismissFailedRun'>;
  /** Its buttons are gone, and with them the keyboard. */
  readonly onDismissed: () => void;
}

export function FailedRunNote({ rejected: failedRun, session, onDismissed }: FailedRunNoteProps) {
  const remedies = useContext(RemedyContext);
  if (failedRun === undefined) return null;
  const onRunAgain = (): void => session.retryFailedRun();
  const onDismiss = (): void => {
    session.dismissFailedRun();
    onDismissed();
  };
  const dismiss = <IconButton label={t`Dismiss`} icon={<X size={14} aria-hidden />} size="small" onPress={onDismiss} />;
  if (failedRun.error.kind === 'cancelled') {
    return (
      <Note
        icon={<CircleStop size={14} aria-hidden />}
        actions={
          <>
            <Button size="small" onPress={onRunAgain}>{t`Run again`}</Button>
            {dismiss}
          </>
        }
      >
        {t`The query was stopped before its first page. The rows below are those of the run before.`}
      </Note>
    );
  }
  return (
    <div className={styles.notice}>
      <ErrorNotice
        error={failedRun.error}
        onRetry={onRunAgain}
        actions={
          <>
            {failedRun.error.kind === 'bug' ? null : remedies(failedRun.error, onRunAgain)}
            {dismiss}
          </>
        }
        remains={t`The rows below are those of the run before.`}
      />
    </div>
  );
}

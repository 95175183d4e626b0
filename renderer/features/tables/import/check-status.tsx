// The state of the dry run: its progress, why it stopped, how to restart it.
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatBytes } from '@shared/units';
import { Button, ErrorNotice, ProgressBar } from '@renderer/ui';
import styles from './check-status.module.css';
import textStyles from './text.module.css';
import type { ImportCheck } from './use-import-check';

export function CheckStatus({ check, bytes }: { readonly check: ImportCheck; readonly bytes: number }) {
  const { state, start, stop } = check;
  switch (state.status) {
    case 'nothing':
    case 'done':
      return null;
    case 'running': {
      const text = t`${counted(state.rows, 'row')}, ${formatBytes(state.bytesDone)} of ${formatBytes(state.bytesTotal)}`;
      return (
        <div className={styles.checking}>
          <div className={styles.checkingLine}>
            <span>{t`Reading the whole input`}</span>
            <Button size="small" variant="quiet" onPress={stop}>{t`Stop`}</Button>
          </div>
          <ProgressBar
            label={t`Progress of the dry run`}
            fraction={state.bytesTotal === 0 ? null : state.bytesDone / state.bytesTotal}
            valueText={text}
          />
          <span className={textStyles.muted}>{text}</span>
        </div>
      );
    }
    case 'unasked':
    case 'stopped':
      return (
        <div className={styles.checking}>
          <span>
            {state.status === 'stopped'
              ? t`The dry run was stopped. Nothing was written.`
              : t`The input is long (${formatBytes(bytes)}), so it is read when you ask for it.`}
          </span>
          <Button onPress={start}>{t`Check the input`}</Button>
        </div>
      );
    case 'failed':
      return <ErrorNotice error={state.error} onRetry={start} />;
  }
}

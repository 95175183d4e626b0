// How far a restoration is and what it could not restore, each with its reason.
import { counted } from '@shared/strings/counted';
import { formatCount } from '@shared/units';
import { t } from '@shared/strings/t';
import { Button, ErrorNotice, ProgressBar } from '@renderer/ui';
import type { UndoLine } from '@shared/model/edit-outcome';
import styles from './restore-report.module.css';
import { rowOfChange } from './undo-lines';
import type { Restoration } from './use-restore';

export interface RestoreReportProps {
  readonly restoration: Restoration;
  readonly changes: readonly UndoLine[];
  readonly onStop: () => void;
  readonly onPutAway: () => void;
}

const maxShown = 100;

export function RestoreReport({ restoration, changes, onStop, onPutAway }: RestoreReportProps) {
  const { requested, result, state, error } = restoration;
  const { restored, notRestored } = result;
  const answered = restored.length + notRestored.length;
  if (state === 'running') {
    const text = t`${formatCount(answered)} of ${counted(requested, 'change')} answered`;
    return (
      <div className={styles.report}>
        <ProgressBar label={t`Restoring`} fraction={requested === 0 ? null : answered / requested} valueText={text} />
        <div className={styles.line}>
          <p role="status">{text}</p>
          <Button size="small" onPress={onStop}>{t`Stop`}</Button>
        </div>
      </div>
    );
  }
  const rows = new Map(changes.map((change) => [change.id, rowOfChange(change)]));
  const unasked = requested - answered;
  return (
    <section className={styles.report} aria-label={t`What was restored`}>
      <div className={styles.line}>
        <p role="status">
          <strong>{t`${counted(restored.length, 'change')} restored`}</strong>
          {notRestored.length > 0 ? t`, ${formatCount(notRestored.length)} not` : ''}
          {unasked > 0 ? t`, ${formatCount(unasked)} not tried` : ''}.
        </p>
        <Button size="small" variant="quiet" onPress={onPutAway}>{t`Put away`}</Button>
      </div>
      {error === null ? null : <ErrorNotice error={error} />}
      {notRestored.length > 0 ? (
        <ul className={styles.list}>
          {notRestored.slice(0, maxShown).map(({ id, reason }) => (
            <li key={id}>
              <span className={styles.row}>{rows.get(id) ?? t`A change that is no longer recorded`}</span> {reason}
            </li>
          ))}
          {notRestored.length > maxShown ? <li>{t`${notRestored.length - maxShown} more.`}</li> : null}
        </ul>
      ) : null}
    </section>
  );
}

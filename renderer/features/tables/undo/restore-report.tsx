// How far a restoration is and what it could not restore, each with its reason.
import { Button, ErrorNotice, ProgressBar } from '@renderer/ui';
import type { UndoLine } from '@shared/model/edit-outcome';
import { counted } from '../review/review-lines';
import styles from './restore-report.module.css';
import { rowOfChange } from './undo-lines';
import type { Restoration } from './use-restore';

export interface RestoreReportProps {
  readonly restoration: Restoration;
  readonly changes: readonly UndoLine[];
  readonly onStop: () => void;
  readonly onPutAway: () => void;
}

const mostShown = 100;

export function RestoreReport({ restoration, changes, onStop, onPutAway }: RestoreReportProps) {
  const { asked, result, state, error } = restoration;
  const { restored, notRestored } = result;
  const answered = restored.length + notRestored.length;
  if (state === 'running') {
    const words = `${answered.toLocaleString('en')} of ${counted(asked, 'change')} answered`;
    return (
      <div className={styles.report}>
        <ProgressBar label="Restoring" fraction={asked === 0 ? null : answered / asked} valueText={words} />
        <div className={styles.line}>
          <p role="status">{words}</p>
          <Button size="small" onPress={onStop}>
            Stop
          </Button>
        </div>
      </div>
    );
  }
  const rows = new Map(changes.map((change) => [change.id, rowOfChange(change)]));
  const unasked = asked - answered;
  return (
    <section className={styles.report} aria-label="What was restored">
      <div className={styles.line}>
        <p role="status">
          <strong>{`${counted(restored.length, 'change')} restored`}</strong>
          {notRestored.length > 0 ? `, ${notRestored.length.toLocaleString('en')} not` : ''}
          {unasked > 0 ? `, ${unasked.toLocaleString('en')} not tried` : ''}.
        </p>
        <Button size="small" variant="quiet" onPress={onPutAway}>
          Put away
        </Button>
      </div>
      {error === null ? null : <ErrorNotice error={error} />}
      {notRestored.length > 0 ? (
        <ul className={styles.list}>
          {notRestored.slice(0, mostShown).map(({ id, reason }) => (
            <li key={id}>
              <span className={styles.row}>{rows.get(id) ?? 'A change that is no longer recorded'}</span> {reason}
            </li>
          ))}
          {notRestored.length > mostShown ? <li>{notRestored.length - mostShown} more.</li> : null}
        </ul>
      ) : null}
    </section>
  );
}

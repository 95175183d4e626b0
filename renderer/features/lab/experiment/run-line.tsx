// Starting and stopping a run, and its progress.
import { FlaskConical, Square } from 'lucide-react';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatBytes, formatTimeLeft } from '@shared/units';
import { useViewActions } from '@renderer/pane/view-actions';
import { Button, ProgressBar } from '@renderer/ui';
import type { LabProgress } from '../lab-store';
import styles from './experiment-view.module.css';

export interface RunLineProps {
  readonly title: string;
  readonly state: 'ready' | 'running' | 'other-running' | 'not-ready';
  readonly progress: LabProgress | null;
  /** Why it cannot be started; empty when it can. */
  readonly hint: string;
  readonly onRun: () => void;
  readonly onCancel: () => void;
}

export function RunLine({ title, state, progress, hint, onRun, onCancel }: RunLineProps) {
  const why = state === 'other-running' ? t`Another experiment is running.` : hint;
  useViewActions(() =>
    state === 'running'
      ? [{ id: 'cancel', label: t`Cancel`, of: title, onAction: onCancel }]
      : [
          {
            id: 'run',
            label: t`Run`,
            of: title,
            onAction: onRun,
            ...(state === 'ready' ? {} : { disabledReason: why }),
          },
        ],
  );
  if (state === 'running') {
    const text = messageOf(progress);
    return (
      <div className={styles.runLine}>
        <Button icon={<Square size={13} />} onPress={onCancel} isDisabled={progress?.phase === 'cleaning'}>
          {t`Cancel`}
        </Button>
        <div className={styles.progress}>
          <ProgressBar label={t`Progress of ${title}`} fraction={fractionOf(progress)} valueText={text} />
          <span className={styles.progressWords}>{text}</span>
        </div>
      </div>
    );
  }
  return (
    <div className={styles.runLine}>
      <Button variant="primary" icon={<FlaskConical size={14} />} isDisabled={state !== 'ready'} onPress={onRun}>
        {t`Run`}
      </Button>
      <span className={styles.muted}>{why}</span>
    </div>
  );
}

function fractionOf(progress: LabProgress | null): number | null {
  return progress === null || progress.total === 0 ? null : progress.done / progress.total;
}

function messageOf(progress: LabProgress | null): string {
  if (progress === null || progress.phase === 'preparing') return t`Preparing`;
  if (progress.phase === 'cleaning') return t`Deleting test data`;
  const { step, done, total, remainingMs, totals } = progress;
  const left = remainingMs === null ? '' : t` · ${formatTimeLeft(remainingMs)} left`;
  const moved = formatBytes(totals.bytesUp + totals.bytesDown);
  return t`${step} · ${Math.min(done + 1, total)} of ${total}${left} · ${counted(totals.requests, 'request')}, ${moved}`;
}

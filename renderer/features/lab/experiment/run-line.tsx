// Start and stop of a run, and how it goes.
import { FlaskConical, Square } from 'lucide-react';
import { formatBytes, formatCount, formatDuration } from '@shared/units';
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
  if (state === 'running') {
    const words = wordsOf(progress);
    return (
      <div className={styles.runLine}>
        <Button icon={<Square size={13} />} onPress={onCancel} isDisabled={progress?.phase === 'cleaning'}>
          Cancel
        </Button>
        <div className={styles.progress}>
          <ProgressBar label={`Progress of ${title}`} fraction={fractionOf(progress)} valueText={words} />
          <span className={styles.progressWords}>{words}</span>
        </div>
      </div>
    );
  }
  return (
    <div className={styles.runLine}>
      <Button variant="primary" icon={<FlaskConical size={14} />} isDisabled={state !== 'ready'} onPress={onRun}>
        Run
      </Button>
      <span className={styles.muted}>{state === 'other-running' ? 'Another experiment is running.' : hint}</span>
    </div>
  );
}

function fractionOf(progress: LabProgress | null): number | null {
  return progress === null || progress.total === 0 ? null : progress.done / progress.total;
}

function wordsOf(progress: LabProgress | null): string {
  if (progress === null || progress.phase === 'preparing') return 'Preparing';
  if (progress.phase === 'cleaning') return 'Removing what the run made';
  const { step, done, total, remainingMs, totals } = progress;
  const left = remainingMs === null ? '' : ` · ${formatDuration(Math.max(1000, remainingMs))} left`;
  const moved = formatBytes(totals.bytesUp + totals.bytesDown);
  return `${step} · ${Math.min(done + 1, total)} of ${total}${left} · ${formatCount(totals.requests)} requests, ${moved}`;
}

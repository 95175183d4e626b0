// The source of the displayed figures, their resolution, and since when they are complete.
import { formatMoment } from '@shared/strings/moments';
import { t } from '@shared/strings/t';
import { stepText } from './step-text';
import type { Frames } from './use-frame';
import styles from './monitor-tab.module.css';

export function SourceLine({ frames }: { readonly frames: Frames }) {
  const text = sourceText(frames);
  return text === '' ? null : (
    <p className={styles.source} role="status">
      {text}
    </p>
  );
}

/** Empty for the live stream, which needs no word. */
function sourceText({ source, completeFromMs, stepMs }: Frames): string {
  if (source === 'live') return '';
  const from = source === 'log' ? t`Requests of the log that match` : t`History of all requests`;
  const steps = stepMs === null ? '' : t`, in steps of ${stepText(stepMs)}`;
  if (completeFromMs === null) return `${from}${steps}.`;
  const reach = source === 'log' ? t`The log reaches` : t`It reaches`;
  return t`${from}${steps}. ${reach} back to ${formatMoment(completeFromMs, 'utc', 'second')} UTC.`;
}

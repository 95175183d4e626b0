// The source of the displayed figures, their resolution, and since when they are complete.
import { formatMoment } from '@shared/formats/moments';
import { t } from '@shared/strings/t';
import { stepWords } from './step-words';
import type { Frames } from './use-frame';
import styles from './monitor-tab.module.css';

export function SourceLine({ frames }: { readonly frames: Frames }) {
  const words = sourceWords(frames);
  return words === '' ? null : (
    <p className={styles.source} role="status">
      {words}
    </p>
  );
}

/** Empty for the live stream, which needs no word. */
function sourceWords({ source, completeFromMs, stepMs }: Frames): string {
  if (source === 'live') return '';
  const from = source === 'log' ? t`Requests of the log that match` : t`History of all requests`;
  const steps = stepMs === null ? '' : t`, in steps of ${stepWords(stepMs)}`;
  if (completeFromMs === null) return `${from}${steps}.`;
  const reach = source === 'log' ? t`The log reaches` : t`It reaches`;
  return t`${from}${steps}. ${reach} back to ${formatMoment(completeFromMs, 'utc', 'second')} UTC.`;
}

// Where the drawn figures come from, how fine they are, and from when on nothing is missing.
import { formatDuration } from '@shared/units';
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
export function sourceWords({ source, completeFromMs, stepMs }: Frames): string {
  if (source === 'live') return '';
  const from = source === 'log' ? 'Requests of the log that match' : 'History of all requests';
  const steps =
    stepMs === null ? '' : `, in steps of ${stepMs < 10_000 ? `${stepMs / 1_000} s` : formatDuration(stepMs)}`;
  if (completeFromMs === null) return `${from}${steps}.`;
  const reach = source === 'log' ? 'The log reaches' : 'It reaches';
  return `${from}${steps}. ${reach} back to ${new Date(completeFromMs).toISOString().slice(0, 19).replace('T', ' ')} UTC.`;
}

// What a copy would read and write, counted on demand because counting reads every key of the source.
import { useState } from 'react';
import type { CopyPreview, CopySource } from '@shared/model/table-copy';
import { formatCount, formatDuration } from '@shared/units';
import { useStream } from '@renderer/bridge';
import { Button, ErrorNotice } from '@renderer/ui';
import { countOf } from '../jobs/job-words';
import styles from './copy.module.css';

export interface CopyCountProps {
  readonly source: CopySource;
  /** Null for no limit. */
  readonly rowsPerSecond: number | null;
}

export function CopyCount({ source, rowsPerSecond }: CopyCountProps) {
  const [isAsked, setAsked] = useState(false);
  const { latest, error } = useStream('copies.preview', isAsked ? { source } : null);
  return (
    <div className={styles.count}>
      <Button size="small" isDisabled={isAsked} onPress={() => setAsked(true)}>
        Count first
      </Button>
      <p className={styles.quiet} role="status">
        {latest === undefined
          ? 'Reads every key of the source once and writes nothing.'
          : previewSentence(latest, rowsPerSecond)}
      </p>
      {error === null ? null : <ErrorNotice error={error} />}
    </div>
  );
}

export function previewSentence(preview: CopyPreview, rowsPerSecond: number | null): string {
  const { state, rows, partitions, batches, reads } = preview;
  if (state === 'counting') return `${countOf(rows, 'row')} so far`;
  const size = `${countOf(rows, 'row')} in ${countOf(partitions, 'partition')}`;
  const cost = `${countOf(batches, 'transaction')} to write, ${formatCount(reads * 2)} to read and check`;
  const least = rowsPerSecond === null ? '' : `; at least ${formatDuration((rows / rowsPerSecond) * 1000)}`;
  return `${size}: about ${cost}${least}.`;
}

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
  const [round, setRound] = useState(0);
  return (
    <div className={styles.count}>
      {/* Never disabled: it has the keyboard, and a disabled button would swallow Escape. */}
      <Button size="small" onPress={() => setRound(round + 1)}>
        {round === 0 ? 'Count first' : 'Count again'}
      </Button>
      <Counted key={round} source={round === 0 ? null : source} rowsPerSecond={rowsPerSecond} />
    </div>
  );
}

interface CountedProps extends Pick<CopyCountProps, 'rowsPerSecond'> {
  /** Null before it is asked for. */
  readonly source: CopySource | null;
}

function Counted({ source, rowsPerSecond }: CountedProps) {
  const { latest, error } = useStream('copies.preview', source === null ? null : { source });
  return (
    <>
      <p className={styles.quiet} role="status">
        {latest === undefined
          ? 'Reads every key of the source once and writes nothing.'
          : previewSentence(latest, rowsPerSecond)}
      </p>
      {error === null ? null : <ErrorNotice error={error} />}
    </>
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

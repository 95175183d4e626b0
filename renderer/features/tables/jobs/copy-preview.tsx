// What a copy would read and write, counted on demand because counting reads every key of the source.
import { useState } from 'react';
import { requestsTo } from '@shared/cost/billing';
import type { CopyPreview, CopySource } from '@shared/model/table-copy';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatCount, formatDuration } from '@shared/units';
import { useStream } from '@renderer/bridge';
import { CostLine } from '@renderer/cost/cost-line';
import { Button, ErrorNotice } from '@renderer/ui';
import styles from './copy.module.css';

export interface CopyCountProps {
  readonly source: CopySource;
  readonly targetConnectionId: string;
  /** Null for no limit. */
  readonly rowsPerSecond: number | null;
}

export function CopyCount(props: CopyCountProps) {
  const [round, setRound] = useState(0);
  return (
    <div className={styles.count}>
      {/* Never disabled: it has the keyboard, and a disabled button would swallow Escape. */}
      <Button size="small" onPress={() => setRound(round + 1)}>
        {round === 0 ? t`Count first` : t`Count again`}
      </Button>
      <Counted key={round} {...props} source={round === 0 ? null : props.source} />
    </div>
  );
}

interface CountedProps extends Omit<CopyCountProps, 'source'> {
  /** Null before it is asked for. */
  readonly source: CopySource | null;
}

function Counted({ source, targetConnectionId, rowsPerSecond }: CountedProps) {
  const { latest, error } = useStream('copies.preview', source === null ? null : { source });
  const reading = [{ operation: 'QueryEntities', requests: latest?.reads ?? 0 }];
  const reads = source === null ? [] : requestsTo(source.connectionId, 'table', reading);
  return (
    <>
      <p className={styles.quiet} role="status">
        {latest === undefined
          ? t`Reads every key of the source once and writes nothing.`
          : previewSentence(latest, rowsPerSecond)}
      </p>
      {latest?.state === 'counting' || latest === undefined ? null : (
        <CostLine
          sent={reads}
          expected={[
            ...requestsTo(targetConnectionId, 'table', [
              { operation: 'EntityGroupTransaction', requests: latest.batches },
              ...reading,
            ]),
            ...reads,
          ]}
          basis={t`The rows are read, written in transactions, and read again at the target to check them.`}
          note={t`Bytes that leave the region of the source are billed besides.`}
        />
      )}
      {error === null ? null : <ErrorNotice error={error} />}
    </>
  );
}

function previewSentence(preview: CopyPreview, rowsPerSecond: number | null): string {
  const { state, rows, partitions, batches, reads } = preview;
  if (state === 'counting') return t`${counted(rows, 'row')} so far`;
  const size = t`${counted(rows, 'row')} in ${counted(partitions, 'partition')}`;
  const cost = t`${counted(batches, 'transaction')} to write, ${formatCount(reads * 2)} to read and check`;
  const minTime = rowsPerSecond === null ? '' : t`; at least ${formatDuration((rows / rowsPerSecond) * 1000)}`;
  return t`${size}: about ${cost}${minTime}.`;
}

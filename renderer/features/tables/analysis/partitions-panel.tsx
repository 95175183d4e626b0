// The partitions: what their keys tell, a strip of their weight in key order, and each with its share.
import { Badge, Button, SegmentedControl } from '@renderer/ui';
import type { AnalysisResult } from '@shared/analysis/analysis-result';
import { formatBytes, formatCount, formatDuration } from '@shared/units';
import { Copy, Filter } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import styles from './partitions-panel.module.css';
import toolsStyles from './tools.module.css';
import wordsStyles from './words.module.css';
import { partitionsCsv } from './as-csv';
import { partitionsWords } from './coverage-words';
import { HeatStrip } from './heat-strip';
import { type Measure, partitionOrder } from './heat-cells';
import { PartitionList, type PartitionListHandle } from './partition-list';

export interface PartitionsPanelProps {
  readonly result: AnalysisResult;
  readonly onCopy: (text: string, what: string) => void;
  readonly onRead: (partitionKey: string) => void;
}

const measures = [
  { value: 'rows', label: 'Rows' },
  { value: 'bytes', label: 'Bytes' },
  { value: 'readMs', label: 'Read time' },
] as const;
const orders = [
  { value: 'key', label: 'Key order' },
  { value: 'size', label: 'Largest first' },
] as const;

export function PartitionsPanel({ result, onCopy, onRead }: PartitionsPanelProps) {
  const { partitions, patterns, otherPartitions, distinctPartitions } = result;
  const [measure, setMeasure] = useState<Measure>('rows');
  const [order, setOrder] = useState<'key' | 'size'>('key');
  const [selectedKey, setSelectedKey] = useState<string>();
  const list = useRef<PartitionListHandle>(null);
  const indexes = useMemo(() => partitionOrder(partitions, order, measure), [partitions, order, measure]);
  const total = measure === 'rows' ? result.rows : measure === 'bytes' ? result.bytes : result.readMs;
  const selected = selectedKey === undefined ? -1 : partitions.findIndex(({ key }) => key === selectedKey);

  const show = (index: number): void => {
    setSelectedKey(partitions[index]?.key);
    list.current?.reveal(indexes.indexOf(index));
  };
  return (
    <>
      {patterns.length === 0 ? null : (
        <ul className={styles.patterns} tabIndex={0} aria-label="What the keys tell">
          {patterns.map(({ id, tone, finding, consequence }) => (
            <li key={id} className={styles.pattern}>
              <Badge tone={tone}>{toneWords[tone]}</Badge>
              <span>
                <strong className={wordsStyles.covered}>{finding}</strong> {consequence}
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className={toolsStyles.tools}>
        <SegmentedControl<Measure> label="Measure" options={measures} value={measure} onChange={setMeasure} />
        <SegmentedControl<'key' | 'size'> label="Order" options={orders} value={order} onChange={setOrder} />
        <span className={wordsStyles.cost}>
          {partitionsWords(distinctPartitions)}
          {otherPartitions.rows === 0
            ? ''
            : ` · the first ${formatCount(partitions.length)} one by one; ${formatCount(otherPartitions.rows)} rows, ${formatBytes(
                otherPartitions.bytes,
              )}, ${formatDuration(otherPartitions.readMs)} in the others`}
        </span>
        <span className={styles.end}>
          <Button
            variant="quiet"
            icon={<Filter size={14} aria-hidden />}
            isDisabled={selected < 0}
            onPress={() => selectedKey !== undefined && onRead(selectedKey)}
          >
            Query this partition
          </Button>
          <Button
            variant="quiet"
            icon={<Copy size={14} aria-hidden />}
            onPress={() => onCopy(partitionsCsv(result), 'the partitions as CSV')}
          >
            Copy as CSV
          </Button>
        </span>
      </div>
      {partitions.length > 1 ? (
        <HeatStrip partitions={partitions} measure={measure} selected={selected} onChoose={show} />
      ) : null}
      <PartitionList
        partitions={partitions}
        indexes={indexes}
        measure={measure}
        total={total}
        selected={selected}
        handle={list}
        onSelect={(index) => setSelectedKey(partitions[index]?.key)}
        onOpen={(index) => {
          const key = partitions[index]?.key;
          if (key !== undefined) onRead(key);
        }}
      />
    </>
  );
}

const toneWords = { good: 'Good', information: 'Note', caution: 'Caution' } as const;

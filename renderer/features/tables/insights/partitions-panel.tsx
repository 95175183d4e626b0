// The partitions panel: what the keys imply, the strip of weights, and each partition with its share.
import { t } from '@shared/strings/t';
import { Badge, Button, SegmentedControl } from '@renderer/ui';
import type { AnalysisResult, KeyPattern } from '@shared/analysis/analysis-result';
import { formatBytes, formatCount, formatDuration } from '@shared/units';
import { Copy, Filter } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { copyText } from '../result/copy-text';
import styles from './partitions-panel.module.css';
import panelStyles from './panels.module.css';
import { partitionsCsv, partitionsText } from './analysis-text';
import { type Measure, type PartitionListHandle, HeatStrip, PartitionList, partitionOrder } from './partition-list';

export interface PartitionsPanelProps {
  readonly result: AnalysisResult;
  /** The patterns in the keys that are worth reporting. */
  readonly patterns: readonly KeyPattern[];
  /** Whether the number of partitions is shown elsewhere. */
  readonly isCountShown: boolean;
  readonly onRead: (partitionKey: string) => void;
}

const measures = [
  { value: 'rows', label: t`Rows` },
  { value: 'bytes', label: t`Bytes` },
  { value: 'readMs', label: t`Read time` },
] as const;
const orders = [
  { value: 'key', label: t`Key order` },
  { value: 'size', label: t`Largest first` },
] as const;

export function PartitionsPanel({ result, patterns, isCountShown, onRead }: PartitionsPanelProps) {
  const { partitions, otherPartitions, distinctPartitions } = result;
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
        <ul className={styles.patterns} tabIndex={0} aria-label={t`Key analysis`}>
          {patterns.map(({ id, tone, finding, consequence }) => (
            <li key={id} className={styles.pattern}>
              <Badge tone={tone}>{toneLabels[tone]}</Badge>
              <span>
                <strong className={styles.finding}>{finding}</strong> {consequence}
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className={panelStyles.tools}>
        <SegmentedControl<Measure> label={t`Metric`} options={measures} value={measure} onChange={setMeasure} />
        <SegmentedControl<'key' | 'size'> label={t`Order`} options={orders} value={order} onChange={setOrder} />
        <span className={panelStyles.cost}>
          {[
            ...(isCountShown ? [] : [partitionsText(distinctPartitions)]),
            ...(otherPartitions.rows === 0 ? [] : [othersText(result)]),
          ].join(' · ')}
        </span>
        <span className={styles.end}>
          <Button
            variant="quiet"
            icon={<Filter size={14} aria-hidden />}
            isDisabled={selected < 0}
            onPress={() => selectedKey !== undefined && onRead(selectedKey)}
          >
            {t`Query this partition`}
          </Button>
          <Button
            variant="quiet"
            icon={<Copy size={14} aria-hidden />}
            onPress={() => copyText(partitionsCsv(result), t`the partitions as CSV`)}
          >
            {t`Copy as CSV`}
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

const toneLabels = { good: t`Good`, information: t`Note`, caution: t`Warning` } as const;

function othersText({ partitions, otherPartitions }: AnalysisResult): string {
  const { rows, bytes, readMs } = otherPartitions;
  return t`the first ${formatCount(partitions.length)} individually; the others contain ${formatCount(rows)} rows, ${formatBytes(bytes)}, ${formatDuration(readMs)}`;
}

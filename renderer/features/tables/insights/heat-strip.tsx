// The weight of the partitions in key order as a strip of cells; the list below says the same in numbers.
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { classNames } from '@renderer/ui';
import type { PartitionProfile } from '@shared/analysis/analysis-result';
import { formatBytes, formatCount, formatDuration } from '@shared/units';
import { type MouseEvent, useMemo, useState } from 'react';
import styles from './heat-strip.module.css';
import { type HeatCell, type Measure, heatCells } from './heat-cells';

export interface HeatStripProps {
  readonly partitions: readonly PartitionProfile[];
  readonly measure: Measure;
  /** Index of the selected partition, or -1. */
  readonly selected: number;
  readonly onChoose: (index: number) => void;
}

const heightPx = 28;
/** The faintest cell that holds anything can still be seen. */
const minHeat = 0.08;
/** More cells touch: lines between them would be all there is. */
const maxApart = 150;

export function HeatStrip({ partitions, measure, selected, onChoose }: HeatStripProps) {
  const cells = useMemo(() => heatCells(partitions, measure), [partitions, measure]);
  const [hovered, setHovered] = useState<number>();
  const cellUnder = (event: MouseEvent<SVGSVGElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(cells.length - 1, Math.floor(((event.clientX - left) / width) * cells.length)));
  };
  const chosen = cells.findIndex(({ first, last }) => selected >= first && selected <= last);
  const described = hovered ?? chosen;
  const cell = cells[described];
  return (
    <div className={styles.strip}>
      <svg
        className={styles.cells}
        role="img"
        aria-label={t`${measureNames[measure]} by partition in key order, ${formatCount(cells.length)} cells`}
        height={heightPx}
        viewBox={`0 0 ${cells.length} 1`}
        preserveAspectRatio="none"
        onPointerMove={(event) => setHovered(cellUnder(event))}
        onPointerLeave={() => setHovered(undefined)}
        onClick={(event) => onChoose(cells[cellUnder(event)]?.first ?? 0)}
      >
        {cells.map(({ first, value, heat }, index) => (
          <rect
            key={first}
            x={index}
            y={0}
            width={1}
            height={1}
            className={classNames(styles.cell, cells.length <= maxApart && styles.apart)}
            fillOpacity={value === 0 ? 0 : minHeat + (1 - minHeat) * heat}
          />
        ))}
        {cell === undefined ? null : <rect x={described} y={0} width={1} height={1} className={styles.told} />}
      </svg>
      <p className={styles.stripWords}>
        {cell === undefined ? endsText(partitions) : cellText(cell, partitions, measure)}
      </p>
    </div>
  );
}

const measureNames: Readonly<Record<Measure, string>> = { rows: t`Rows`, bytes: t`Bytes`, readMs: t`Read time` };

function measureText(measure: Measure, value: number): string {
  switch (measure) {
    case 'rows':
      return counted(value, 'row');
    case 'bytes':
      return formatBytes(value);
    case 'readMs':
      return formatDuration(value);
  }
}

function endsText(partitions: readonly PartitionProfile[]): string {
  return `${keyText(partitions[0])} … ${keyText(partitions.at(-1))}`;
}

function cellText({ first, last, value }: HeatCell, partitions: readonly PartitionProfile[], measure: Measure): string {
  const keys =
    first === last
      ? keyText(partitions[first])
      : t`${keyText(partitions[first])} … ${keyText(partitions[last])} (${formatCount(last - first + 1)} partitions)`;
  return `${keys}: ${measureText(measure, value)}`;
}

function keyText(partition: PartitionProfile | undefined): string {
  return partition === undefined || partition.key === '' ? '""' : partition.key;
}

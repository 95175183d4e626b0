// The partitions in key order: as a strip of cells by weight, and as a list of which only the rows in view are
// rendered. Arrow keys move, Enter queries the rows of the partition.
import type { PartitionProfile } from '@shared/analysis/analysis-result';
import { t } from '@shared/strings/t';
import { classNames, useListWindow } from '@renderer/ui';
import { formatBytes, formatCount, formatDuration } from '@shared/units';
import { type KeyboardEvent, type MouseEvent, type Ref, useId, useImperativeHandle, useMemo, useState } from 'react';
import panelStyles from './panels.module.css';
import styles from './partition-list.module.css';
import { dateText, fillText } from './analysis-text';
import { counted } from '@shared/strings/counted';

export interface PartitionListHandle {
  /** Scrolls the row at this index into view. */
  reveal(index: number): void;
}

interface PartitionListProps {
  readonly partitions: readonly PartitionProfile[];
  /** The partition at each index of the list. */
  readonly indexes: readonly number[];
  readonly measure: Measure;
  /** The total in the chosen measure. */
  readonly total: number;
  /** Index of the selected partition, or -1. */
  readonly selected: number;
  readonly handle: Ref<PartitionListHandle>;
  readonly onSelect: (index: number) => void;
  readonly onOpen: (index: number) => void;
}

const headPx = 32;
const headings = ['PartitionKey', t`Share`, t`Rows`, t`Bytes`, t`Read time`, t`First Timestamp`, t`Last Timestamp`];

export function PartitionList(props: PartitionListProps) {
  const { partitions, indexes, measure, total, selected, onSelect, onOpen } = props;
  const id = useId();
  const { scroller, bodyPx, first, last, topOf, reveal, stepped, onScroll } = useListWindow(indexes.length, headPx);
  const index = selected < 0 ? -1 : indexes.indexOf(selected);

  useImperativeHandle(props.handle, () => ({ reveal }), [reveal]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && selected >= 0) {
      event.preventDefault();
      onOpen(selected);
      return;
    }
    const next = stepped(event.key, index);
    if (next === undefined) return;
    event.preventDefault();
    const partition = indexes[next];
    if (partition === undefined) return;
    onSelect(partition);
    reveal(next);
  };

  const rowIndexes = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  return (
    <div
      ref={scroller}
      className={classNames(
        panelStyles.scroller,
        index >= first && index <= last && index >= 0 && panelStyles.hasActive,
      )}
      role="grid"
      tabIndex={0}
      data-sticky-edges
      aria-label={t`Partitions`}
      aria-rowcount={indexes.length + 1}
      aria-colcount={headings.length}
      aria-activedescendant={index >= first && index <= last && index >= 0 ? `${id}-${index}` : undefined}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      <div role="row" aria-rowindex={1} className={styles.listHead}>
        {headings.map((text, index) => (
          <span key={text} role="columnheader" className={classNames(index > 1 && index < 5 && styles.numberHead)}>
            {text}
          </span>
        ))}
      </div>
      <div role="presentation" className={styles.listBody} style={{ height: bodyPx }}>
        <div role="presentation" className={styles.listShown} style={{ transform: `translateY(${topOf(first)}px)` }}>
          {rowIndexes.map((at) => {
            const index = indexes[at] ?? -1;
            const partition = partitions[index];
            if (partition === undefined) return null;
            return (
              <div
                key={index}
                id={`${id}-${at}`}
                role="row"
                aria-rowindex={at + 2}
                aria-selected={index === selected}
                className={classNames(styles.listRow, index === selected && styles.selected)}
                onClick={() => onSelect(index)}
                onDoubleClick={() => onOpen(index)}
              >
                <PartitionCells partition={partition} measure={measure} total={total} />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface CellsProps {
  readonly partition: PartitionProfile;
  readonly measure: Measure;
  readonly total: number;
}

function PartitionCells({ partition, measure, total }: CellsProps) {
  const { key, rows, bytes, readMs, firstAt, lastAt } = partition;
  return (
    <>
      <span role="rowheader" className={styles.key} title={key}>
        {key === '' ? <span className={styles.faint}>&quot;&quot;</span> : key}
      </span>
      <span role="gridcell" className={panelStyles.fill}>
        <span className={panelStyles.bar} aria-hidden>
          <span
            className={panelStyles.barFill}
            style={{ width: `${total === 0 ? 0 : (partition[measure] / total) * 100}%` }}
          />
        </span>
        <span className={panelStyles.percent}>{fillText(partition[measure], total)}</span>
      </span>
      <span role="gridcell" className={styles.number}>
        {formatCount(rows)}
      </span>
      <span role="gridcell" className={styles.number}>
        {formatBytes(bytes)}
      </span>
      <span role="gridcell" className={styles.number}>
        {formatDuration(readMs)}
      </span>
      <span role="gridcell" className={styles.moment} title={firstAt}>
        {momentText(firstAt)}
      </span>
      <span role="gridcell" className={styles.moment} title={lastAt}>
        {momentText(lastAt)}
      </span>
    </>
  );
}

/** Exact to the second; the tooltip shows the rest. */
function momentText(wire: string): string {
  return dateText(wire).slice(0, 19);
}

interface HeatStripProps {
  readonly partitions: readonly PartitionProfile[];
  readonly measure: Measure;
  /** Index of the selected partition, or -1. */
  readonly selected: number;
  readonly onChoose: (index: number) => void;
}

const heightPx = 28;
/** The faintest non-empty cell is still visible. */
const minHeat = 0.08;
/** With more cells, the gaps would cover them. */
const maxApart = 150;

/** The weight of the partitions in key order as a strip of cells; the list shows the same as numbers. */
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
        {cell === undefined ? null : <rect x={described} y={0} width={1} height={1} className={styles.described} />}
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

export type Measure = 'rows' | 'bytes' | 'readMs';

const maxCells = 600;

interface HeatCell {
  /** Partitions by index, both included. */
  readonly first: number;
  readonly last: number;
  readonly value: number;
  /** Share of the greatest cell per partition, 0…1. */
  readonly heat: number;
}

/** Every partition is in exactly one cell; the partitions are spread evenly. */
export function heatCells(
  partitions: readonly Pick<PartitionProfile, Measure>[],
  measure: Measure,
  max: number = maxCells,
): readonly HeatCell[] {
  const count = Math.min(max, partitions.length);
  const cells = Array.from({ length: count }, (_, index) => {
    const first = Math.floor((index * partitions.length) / count);
    const last = Math.floor(((index + 1) * partitions.length) / count) - 1;
    let value = 0;
    for (let at = first; at <= last; at += 1) value += partitions[at]?.[measure] ?? 0;
    return { first, last, value, mean: value / (last - first + 1) };
  });
  const greatest = cells.reduce((max_, { mean }) => Math.max(max_, mean), 0);
  return cells.map(({ mean, ...cell }) => ({ ...cell, heat: greatest === 0 ? 0 : mean / greatest }));
}

/** Indexes of the partitions, in key order or by size. */
export function partitionOrder(
  partitions: readonly Pick<PartitionProfile, Measure>[],
  order: 'key' | 'size',
  measure: Measure,
): readonly number[] {
  const indexes = partitions.map((_, index) => index);
  if (order === 'key') return indexes;
  return indexes.sort(
    (left, right) => (partitions[right]?.[measure] ?? 0) - (partitions[left]?.[measure] ?? 0) || left - right,
  );
}

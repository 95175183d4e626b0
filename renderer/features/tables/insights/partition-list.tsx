// The list of partitions, of which only those in view are rendered: a hundred thousand scroll like ten. Arrow keys
// move, Enter queries the partition's rows.
import type { PartitionProfile } from '@shared/analysis/analysis-result';
import { t } from '@shared/strings/t';
import { classNames, useListWindow } from '@renderer/ui';
import { formatBytes, formatCount, formatDuration } from '@shared/units';
import { type KeyboardEvent, type Ref, useId, useImperativeHandle } from 'react';
import fillStyles from './fill.module.css';
import scrollerStyles from './scroller.module.css';
import styles from './partition-list.module.css';
import type { Measure } from './heat-cells';
import { dateText, fillText } from './value-text';

export interface PartitionListHandle {
  /** Scrolls the row at this place of the list into view. */
  reveal(place: number): void;
}

export interface PartitionListProps {
  readonly partitions: readonly PartitionProfile[];
  /** What is shown at each place. */
  readonly indexes: readonly number[];
  readonly measure: Measure;
  /** The sum over everything that was read, in the chosen measure. */
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
  const place = selected < 0 ? -1 : indexes.indexOf(selected);

  useImperativeHandle(props.handle, () => ({ reveal }), [reveal]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && selected >= 0) {
      event.preventDefault();
      onOpen(selected);
      return;
    }
    const next = stepped(event.key, place);
    if (next === undefined) return;
    event.preventDefault();
    const index = indexes[next];
    if (index === undefined) return;
    onSelect(index);
    reveal(next);
  };

  const rowIndexes = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  return (
    <div
      ref={scroller}
      className={classNames(
        scrollerStyles.scroller,
        place >= first && place <= last && place >= 0 && scrollerStyles.hasActive,
      )}
      role="grid"
      tabIndex={0}
      data-sticky-edges
      aria-label={t`Partitions`}
      aria-rowcount={indexes.length + 1}
      aria-colcount={headings.length}
      aria-activedescendant={place >= first && place <= last && place >= 0 ? `${id}-${place}` : undefined}
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
      <span role="gridcell" className={fillStyles.fill}>
        <span className={fillStyles.bar} aria-hidden>
          <span
            className={fillStyles.barFill}
            style={{ width: `${total === 0 ? 0 : (partition[measure] / total) * 100}%` }}
          />
        </span>
        <span className={fillStyles.percent}>{fillText(partition[measure], total)}</span>
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

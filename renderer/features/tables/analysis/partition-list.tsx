// Partitions as rows, only those in view drawn: a hundred thousand scroll like ten. Arrow keys move, Enter asks for the
// partition's rows.
import type { PartitionProfile } from '@shared/analysis/analysis-result';
import { classNames } from '@renderer/ui';
import { formatBytes, formatCount, formatDuration } from '@shared/units';
import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useRef } from 'react';
import fillStyles from './fill.module.css';
import scrollerStyles from './scroller.module.css';
import styles from './partition-list.module.css';
import type { Measure } from './heat-cells';
import { useListWindow } from './use-list-window';
import { dateWords, fillText } from './value-words';

export interface PartitionListHandle {
  /** Scrolls the row at this place of the list into view. */
  reveal(place: number): void;
}

export interface PartitionListProps {
  readonly partitions: readonly PartitionProfile[];
  /** What is shown at each place. */
  readonly indexes: readonly number[];
  readonly measure: Measure;
  /** Of everything that was read, in the measure. */
  readonly total: number;
  /** Index of the selected partition, or -1. */
  readonly selected: number;
  readonly handle: Ref<PartitionListHandle>;
  readonly onSelect: (index: number) => void;
  readonly onOpen: (index: number) => void;
}

const headPx = 32;
const headings = ['PartitionKey', 'Share', 'Rows', 'Bytes', 'Read time', 'First Timestamp', 'Last Timestamp'];

export function PartitionList(props: PartitionListProps) {
  const { partitions, indexes, measure, total, selected, onSelect, onOpen } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const { rowPx, first, last, pageRows, onScroll } = useListWindow(scroller, indexes.length, headPx);
  const place = selected < 0 ? -1 : indexes.indexOf(selected);

  const reveal = (wanted: number): void => {
    const view = scroller.current;
    if (view === null || wanted < 0) return;
    const top = wanted * rowPx;
    const room = view.clientHeight - headPx - rowPx;
    if (top < view.scrollTop) view.scrollTop = top;
    else if (top > view.scrollTop + room) view.scrollTop = top - room;
  };
  useImperativeHandle(props.handle, () => ({ reveal }));

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && selected >= 0) {
      event.preventDefault();
      onOpen(selected);
      return;
    }
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: place + 1,
      ArrowUp: place - 1,
      PageDown: place + pageRows,
      PageUp: place - pageRows,
      Home: 0,
      End: indexes.length - 1,
    };
    const wanted = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
    if (wanted === undefined) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(indexes.length - 1, wanted));
    const index = indexes[next];
    if (index === undefined) return;
    onSelect(index);
    reveal(next);
  };

  const places = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  return (
    <div
      ref={scroller}
      className={classNames(
        scrollerStyles.scroller,
        place >= first && place <= last && place >= 0 && scrollerStyles.hasActive,
      )}
      role="grid"
      tabIndex={0}
      aria-label="Partitions"
      aria-rowcount={indexes.length + 1}
      aria-colcount={headings.length}
      aria-activedescendant={place >= first && place <= last && place >= 0 ? `${id}-${place}` : undefined}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      <div role="row" aria-rowindex={1} className={styles.listHead}>
        {headings.map((words, index) => (
          <span key={words} role="columnheader" className={classNames(index > 1 && index < 5 && styles.numberHead)}>
            {words}
          </span>
        ))}
      </div>
      <div role="presentation" className={styles.listBody} style={{ height: indexes.length * rowPx }}>
        <div role="presentation" className={styles.listShown} style={{ transform: `translateY(${first * rowPx}px)` }}>
          {places.map((at) => {
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

/** To the second; the hover has the rest. */
function momentText(wire: string): string {
  return dateWords(wire).slice(0, 19);
}

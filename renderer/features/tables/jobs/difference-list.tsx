// The list of differences, of which only those in view are fetched and rendered. Arrow keys move through it.
import { Minus, PencilLine, Plus } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useSyncExternalStore } from 'react';
import type { Difference, DifferenceKind } from '@shared/model/table-diff';
import { t } from '@shared/strings/t';
import { classNames, useListWindow } from '@renderer/ui';
import type { DifferencePages } from './difference-pages';
import { keyText } from '../result/value-format';
import styles from './difference-list.module.css';
import { kindLabels, whatDiffers } from './diff-labels';

export interface DifferenceListProps {
  readonly pages: DifferencePages;
  readonly total: number;
  readonly leaveOut: ReadonlySet<string>;
  /** Index of the selected one, or -1. */
  readonly selected: number;
  readonly onSelect: (index: number) => void;
}

const headPx = 32;
const headings = [t`Difference`, 'PartitionKey', 'RowKey', t`What differs`];

export function DifferenceList({ pages, total, leaveOut, selected, onSelect }: DifferenceListProps) {
  const id = useId();
  const { scroller, bodyPx, first, last, topOf, reveal, stepped, onScroll } = useListWindow(total, headPx);
  const held = useSyncExternalStore(pages.subscribe, pages.held);
  useEffect(() => {
    if (last >= first) pages.need(first, last);
  }, [pages, first, last, held]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const next = stepped(event.key, selected);
    if (next === undefined) return;
    event.preventDefault();
    onSelect(next);
    reveal(next);
  };

  const isShown = selected >= first && selected <= last;
  const indexes = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  return (
    <div
      ref={scroller}
      className={classNames(styles.list, isShown && styles.hasActive)}
      role="grid"
      tabIndex={0}
      data-sticky-edges
      aria-label={t`Differences`}
      aria-rowcount={total + 1}
      aria-colcount={headings.length}
      aria-activedescendant={isShown ? `${id}-${selected}` : undefined}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      <div role="row" aria-rowindex={1} className={styles.listHead}>
        {headings.map((text) => (
          <span key={text} role="columnheader">
            {text}
          </span>
        ))}
      </div>
      <div role="presentation" className={styles.listBody} style={{ height: bodyPx }}>
        <div role="presentation" className={styles.listShown} style={{ transform: `translateY(${topOf(first)}px)` }}>
          {indexes.map((index) => (
            <div
              key={index}
              id={`${id}-${index}`}
              role="row"
              aria-rowindex={index + 2}
              aria-selected={index === selected}
              className={classNames(styles.listRow, index === selected && styles.selected)}
              onClick={() => onSelect(index)}
            >
              <RowCells found={held.at(index)} leaveOut={leaveOut} />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

interface RowCellsProps {
  readonly found: Difference | undefined;
  readonly leaveOut: ReadonlySet<string>;
}

function RowCells({ found, leaveOut }: RowCellsProps) {
  if (found === undefined) {
    return (
      <span role="gridcell" className={styles.waiting}>
        …
      </span>
    );
  }
  const differs = whatDiffers(found, leaveOut);
  return (
    <>
      <span role="gridcell" className={classNames(styles.kind, styles[found.kind])}>
        {kindIcons[found.kind]}
        {kindLabels[found.kind]}
      </span>
      <span role="gridcell" className={styles.key} title={keyText(found.partitionKey)}>
        {found.partitionKey === '' ? <span className={styles.faint}>&quot;&quot;</span> : keyText(found.partitionKey)}
      </span>
      <span role="rowheader" className={styles.key} title={keyText(found.rowKey)}>
        {found.rowKey === '' ? <span className={styles.faint}>&quot;&quot;</span> : keyText(found.rowKey)}
      </span>
      <span role="gridcell" className={styles.differs} title={differs}>
        {differs}
      </span>
    </>
  );
}

const kindIcons: Readonly<Record<DifferenceKind, ReactNode>> = {
  added: <Plus size={13} aria-hidden />,
  removed: <Minus size={13} aria-hidden />,
  changed: <PencilLine size={13} aria-hidden />,
};

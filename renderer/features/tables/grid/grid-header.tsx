// The grid's header row: name and type badge a column, a handle to drag its width. Pinned columns stay.
import { Pin } from 'lucide-react';
import { type PointerEvent, memo, useRef } from 'react';
import { typeName } from './cell-format';
import type { ColumnLayout, ColumnWindow } from './column-layout';
import styles from './entity-grid.module.css';
import { type GridColumn, badgeText, narrowestPx, widestPx } from './grid-column';

export interface GridHeaderProps {
  readonly layout: ColumnLayout;
  readonly window: ColumnWindow;
  readonly onResize: (columnId: string, widthPx: number) => void;
  /** Double click on a handle: as wide as what is on screen. */
  readonly onFit: (columnId: string) => void;
}

export const GridHeader = memo(function GridHeader({ layout, window, onResize, onFit }: GridHeaderProps) {
  const { columns, pinnedCount, pinnedPx, leftPx } = layout;
  const gapPx = (leftPx[window.first] ?? pinnedPx) - pinnedPx;
  const header = (column: GridColumn, at: number) => (
    <HeaderCell
      key={column.id}
      column={column}
      index={at}
      pinnedLeftPx={at < pinnedCount ? leftPx[at] : undefined}
      lastPinned={at === pinnedCount - 1}
      onResize={onResize}
      onFit={onFit}
    />
  );
  return (
    <div role="rowgroup" className={styles.head} style={{ width: layout.totalPx }}>
      <div role="row" aria-rowindex={1} className={styles.headRow}>
        {columns.slice(0, pinnedCount).map(header)}
        {gapPx > 0 ? <span role="presentation" className={styles.gap} style={{ width: gapPx }} /> : null}
        {columns.slice(window.first, window.last + 1).map((column, offset) => header(column, window.first + offset))}
      </div>
    </div>
  );
});

interface HeaderCellProps {
  readonly column: GridColumn;
  readonly index: number;
  readonly pinnedLeftPx: number | undefined;
  readonly lastPinned: boolean;
  readonly onResize: (columnId: string, widthPx: number) => void;
  readonly onFit: (columnId: string) => void;
}

function HeaderCell({ column, index, pinnedLeftPx, lastPinned, onResize, onFit }: HeaderCellProps) {
  const classes = [styles.headCell];
  if (column.align === 'end') classes.push(styles.end);
  if (pinnedLeftPx !== undefined) classes.push(styles.pinned);
  if (lastPinned) classes.push(styles.lastPinned);
  const badge = badgeText(column.types);
  const all = column.types.map(typeName).join(', ');
  return (
    <div
      role="columnheader"
      aria-colindex={index + 1}
      className={classes.join(' ')}
      style={{ width: column.widthPx, left: pinnedLeftPx }}
      title={all === '' ? column.name : `${column.name}: ${all}`}
    >
      <span className={styles.headName}>{column.name}</span>
      {column.pinned ? <Pin className={styles.pin} size={12} aria-hidden /> : null}
      {badge === '' ? null : (
        <span className={column.types.length > 1 ? `${styles.badge} ${styles.mixed}` : styles.badge}>{badge}</span>
      )}
      <ResizeHandle column={column} onResize={onResize} onFit={onFit} />
    </div>
  );
}

function ResizeHandle({ column, onResize, onFit }: Pick<HeaderCellProps, 'column' | 'onResize' | 'onFit'>) {
  const drag = useRef<{ readonly fromX: number; readonly fromPx: number } | undefined>(undefined);
  const start = (event: PointerEvent<HTMLSpanElement>): void => {
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { fromX: event.clientX, fromPx: column.widthPx };
  };
  const move = (event: PointerEvent<HTMLSpanElement>): void => {
    if (drag.current === undefined) return;
    const wanted = drag.current.fromPx + event.clientX - drag.current.fromX;
    onResize(column.id, Math.round(Math.max(narrowestPx, Math.min(widestPx, wanted))));
  };
  const stop = (): void => {
    drag.current = undefined;
  };
  return (
    <span
      aria-hidden
      className={styles.handle}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={stop}
      onPointerCancel={stop}
      onDoubleClick={() => onFit(column.id)}
    />
  );
}

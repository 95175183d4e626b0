// The grid's header row: name, type badge and menu of each column, a handle to drag its width, the header itself to
// sort by the column or to drag it to another position. Pinned columns stay.
import { ArrowDown, ArrowUp, ChevronDown, Pin } from 'lucide-react';
import { inlineSign, isFromRight, VisuallyHidden } from '@renderer/ui';
import { type MouseEvent, type PointerEvent, memo, useRef, useState } from 'react';
import { t } from '@shared/strings/t';
import type { ColumnSort } from './arrangement';
import { typeName } from '../result/value-format';
import type { ColumnLayout, ColumnWindow } from './column-layout';
import { type GridColumn, badgeText, narrowestPx, widestPx } from '../result/grid-column';
import styles from './grid-header.module.css';

export interface GridHeaderProps {
  readonly layout: ColumnLayout;
  readonly window: ColumnWindow;
  /** Room before the columns, for the numbers of the rows. */
  readonly gutterPx: number;
  readonly sort: ColumnSort | undefined;
  /** How many rows are sorted, as a text. */
  readonly sortedText: string;
  readonly onResize: (columnId: string, widthPx: number) => void;
  readonly onSort: (columnId: string) => void;
  readonly onMove: (columnId: string, beforeId: string | undefined) => void;
  /** Double click on a handle: fits the width to the visible content. */
  readonly onFit: (columnId: string) => void;
  readonly onMenu: (event: MouseEvent, at: number) => void;
}

export const GridHeader = memo(function GridHeader(props: GridHeaderProps) {
  const { layout, window, gutterPx } = props;
  const { columns, pinnedCount, pinnedPx, leftPx } = layout;
  const gapPx = (leftPx[window.first] ?? pinnedPx) - pinnedPx;
  const drag = useColumnDrag(layout, { press: props.onSort, move: props.onMove });
  const header = (column: GridColumn, at: number) => (
    <HeaderCell
      key={column.id}
      {...props}
      column={column}
      index={at}
      pinnedLeftPx={at < pinnedCount ? gutterPx + (leftPx[at] ?? 0) : undefined}
      lastPinned={at === pinnedCount - 1}
      drop={drag.dropBefore === at ? 'before' : drag.dropBefore === at + 1 ? 'after' : 'none'}
      onDragStart={drag.onPointerDown}
    />
  );
  return (
    <div role="rowgroup" className={styles.head} style={{ width: gutterPx + layout.totalPx }}>
      <div
        role="row"
        aria-rowindex={1}
        className={styles.row}
        onPointerMove={drag.onPointerMove}
        onPointerUp={drag.onPointerUp}
        onPointerLeave={drag.onPointerLeave}
        onPointerCancel={drag.onPointerCancel}
        onContextMenu={drag.onContextMenu}
      >
        <span role="presentation" className={`${styles.gutter} ${styles.pinned}`} style={{ width: gutterPx }} />
        {columns.slice(0, pinnedCount).map(header)}
        {gapPx > 0 ? <span role="presentation" className={styles.gap} style={{ width: gapPx }} /> : null}
        {columns.slice(window.first, window.last + 1).map((column, offset) => header(column, window.first + offset))}
      </div>
    </div>
  );
});

interface HeaderCellProps extends Pick<GridHeaderProps, 'sort' | 'sortedText' | 'onResize' | 'onFit' | 'onMenu'> {
  readonly column: GridColumn;
  readonly index: number;
  readonly pinnedLeftPx: number | undefined;
  readonly lastPinned: boolean;
  readonly drop: 'before' | 'after' | 'none';
  readonly onDragStart: (event: PointerEvent<HTMLElement>, at: number) => void;
}

function HeaderCell(props: HeaderCellProps) {
  const { column, index, pinnedLeftPx, lastPinned, drop } = props;
  const sort = props.sort?.columnId === column.id ? props.sort.direction : undefined;
  const classes = [styles.cell];
  if (column.align === 'end') classes.push(styles.end);
  if (pinnedLeftPx !== undefined) classes.push(styles.pinned);
  if (lastPinned) classes.push(styles.lastPinned);
  if (drop !== 'none') classes.push(drop === 'before' ? styles.dropBefore : styles.dropAfter);
  const badge = badgeText(column.types);
  const all = column.types.map(typeName).join(', ');
  const label = all === '' ? column.name : `${column.name}: ${all}`;
  const onSorting = sort === undefined ? t`Click to sort the loaded rows` : props.sortedText;
  return (
    <div
      role="columnheader"
      aria-colindex={index + 1}
      aria-sort={sort}
      aria-label={label}
      data-header={index}
      className={classes.join(' ')}
      style={{ width: column.widthPx, insetInlineStart: pinnedLeftPx }}
      title={[label, onSorting].filter((line) => line !== '').join('\n')}
      onPointerDown={(event) => props.onDragStart(event, index)}
      // The menu of a column leaves the keyboard focus where it is: it may be in a cell whose text was rejected.
      onMouseDown={(event) => (event.button === 2 ? event.preventDefault() : undefined)}
      onContextMenu={(event) => props.onMenu(event, index)}
    >
      <span className={styles.name}>{column.name}</span>
      {sort === 'ascending' ? <ArrowUp className={styles.sorted} size={13} aria-hidden /> : null}
      {sort === 'descending' ? <ArrowDown className={styles.sorted} size={13} aria-hidden /> : null}
      {column.pinned ? <Pin className={styles.pin} size={12} aria-hidden /> : null}
      {/* The arrow uses the badge's room, so that sorting never cuts the name; the type is still given as text. */}
      {badge === '' ? null : sort !== undefined ? (
        <VisuallyHidden>{badge}</VisuallyHidden>
      ) : (
        <span className={column.types.length > 1 ? `${styles.badge} ${styles.mixed}` : styles.badge}>{badge}</span>
      )}
      {/* By keyboard the same menu opens on the active cell with Alt and the down arrow: no stop for each column. */}
      <button
        type="button"
        tabIndex={-1}
        aria-label={t`Column ${column.name}`}
        aria-haspopup="menu"
        className={styles.menuButton}
        onPointerDown={(event) => event.stopPropagation()}
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => props.onMenu(event, index)}
      >
        <ChevronDown size={14} aria-hidden />
      </button>
      <ResizeHandle column={column} onResize={props.onResize} onFit={props.onFit} />
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
    const wanted = drag.current.fromPx + (event.clientX - drag.current.fromX) * inlineSign(event.currentTarget);
    onResize(column.id, Math.round(Math.max(narrowestPx, Math.min(widestPx, wanted))));
  };
  const stop = (): void => {
    drag.current = undefined;
  };
  return (
    <span
      aria-hidden
      data-own-press
      className={styles.handle}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={stop}
      onPointerCancel={stop}
      onDoubleClick={() => onFit(column.id)}
    />
  );
}

interface HeaderActions {
  readonly press: (columnId: string) => void;
  readonly move: (columnId: string, beforeId: string | undefined) => void;
}

interface ColumnDrag {
  /** Index of the column that the dragged one would come before, to be painted; undefined while nothing is dragged. */
  readonly dropBefore: number | undefined;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>, at: number) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerLeave: () => void;
  readonly onPointerCancel: () => void;
  readonly onContextMenu: () => void;
}

interface HeldHeader {
  readonly at: number;
  readonly fromX: number;
  /** When the pointer went down, as a `timeStamp` of events. */
  readonly atMs: number;
  /** The column that it is dragged before; undefined while it is only pressed. */
  before: number | undefined;
}

/** Pointer movement that is still a click. */
const clickPx = 5;
/** A long press on a touch screen opens the menu. */
const longPressMs = 500;
const primaryButton = 1;

function useColumnDrag(layout: ColumnLayout, { press, move }: HeaderActions): ColumnDrag {
  // The current drag state decides, not the rendered one: the release may come before the last move is drawn.
  const held = useRef<HeldHeader | undefined>(undefined);
  const [dropBefore, setDropBefore] = useState<number | undefined>();
  const end = (): void => {
    held.current = undefined;
    setDropBefore(undefined);
  };
  return {
    dropBefore,
    onPointerDown(event, at) {
      // With Ctrl held it opens the menu on a Mac.
      const isPress = event.button === 0 && !event.ctrlKey;
      held.current = isPress ? { at, fromX: event.clientX, atMs: event.timeStamp, before: undefined } : undefined;
    },
    onPointerMove(event) {
      const header = held.current;
      if (header === undefined) return;
      if ((event.buttons & primaryButton) === 0) {
        end();
        return;
      }
      if (header.before === undefined && Math.abs(event.clientX - header.fromX) < clickPx) return;
      header.before = dropIndex(event.currentTarget, event.clientX, header.at, layout);
      event.currentTarget.setPointerCapture(event.pointerId);
      setDropBefore(header.before);
    },
    onPointerUp(event) {
      const header = held.current;
      end();
      const column = header === undefined ? undefined : layout.columns[header.at];
      if (header === undefined || column === undefined) return;
      if (header.before === undefined) {
        if (isClick(event, header)) press(column.id);
      } else if (header.before !== header.at) move(column.id, layout.columns[header.before]?.id);
    },
    // A dragged header captures the pointer; one that is only pressed has lost it.
    onPointerLeave() {
      if (held.current?.before === undefined) end();
    },
    onPointerCancel: end,
    onContextMenu: end,
  };
}

/** Whether it was released where it was pressed; a mouse may take its time, a finger may not. */
function isClick({ target, pointerType, timeStamp }: PointerEvent<HTMLElement>, { at, atMs }: HeldHeader): boolean {
  if (!(target instanceof Element) || target.closest('button') !== null) return false;
  if (pointerType !== 'mouse' && timeStamp - atMs > longPressMs) return false;
  return target.closest<HTMLElement>('[data-header]')?.dataset.header === String(at);
}

/** The header whose nearer half is under the pointer gives the drop position; pinned columns stay among themselves. */
function dropIndex(row: HTMLElement, clientX: number, from: number, layout: ColumnLayout): number {
  const pinned = layout.columns[from]?.pinned;
  let index = from;
  for (const header of row.querySelectorAll<HTMLElement>('[data-header]')) {
    const at = Number(header.dataset.header);
    if (layout.columns[at]?.pinned !== pinned) continue;
    const { left, right, width } = header.getBoundingClientRect();
    if (clientX >= left && clientX < right) index = clientX < left + width / 2 === isFromRight(row) ? at + 1 : at;
  }
  return index;
}

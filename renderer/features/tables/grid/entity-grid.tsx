// The virtual grid of entities: draws only the rows and columns in view, selects like a spreadsheet, copies exact
// values. Rows come from an append-only list; the grid asks for more as its end comes near.
import type { Entity } from '@shared/model/entity';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { columnWindow, layOutColumns, scrollToShow } from './column-layout';
import styles from './entity-grid.module.css';
import { type GridColumn, narrowestPx, widestPx } from './grid-column';
import { GridHeader } from './grid-header';
import { GridRow, cellId } from './grid-row';
import { type Cell, type Selection, clicked, moved, rangeOf } from './selection';
import { rowWindow, useViewport } from './use-viewport';

export interface EntityGridHandle {
  focus(): void;
}

export interface EntityGridProps {
  readonly label: string;
  readonly rowAt: (index: number) => Entity | undefined;
  readonly rowCount: number;
  /** `known` once nothing is left to fetch. */
  readonly extent: 'known' | 'open';
  readonly columns: readonly GridColumn[];
  readonly selection: Selection | undefined;
  readonly onSelect: (selection: Selection) => void;
  readonly onCopy: () => void;
  /** Enter or double click on a row. */
  readonly onOpen: () => void;
  readonly onResize: (columnId: string, widthPx: number) => void;
  readonly onFit: (columnId: string, firstRow: number, lastRow: number) => void;
  /** The grid will soon show rows up to this count. */
  readonly onWant: (rowCount: number) => void;
  /** Under the last row: what is left to come. */
  readonly tail: ReactNode;
  readonly handle?: Ref<EntityGridHandle>;
}

const headPx = 32;
/** Rows fetched ahead of what is on screen. */
const lookAheadRows = 400;
const keyboardResizePx = 16;

export function EntityGrid(props: EntityGridProps) {
  const { rowAt, rowCount, columns, selection, onSelect, onWant } = props;
  const gridId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const viewport = useViewport(scroller);
  const { widthPx, heightPx, rowPx, scrollLeft } = viewport;

  const layout = useMemo(() => layOutColumns(columns, widthPx), [columns, widthPx]);
  const { first, last } = columnWindow(layout, scrollLeft, widthPx);
  const window = useMemo(() => ({ first, last }), [first, last]);

  const { first: firstRow, last: lastRow } = rowWindow(viewport, rowCount);

  useEffect(() => {
    if (props.extent === 'open' && lastRow >= 0) onWant(lastRow + lookAheadRows);
  }, [props.extent, lastRow, onWant, rowCount]);

  const reveal = useCallback(
    ({ row, column }: Cell): void => {
      const view = scroller.current;
      if (view === null) return;
      view.scrollTop = scrollToShow(
        { start: headPx + row * rowPx, end: headPx + (row + 1) * rowPx },
        { start: view.scrollTop, size: view.clientHeight, coveredStart: headPx },
      );
      if (column < layout.pinnedCount) return;
      const start = layout.leftPx[column] ?? 0;
      view.scrollLeft = scrollToShow(
        { start, end: start + (layout.columns[column]?.widthPx ?? 0) },
        { start: view.scrollLeft, size: view.clientWidth, coveredStart: layout.pinnedPx },
      );
    },
    [layout, rowPx],
  );

  useImperativeHandle(props.handle, () => ({ focus: () => grid.current?.focus({ preventScroll: true }) }), []);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const command = event.ctrlKey || event.metaKey ? 'yes' : 'no';
    if (command === 'yes' && event.key.toLowerCase() === 'c') {
      event.preventDefault();
      props.onCopy();
      return;
    }
    if (event.key === 'Enter' && selection !== undefined) {
      event.preventDefault();
      props.onOpen();
      return;
    }
    if (event.altKey) {
      const column = selection === undefined ? undefined : columns[selection.active.column];
      const step = event.key === 'ArrowRight' ? keyboardResizePx : event.key === 'ArrowLeft' ? -keyboardResizePx : 0;
      if (column === undefined || step === 0) return;
      event.preventDefault();
      props.onResize(column.id, Math.max(narrowestPx, Math.min(widestPx, column.widthPx + step)));
      return;
    }
    const pageRows = Math.max(1, Math.floor((heightPx - headPx) / rowPx) - 1);
    const next = moved(
      selection,
      { key: event.key, shift: event.shiftKey ? 'yes' : 'no', command },
      { rows: rowCount, columns: columns.length, pageRows },
    );
    if (next === undefined) return;
    event.preventDefault();
    onSelect(next);
    if (event.key.toLowerCase() !== 'a') reveal(next.active);
  };

  const dragging = useRef(false);
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    const cell = event.button === 0 ? cellUnder(event.target) : undefined;
    if (cell === undefined) return;
    dragging.current = true;
    onSelect(clicked(selection, cell, event.shiftKey ? 'yes' : 'no'));
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    if (!dragging.current || selection === undefined) return;
    if (event.buttons === 0) {
      dragging.current = false;
      return;
    }
    const cell = cellUnder(event.target);
    if (cell === undefined || (cell.row === selection.active.row && cell.column === selection.active.column)) return;
    onSelect({ anchor: selection.anchor, active: cell });
  };

  const [focused, setFocused] = useState(false);

  const indexes = Array.from({ length: lastRow - firstRow + 1 }, (_, offset) => firstRow + offset);
  const range = selection === undefined ? undefined : rangeOf(selection);
  const active = selection?.active;
  const activeOnScreen =
    active !== undefined &&
    active.row >= firstRow &&
    active.row <= lastRow &&
    (active.column < layout.pinnedCount || (active.column >= first && active.column <= last));

  const { onFit } = props;
  const fit = useCallback((columnId: string) => onFit(columnId, firstRow, lastRow), [onFit, firstRow, lastRow]);

  return (
    <div ref={scroller} className={styles.scroller} onScroll={viewport.onScroll}>
      <div
        ref={grid}
        role="grid"
        tabIndex={0}
        aria-label={props.label}
        aria-rowcount={props.extent === 'known' ? rowCount + 1 : -1}
        aria-colcount={columns.length}
        aria-multiselectable
        aria-activedescendant={activeOnScreen ? cellId(gridId, active.row, active.column) : undefined}
        className={focused ? `${styles.grid} ${styles.focused}` : styles.grid}
        style={{ width: layout.totalPx }}
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => (dragging.current = false)}
        onDoubleClick={(event) => {
          if (cellUnder(event.target) !== undefined) props.onOpen();
        }}
      >
        <GridHeader layout={layout} window={window} onResize={props.onResize} onFit={fit} />
        <div role="rowgroup" className={styles.body} style={{ height: rowCount * rowPx }}>
          <div role="presentation" className={styles.shown} style={{ transform: `translateY(${firstRow * rowPx}px)` }}>
            {indexes.map((index) => {
              const row = rowAt(index);
              if (row === undefined) return null;
              const inRange = range !== undefined && index >= range.top && index <= range.bottom;
              return (
                <GridRow
                  key={index}
                  gridId={gridId}
                  row={row}
                  index={index}
                  layout={layout}
                  window={window}
                  selectedFrom={inRange ? range.left : -1}
                  selectedTo={inRange ? range.right : -1}
                  activeColumn={active?.row === index ? active.column : -1}
                />
              );
            })}
          </div>
        </div>
      </div>
      {props.tail === null ? null : <div className={styles.tail}>{props.tail}</div>}
    </div>
  );
}

function cellUnder(target: EventTarget): Cell | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[role=gridcell]') : null;
  if (cell === null) return undefined;
  return { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
}

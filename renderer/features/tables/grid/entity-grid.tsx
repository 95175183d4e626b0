// The virtual grid of entities: draws only the rows and columns in view, selects like a spreadsheet, offers what can
// be done with a column or a cell. Rows may be elsewhere for a moment; the grid asks for more as its end comes near.
import { rowTop, rowWindow, rowsOffset, scrollTopFor, useContextMenu, useViewport } from '@renderer/ui';
import type { Entity } from '@shared/model/entity';
import {
  type KeyboardEvent,
  type MouseEvent,
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
import type { RowMark } from '../edit/staged-rows';
import type { ColumnSort } from './arrangement';
import type { Display } from './display';
import { columnWindow, layOutColumns, scrollToShow } from './column-layout';
import styles from './entity-grid.module.css';
import {
  type CellActions,
  type ColumnActions,
  type EditActions,
  cellEntries,
  columnEntries,
  editEntries,
  stepColumn,
} from './grid-actions';
import { type GridColumn, cellValue, narrowestPx, widestPx } from './grid-column';
import { GridHeader } from './grid-header';
import { GridRow, WaitingRow, cellId } from './grid-row';
import { type Cell, type Selection, isOfRows, moved, rangesOf } from './selection';
import { useCellPointer } from './use-cell-pointer';

export interface EntityGridHandle {
  focus(): void;
  /** Scrolls a cell into view. */
  reveal(cell: Cell): void;
}

export interface EntityGridProps {
  readonly label: string;
  /** The row shown at a place; undefined while it waits on disk. */
  readonly rowAt: (place: number) => Entity | undefined;
  /** What is staged for the row shown at a place. */
  readonly markAt: (place: number) => RowMark | undefined;
  /** Rows above those of the result, which have no number. */
  readonly leadRows: number;
  readonly rowCount: number;
  /** `known` once nothing is left to fetch. */
  readonly extent: 'known' | 'open';
  readonly columns: readonly GridColumn[];
  readonly display: Display;
  readonly sort: ColumnSort | undefined;
  /** How many rows the sort is over, in words. */
  readonly sortedWords: string;
  /** What is searched, in lower case; matching cells are marked. */
  readonly needle: string;
  readonly selection: Selection | undefined;
  readonly onSelect: (selection: Selection) => void;
  /** Alt+Enter on a row; Enter and double click too where nothing can be edited. */
  readonly onOpen: () => void;
  /** Undefined where the rows can only be read. */
  readonly editActions: EditActions | undefined;
  /** The editor that stands in a cell. */
  readonly editor: { readonly cell: Cell; readonly element: ReactNode } | undefined;
  readonly columnActions: ColumnActions;
  readonly cellActions: CellActions;
  /** The grid will soon show rows up to this count. */
  readonly onWant: (rowCount: number) => void;
  /** These places are on screen or close to it. */
  readonly onShow: (firstRow: number, lastRow: number) => void;
  /** Under the last row: what is left to come. */
  readonly tail: ReactNode;
  readonly handle?: Ref<EntityGridHandle>;
}

const headPx = 32;
/** Rows fetched ahead of what is on screen. */
const lookAheadRows = 400;
const keyboardResizePx = 16;
const wrappedLines = 3;
const digitPx = 7;
const aroundNumberPx = 18;

export function EntityGrid(props: EntityGridProps) {
  const { rowAt, rowCount, leadRows, columns, selection, onSelect, onWant, onShow, editor } = props;
  const { display, columnActions, cellActions } = props;
  const gridId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const viewport = useViewport(scroller, rowCount, display.text === 'wrapped' ? wrappedLines : 1);
  const { widthPx, heightPx, rowPx, space, scrollTop, scrollLeft } = viewport;
  const gutterPx = Math.max(3, String(rowCount).length) * digitPx + aroundNumberPx;
  const columnsPx = Math.max(0, widthPx - gutterPx);

  const layout = useMemo(() => layOutColumns(columns, columnsPx), [columns, columnsPx]);
  const { first, last } = columnWindow(layout, scrollLeft, columnsPx);
  const window = useMemo(() => ({ first, last }), [first, last]);
  const { first: firstRow, last: lastRow } = rowWindow(viewport, rowCount);

  useEffect(() => {
    if (props.extent === 'open' && lastRow >= 0) onWant(lastRow + lookAheadRows);
  }, [props.extent, lastRow, onWant, rowCount]);
  useEffect(() => onShow(firstRow, lastRow), [firstRow, lastRow, onShow]);

  const reveal = useCallback(
    ({ row, column }: Cell): void => {
      const view = scroller.current;
      if (view === null) return;
      const offset = rowsOffset(space, view.scrollTop);
      const wanted = scrollToShow(
        { start: headPx + row * rowPx, end: headPx + (row + 1) * rowPx },
        { start: offset, size: view.clientHeight, coveredStart: headPx },
      );
      if (wanted !== offset) view.scrollTop = scrollTopFor(space, wanted);
      if (column < layout.pinnedCount) return;
      const start = layout.leftPx[column] ?? 0;
      view.scrollLeft = scrollToShow(
        { start, end: start + (layout.columns[column]?.widthPx ?? 0) },
        { start: view.scrollLeft, size: view.clientWidth - gutterPx, coveredStart: layout.pinnedPx },
      );
    },
    [gutterPx, layout, rowPx, space],
  );
  useImperativeHandle(props.handle, () => ({ focus: () => grid.current?.focus({ preventScroll: true }), reveal }), [
    reveal,
  ]);

  const { fit } = columnActions;
  const fitShown = useCallback((columnId: string) => fit(columnId, firstRow, lastRow), [fit, firstRow, lastRow]);
  const menu = useContextMenu();
  const columnMenu = (at: number) => columnEntries(columns, at, props.sort, columnActions, fitShown);
  const menuOf = (cell: Cell, at: Selection) => {
    const column = columns[cell.column];
    const row = rowAt(cell.row);
    if (column === undefined || row === undefined) return [];
    const pointed = { cell, column, value: cellValue(row, column), mark: props.markAt(cell.row), selection: at };
    const own = cellEntries(pointed, cellActions);
    const edits =
      props.editActions === undefined ? [] : [...editEntries(pointed, props.editActions), 'separator' as const];
    return [...edits, ...own, 'separator' as const, ...columnMenu(cell.column)];
  };
  const openAtActive = (what: 'cell' | 'column'): void => {
    if (selection === undefined) return;
    reveal(selection.active);
    const { row, column } = selection.active;
    const at = (document.getElementById(cellId(gridId, row, column)) ?? grid.current)?.getBoundingClientRect();
    const point = { x: (at?.left ?? 0) + 8, y: Math.min(at?.bottom ?? 0, document.documentElement.clientHeight) };
    const name = columns[column]?.name ?? '';
    if (what === 'cell') menu.openAt(point, `Cell of ${name}`, menuOf(selection.active, selection));
    else menu.openAt(point, `Column ${name}`, columnMenu(column));
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.target !== event.currentTarget) return;
    const command = event.ctrlKey || event.metaKey ? 'yes' : 'no';
    const act = (action: () => void): void => {
      event.preventDefault();
      action();
    };
    if (command === 'yes' && event.key.toLowerCase() === 'c') {
      return act(() => {
        if (selection !== undefined) cellActions.copy('tsv', selection);
      });
    }
    if (event.key === 'Enter' && event.altKey && selection !== undefined) return act(props.onOpen);
    const edit = selection === undefined ? undefined : editOfKey(event, selection);
    if (edit !== undefined) return act(edit);
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) return act(() => openAtActive('cell'));
    if (event.altKey) {
      const at = selection?.active.column ?? -1;
      const column = columns[at];
      const side = event.key === 'ArrowRight' ? 'right' : event.key === 'ArrowLeft' ? 'left' : undefined;
      if (event.key === 'ArrowDown') return act(() => openAtActive('column'));
      if (column === undefined || side === undefined) return;
      if (event.shiftKey) return act(() => stepColumn(columns, at, side, columnActions));
      const width = column.widthPx + (side === 'right' ? keyboardResizePx : -keyboardResizePx);
      return act(() => columnActions.resize(column.id, Math.max(narrowestPx, Math.min(widestPx, width))));
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

  const editCell = (cell: Cell, typed?: string): void => {
    if (props.editActions === undefined) return props.onOpen();
    reveal(cell);
    props.editActions.editCell(cell, typed);
  };
  /** Enter, F2 and typing edit the active cell; Delete deletes rows that are selected as such. */
  const editOfKey = (event: KeyboardEvent, at: Selection): (() => void) | undefined => {
    if (event.altKey || event.ctrlKey || event.metaKey) return undefined;
    if (event.key === 'Enter' || event.key === 'F2') return () => editCell(at.active);
    if (props.editActions === undefined) return undefined;
    const { deleteRows } = props.editActions;
    if (event.key === 'Delete' && isOfRows(at)) return () => deleteRows(at);
    return event.key.length === 1 && event.key !== ' ' ? () => editCell(at.active, event.key) : undefined;
  };

  const pointer = useCellPointer(selection, onSelect);
  const onContextMenu = (event: MouseEvent<HTMLDivElement>): void => {
    const cell = pointer.cellOf(event.target);
    if (cell === undefined) return;
    const at = pointer.selectForMenu(cell);
    menu.open(event, `Cell of ${columns[cell.column]?.name ?? ''}`, menuOf(cell, at));
  };

  const [focused, setFocused] = useState(false);
  const indexes = Array.from({ length: lastRow - firstRow + 1 }, (_, offset) => firstRow + offset);
  const ranges = selection === undefined ? [] : rangesOf(selection);
  const active = selection?.active;
  const activeOnScreen =
    active !== undefined &&
    active.row >= firstRow &&
    active.row <= lastRow &&
    rowAt(active.row) !== undefined &&
    (active.column < layout.pinnedCount || (active.column >= first && active.column <= last));

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
        style={{ width: gutterPx + layout.totalPx }}
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onPointerDown={pointer.onPointerDown}
        onPointerMove={pointer.onPointerMove}
        onPointerUp={pointer.onPointerUp}
        onContextMenu={onContextMenu}
        onDoubleClick={(event) => {
          const cell = pointer.cellOf(event.target);
          if (cell !== undefined) editCell(cell);
        }}
      >
        <GridHeader
          layout={layout}
          window={window}
          gutterPx={gutterPx}
          sort={props.sort}
          sortedWords={props.sortedWords}
          onResize={columnActions.resize}
          onMove={columnActions.move}
          onFit={fitShown}
          onMenu={(event, at) => menu.open(event, `Column ${columns[at]?.name ?? ''}`, columnMenu(at))}
        />
        <div role="rowgroup" className={styles.body} style={{ height: space.bodyPx }}>
          <div
            role="presentation"
            className={styles.shown}
            style={{ transform: `translateY(${rowTop(space, firstRow, scrollTop)}px)` }}
          >
            {indexes.map((index) => {
              const row = rowAt(index);
              if (row === undefined) {
                return <WaitingRow key={index} index={index} leadRows={leadRows} rowPx={rowPx} gutterPx={gutterPx} />;
              }
              const own = ranges.filter(({ top, bottom }) => index >= top && index <= bottom);
              return (
                <GridRow
                  key={index}
                  gridId={gridId}
                  row={row}
                  index={index}
                  rowPx={rowPx}
                  gutterPx={gutterPx}
                  layout={layout}
                  window={window}
                  display={display}
                  selected={own.map(({ left, right }) => `${left}-${right}`).join(',')}
                  activeColumn={active?.row === index ? active.column : -1}
                  needle={props.needle}
                  leadRows={leadRows}
                  mark={props.markAt(index)}
                  editor={editor?.cell.row === index ? editor : undefined}
                />
              );
            })}
          </div>
        </div>
      </div>
      {props.tail === null ? null : <div className={styles.tail}>{props.tail}</div>}
      {menu.element}
    </div>
  );
}

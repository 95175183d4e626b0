// The virtual grid of entities: draws only the rows and columns in view, selects like a spreadsheet, offers what can
// be done with a column or a cell. Rows may be elsewhere for a moment; the grid asks for more as its end comes near.
import type { TableRefusals } from '@renderer/pane/table-refusals';
import { inSlots, rowWindow, rowsFrom, useViewport } from '@renderer/ui';
import type { Entity } from '@shared/model/entity';
import {
  type MouseEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { RowMark } from '../staged/staged-rows';
import type { ColumnSort } from './arrangement';
import type { Display } from '../values/display';
import { columnWindow, layOutColumns } from '../columns/column-layout';
import type { CellActions } from './cell-actions';
import { type ColumnActions, sortByHeader } from './column-actions';
import { drawnColumns, drawnRows } from './drawn';
import type { EditActions } from './edit-actions';
import styles from './entity-grid.module.css';
import type { GridColumn } from '../columns/grid-column';
import { GridHeader } from './grid-header';
import { GridRow, WaitingRow, cellId } from './grid-row';
import { type Cell, type Selection, rangesOf } from './selection';
import { useCellPointer } from './use-cell-pointer';
import { type GridScroll, type GridScrolling, useGridScroll } from './use-grid-scroll';
import { useGridKeys } from './use-grid-keys';
import { useGridMenus } from './use-grid-menus';

export interface EntityGridHandle extends GridScrolling {
  focus(): void;
  /** Whether its cells have the keyboard, and no editor in them. */
  hasKeyboard(): boolean;
}

export interface CellInEditing {
  readonly cell: Cell;
  /** As it was when the editor opened; the row may wait on disk by now. */
  readonly row: Entity;
  readonly element: ReactNode;
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
  /** Alt+Enter on a row; Enter too where nothing can be edited. */
  readonly onOpen: () => void;
  readonly editActions: EditActions;
  readonly refusals: TableRefusals;
  /** Somebody tried all the same what is refused. */
  readonly onRefused: (reason: string) => void;
  /** The editor that stands in a cell. */
  readonly editor: CellInEditing | undefined;
  readonly columnActions: ColumnActions;
  readonly cellActions: CellActions;
  /** The grid will soon show rows up to this count. */
  readonly onWant: (rowCount: number) => void;
  /** These places are on screen or close to it. */
  readonly onShow: (firstRow: number, lastRow: number) => void;
  /** Whenever the rows have come to stand elsewhere. */
  readonly onScrolled: (scroll: GridScroll) => void;
  /** Under the last row: what is left to come. */
  readonly tail: ReactNode;
  readonly handle?: Ref<EntityGridHandle>;
}

const headPx = 32;
/** Rows fetched ahead of what is on screen. */
const lookAheadRows = 400;
const wrappedLines = 3;
const digitPx = 7;
const aroundNumberPx = 18;

export function EntityGrid(props: EntityGridProps) {
  const { rowAt, rowCount, leadRows, columns, selection, onSelect, onWant, onShow, editor } = props;
  const { display, columnActions, cellActions } = props;
  const gridId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const viewport = useViewport(scroller, rowCount, {
    lines: display.text === 'wrapped' ? wrappedLines : 1,
    place: 'entities',
  });
  const { widthPx, heightPx, rowPx, space, scrollTop, scrollLeft } = viewport;
  const gutterPx = Math.max(3, String(rowCount).length) * digitPx + aroundNumberPx;
  const columnsPx = Math.max(0, widthPx - gutterPx);

  const layout = useMemo(() => layOutColumns(columns, columnsPx), [columns, columnsPx]);
  const { first, last } = drawnColumns(columnWindow(layout, scrollLeft, columnsPx), layout, editor?.cell.column);
  const window = useMemo(() => ({ first, last }), [first, last]);
  const { first: firstRow, last: lastRow, capacity } = rowWindow(viewport, rowCount);
  const drawn = inSlots(drawnRows(firstRow, lastRow, editor?.cell.row), capacity);
  const from = rowsFrom(space, firstRow, scrollTop);

  useEffect(() => {
    if (props.extent === 'open' && lastRow >= 0) onWant(lastRow + lookAheadRows);
  }, [props.extent, lastRow, onWant, rowCount]);
  useEffect(() => onShow(firstRow, lastRow), [firstRow, lastRow, onShow]);

  const { onScrolled } = props;
  const { reveal, scrollTo } = useGridScroll({ scroller, viewport, layout, gutterPx, headPx, onScrolled });
  useImperativeHandle(
    props.handle,
    () => ({
      focus: () => grid.current?.focus({ preventScroll: true }),
      hasKeyboard: () => grid.current !== null && document.activeElement === grid.current,
      ...{ reveal, scrollTo },
    }),
    [reveal, scrollTo],
  );

  const { fit } = columnActions;
  const fitShown = useCallback((columnId: string) => fit(columnId, firstRow, lastRow), [fit, firstRow, lastRow]);
  const menus = useGridMenus({ of: props, gridId, grid, reveal, fitShown });
  const keys = useGridKeys({
    ...{ columns, rowCount, selection, onSelect, reveal, columnActions, cellActions },
    openMenu: menus.openActive,
    pageRows: Math.max(1, Math.floor((heightPx - headPx) / rowPx) - 1),
    onOpen: props.onOpen,
    editActions: props.editActions,
    refusals: props.refusals,
    markAt: props.markAt,
    onRefused: props.onRefused,
  });
  const pointer = useCellPointer(selection, onSelect);
  const onContextMenu = (event: MouseEvent<HTMLDivElement>): void => {
    const cell = pointer.cellOf(event.target);
    if (cell === undefined) return;
    menus.openCell(event, cell, pointer.selectForMenu(cell));
  };

  const revealEdited = (): void => {
    if (editor !== undefined) reveal(editor.cell);
  };
  // A frame later: before that the browser itself scrolls to where the editor of a row out of sight stands.
  const onTyped = (): number => requestAnimationFrame(revealEdited);
  const onResized = useEffectEvent(revealEdited);
  useEffect(() => onResized(), [widthPx, heightPx]);

  const [focused, setFocused] = useState(false);
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
        onKeyDown={keys.onKeyDown}
        onInput={onTyped}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onPointerDown={pointer.onPointerDown}
        onPointerMove={pointer.onPointerMove}
        onPointerUp={pointer.onPointerUp}
        onContextMenu={onContextMenu}
        onDoubleClick={(event) => {
          const cell = pointer.cellOf(event.target);
          if (cell !== undefined) keys.editCell(cell);
        }}
      >
        <GridHeader
          layout={layout}
          window={window}
          gutterPx={gutterPx}
          sort={props.sort}
          sortedWords={props.sortedWords}
          onResize={columnActions.resize}
          onSort={(columnId) => sortByHeader(columns, columnId, props.sort, columnActions)}
          onMove={columnActions.move}
          onFit={fitShown}
          onMenu={menus.openColumn}
        />
        <div role="rowgroup" className={styles.body} style={{ height: space.bodyPx }}>
          <div role="presentation" className={styles.shown} style={{ top: from.shiftPx }}>
            {drawn.map(({ index, slot }) => {
              const isEdited = editor?.cell.row === index;
              // One that is edited out of sight stands beside those that are drawn.
              const place = Math.min(lastRow + 1, Math.max(firstRow - 1, index));
              const topPx = (place - from.row) * rowPx;
              const row = rowAt(index) ?? (isEdited ? editor.row : undefined);
              if (row === undefined) {
                return <WaitingRow key={slot} {...{ index, topPx, leadRows, rowPx, gutterPx }} />;
              }
              const own = ranges.filter(({ top, bottom }) => index >= top && index <= bottom);
              return (
                <GridRow
                  key={isEdited ? 'edited' : slot}
                  gridId={gridId}
                  row={row}
                  index={index}
                  topPx={topPx}
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
                  editor={isEdited ? editor : undefined}
                />
              );
            })}
          </div>
        </div>
      </div>
      {props.tail === null ? null : <div className={styles.tail}>{props.tail}</div>}
      {menus.element}
    </div>
  );
}

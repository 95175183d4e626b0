// The virtual grid of entities: renders only the rows and columns in view, selects like a spreadsheet, offers the
// actions on a column or a cell. Rows may be unavailable for a moment; the grid requests more as its end comes near.
import type { TableDisabledReasons } from '@renderer/pane/table-disabled-reasons';
import {
  type MouseEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import type { ColumnSort } from './arrangement';
import type { CellActions } from './cell-actions';
import { type ColumnActions, sortByHeader } from './column-actions';
import type { EditActions } from './edit-actions';
import styles from './entity-grid.module.css';
import type { GridColumn } from '../result/grid-column';
import { GridHeader } from './grid-header';
import { cellId } from './grid-row';
import { type DrawnPart, type RowsToDraw, GridRows, useDrawnPart } from './grid-rows';
import type { Cell, Selection } from './selection';
import { useCellPointer, useGridKeys } from './grid-input';
import { type GridScroll, type GridScrolling, useGridScroll } from './use-grid-scroll';
import { useGridMenus } from './use-grid-menus';

export interface EntityGridHandle extends GridScrolling {
  focus(): void;
  /** Whether its cells have the keyboard, and no editor in them. */
  hasKeyboard(): boolean;
}

export interface EntityGridProps extends RowsToDraw {
  readonly label: string;
  readonly rowCount: number;
  /** `known` once nothing is left to fetch. */
  readonly extent: 'known' | 'open';
  readonly columns: readonly GridColumn[];
  readonly sort: ColumnSort | undefined;
  /** How many rows are sorted, as a text. */
  readonly sortedText: string;
  readonly onSelect: (selection: Selection) => void;
  /** Alt+Enter on a row; Enter too where nothing can be edited. */
  readonly onOpen: () => void;
  readonly editActions: EditActions;
  readonly disabledReasons: TableDisabledReasons;
  /** A user tried something that is disabled. */
  readonly onRejected: (reason: string) => void;
  readonly columnActions: ColumnActions;
  readonly cellActions: CellActions;
  /** The grid will soon show rows up to this count. */
  readonly onWant: (rowCount: number) => void;
  /** These positions are on screen or close to it. */
  readonly onShow: (firstRow: number, lastRow: number) => void;
  /** Whenever the rows have come to stand elsewhere. */
  readonly onScrolled: (scroll: GridScroll) => void;
  /** Shown under the last row: what is still to be loaded. */
  readonly tail: ReactNode;
  readonly handle?: Ref<EntityGridHandle>;
}

const headPx = 32;
/** Rows fetched ahead of the visible ones. */
const lookAheadRows = 400;

export function EntityGrid(props: EntityGridProps) {
  const { rowCount, columns, selection, onSelect, onWant, onShow, editor, columnActions, cellActions } = props;
  const gridId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const part = useDrawnPart({ scroller, columns, rowCount, text: props.display.text, edited: editor?.cell });
  const { viewport, layout, gutterPx, firstRow, lastRow } = part;
  const { widthPx, heightPx, rowPx } = viewport;

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
      reveal,
      scrollTo,
    }),
    [reveal, scrollTo],
  );

  const { fit } = columnActions;
  const fitShown = useCallback((columnId: string) => fit(columnId, firstRow, lastRow), [fit, firstRow, lastRow]);
  const menus = useGridMenus({ of: props, gridId, grid, reveal, fitShown });
  const keys = useGridKeys({
    columns,
    rowCount,
    selection,
    onSelect,
    reveal,
    columnActions,
    cellActions,
    openMenu: menus.openActive,
    pageRows: Math.max(1, Math.floor((heightPx - headPx) / rowPx) - 1),
    onOpen: props.onOpen,
    editActions: props.editActions,
    disabledReasons: props.disabledReasons,
    markAt: props.markAt,
    onRejected: props.onRejected,
  });
  const pointer = useCellPointer(selection, onSelect);
  const onContextMenu = (event: MouseEvent<HTMLDivElement>): void => {
    const pointed = pointer.positionOf(event.target);
    if (pointed !== undefined) menus.openAt(event, pointed, pointer.selectForMenu(pointed));
  };

  const revealEdited = (): void => {
    if (editor !== undefined) reveal(editor.cell);
  };
  // A frame later: before that the browser itself scrolls to the editor of a row outside the viewport.
  const onTyped = (): number => requestAnimationFrame(revealEdited);
  const onResized = useEffectEvent(revealEdited);
  useEffect(() => onResized(), [widthPx, heightPx]);

  const [focused, setFocused] = useState(false);
  const active = selection?.active;
  const activeIsDrawn = active !== undefined && isDrawn(active, part) && props.rowAt(active.row) !== undefined;

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
        aria-activedescendant={activeIsDrawn ? cellId(gridId, active.row, active.column) : undefined}
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
          const pointed = pointer.positionOf(event.target);
          if (pointed?.span === 'cells') keys.editCell(pointed.cell);
        }}
      >
        <GridHeader
          layout={layout}
          window={part.window}
          gutterPx={gutterPx}
          sort={props.sort}
          sortedText={props.sortedText}
          onResize={columnActions.resize}
          onSort={(columnId) => sortByHeader(columns, columnId, props.sort, columnActions)}
          onMove={columnActions.move}
          onFit={fitShown}
          onMenu={menus.openColumn}
        />
        <GridRows of={props} part={part} gridId={gridId} />
      </div>
      {props.tail === null ? null : <div className={styles.tail}>{props.tail}</div>}
      {menus.element}
    </div>
  );
}

function isDrawn({ row, column }: Cell, { firstRow, lastRow, layout, window }: DrawnPart): boolean {
  const isColumnDrawn = column < layout.pinnedCount || (column >= window.first && column <= window.last);
  return isColumnDrawn && row >= firstRow && row <= lastRow;
}

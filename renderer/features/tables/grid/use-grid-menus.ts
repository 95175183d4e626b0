// The menus of the grid: of a cell under the pointer or the keyboard (followed by its column's), of a row at its
// number, and of a column.
import type { TableDisabledReasons } from '@renderer/pane/table-disabled-reasons';
import { useContextMenu } from '@renderer/ui';
import type { Entity } from '@shared/model/entity';
import { t } from '@shared/strings/t';
import type { MouseEvent, ReactNode, RefObject } from 'react';
import { type GridColumn, cellValue } from '../result/grid-column';
import type { RowMark } from '../staging/staged-rows';
import type { ColumnSort } from './arrangement';
import { type CellActions, cellMenuActions, copyMenuActions } from './cell-actions';
import { type ColumnActions, columnMenuActions } from './column-actions';
import { type EditActions, editMenuActions, rowMenuActions } from './edit-actions';
import { cellId } from './grid-row';
import type { Cell, Selection } from './selection';
import type { PointedCell } from './grid-input';
import type { GridScrolling } from './use-grid-scroll';

/** What the grid shows, and what can be done with it. */
export interface MenuSubject {
  readonly rowAt: (index: number) => Entity | undefined;
  readonly markAt: (index: number) => RowMark | undefined;
  readonly columns: readonly GridColumn[];
  readonly sort: ColumnSort | undefined;
  readonly selection: Selection | undefined;
  readonly columnActions: ColumnActions;
  readonly cellActions: CellActions;
  readonly editActions: EditActions;
  readonly disabledReasons: TableDisabledReasons;
}

export interface GridMenusInput {
  readonly of: MenuSubject;
  readonly gridId: string;
  readonly grid: RefObject<HTMLElement | null>;
  readonly reveal: GridScrolling['reveal'];
  /** Makes a column as wide as its texts in the rows on screen. */
  readonly fitShown: (columnId: string) => void;
}

export interface GridMenus {
  /** Opens the menu of the active cell or its column, beside it. */
  readonly openActive: (of: 'cell' | 'column') => void;
  /** `at`: the selection while the menu is open. */
  readonly openAt: (event: MouseEvent, pointed: PointedCell, at: Selection) => void;
  readonly openColumn: (event: MouseEvent, column: number) => void;
  readonly element: ReactNode;
}

export function useGridMenus({ of, gridId, grid, reveal, fitShown }: GridMenusInput): GridMenus {
  const { columns, selection } = of;
  const menu = useContextMenu();
  const columnMenu = (at: number) => columnMenuActions(columns, at, of.sort, of.columnActions, fitShown);
  const cellMenu = (cell: Cell, at: Selection) => {
    const column = columns[cell.column];
    const row = of.rowAt(cell.row);
    if (column === undefined || row === undefined) return [];
    const mark = of.markAt(cell.row);
    const pointed = { cell, column, value: cellValue(row, column), mark, selection: at, columns };
    const own = cellMenuActions(pointed, of.cellActions);
    const edits = editMenuActions(pointed, of.editActions, of.disabledReasons);
    return [...edits, 'separator' as const, ...own, 'separator' as const, ...columnMenu(cell.column)];
  };
  const rowMenu = (cell: Cell, at: Selection) => {
    if (of.rowAt(cell.row) === undefined) return [];
    const pointed = { cell, mark: of.markAt(cell.row), selection: at };
    return [
      ...rowMenuActions(pointed, of.editActions, of.disabledReasons),
      'separator' as const,
      ...copyMenuActions(at, of.cellActions),
    ];
  };
  const nameOf = (column: number): string => columns[column]?.name ?? '';
  return {
    openActive: (what) => {
      if (selection === undefined) return;
      reveal(selection.active);
      const { row, column } = selection.active;
      const at = (document.getElementById(cellId(gridId, row, column)) ?? grid.current)?.getBoundingClientRect();
      const point = { x: (at?.left ?? 0) + 8, y: Math.min(at?.bottom ?? 0, document.documentElement.clientHeight) };
      if (what === 'cell') menu.openAt(point, t`Cell of ${nameOf(column)}`, cellMenu(selection.active, selection));
      else menu.openAt(point, t`Column ${nameOf(column)}`, columnMenu(column));
    },
    openAt: (event, { cell, span }, at) => {
      if (span === 'rows') menu.open(event, t`Row`, rowMenu(cell, at));
      else menu.open(event, t`Cell of ${nameOf(cell.column)}`, cellMenu(cell, at));
    },
    openColumn: (event, column) => {
      // The menu returns the focus to the element that had it.
      if (grid.current?.contains(document.activeElement) === false) grid.current.focus({ preventScroll: true });
      menu.open(event, t`Column ${nameOf(column)}`, columnMenu(column));
    },
    element: menu.element,
  };
}

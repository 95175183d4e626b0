// The actions on a column (sort, move, pin, fit, hide, bring into view) and their menu.
import { t } from '@shared/strings/t';
import { type MenuEntry, showToast } from '@renderer/ui';
import type { Arrangement, ColumnSort } from './arrangement';
import { type GridColumn, isKey } from '../result/grid-column';
import type { Columns } from '../result/columns';
import type { PlacedRows } from './use-row-indexes';
import type { PropertyProfile } from '@shared/analysis/analysis-result';
import { type RefObject, useMemo } from 'react';
import type { Cell, Selection } from './selection';

export interface ColumnActions {
  readonly resize: (columnId: string, widthPx: number) => void;
  /** Makes a column as wide as its texts between these rows. */
  readonly fit: (columnId: string, firstRow: number, lastRow: number) => void;
  readonly move: (columnId: string, beforeId: string | undefined) => void;
  readonly pin: (columnId: string, pinned: 'pinned' | 'loose') => void;
  readonly hide: (columnId: string) => void;
  readonly sort: (sort: ColumnSort) => void;
  readonly clearSort: () => void;
}

/** Everything that can be done with a column. */
export function columnMenuActions(
  columns: readonly GridColumn[],
  at: number,
  sort: ColumnSort | undefined,
  actions: ColumnActions,
  fit: (columnId: string) => void,
): readonly MenuEntry[] {
  const column = columns[at];
  if (column === undefined) return [];
  const group = columns.filter(({ pinned }) => pinned === column.pinned);
  const index = group.indexOf(column);
  const sortBy = (direction: ColumnSort['direction']): void =>
    actions.sort({ columnId: column.id, source: column.source, name: column.name, direction });
  return [
    {
      id: 'ascending',
      label: t`Sort by ${column.name}, ascending`,
      description: t`loaded rows only`,
      onAction: () => sortBy('ascending'),
    },
    {
      id: 'descending',
      label: t`Sort by ${column.name}, descending`,
      description: t`loaded rows only`,
      onAction: () => sortBy('descending'),
    },
    ...(sort === undefined ? [] : [{ id: 'unsorted', label: t`Service order`, onAction: actions.clearSort }]),
    'separator',
    {
      id: 'left',
      label: t`Move left`,
      shortcut: 'Alt Shift ←',
      isDisabled: index === 0,
      onAction: () => stepColumn(columns, at, 'left', actions),
    },
    {
      id: 'right',
      label: t`Move right`,
      shortcut: 'Alt Shift →',
      isDisabled: index === group.length - 1,
      onAction: () => stepColumn(columns, at, 'right', actions),
    },
    {
      id: 'pin',
      label: column.pinned ? t`Unpin` : t`Pin to the left`,
      onAction: () => actions.pin(column.id, column.pinned ? 'loose' : 'pinned'),
    },
    { id: 'fit', label: t`Auto-fit width`, onAction: () => fit(column.id) },
    ...(isKey(column) ? [] : [{ id: 'hide', label: t`Hide ${column.name}`, onAction: () => actions.hide(column.id) }]),
  ];
}

/** What a click on a header does: ascending first, then descending, then the order of the service again. */
export function sortByHeader(
  columns: readonly GridColumn[],
  columnId: string,
  sort: ColumnSort | undefined,
  actions: Pick<ColumnActions, 'sort' | 'clearSort'>,
): void {
  const column = columns.find(({ id }) => id === columnId);
  if (column === undefined) return;
  const direction = sort?.columnId === columnId ? sort.direction : undefined;
  if (direction === 'descending') actions.clearSort();
  else {
    const { source, name } = column;
    actions.sort({ columnId, source, name, direction: direction === undefined ? 'ascending' : 'descending' });
  }
}

/** One position to the side among the columns with the same pinning. */
export function stepColumn(
  columns: readonly GridColumn[],
  at: number,
  side: 'left' | 'right',
  actions: Pick<ColumnActions, 'move'>,
): void {
  const column = columns[at];
  if (column === undefined) return;
  const neighbour = columns[side === 'left' ? at - 1 : at + 1];
  if (neighbour?.pinned !== column.pinned) return;
  actions.move(column.id, side === 'left' ? neighbour.id : columns[at + 2]?.id);
}

export function useColumnActions(
  columns: Columns,
  arrangement: Arrangement,
  rowAt: PlacedRows['rowAt'],
): ColumnActions {
  const { resize, move, pin, hidden, setHidden, fit } = columns;
  return useMemo(
    () => ({
      resize,
      move,
      pin,
      hide: (columnId: string) => setHidden(new Set([...hidden, columnId])),
      fit: (columnId: string, firstRow: number, lastRow: number) => {
        const onScreen = Array.from({ length: lastRow - firstRow + 1 }, (_, at) => rowAt(firstRow + at));
        fit(
          columnId,
          onScreen.filter((row) => row !== undefined),
        );
      },
      sort: arrangement.sortBy,
      clearSort: arrangement.clear,
    }),
    [arrangement, fit, hidden, move, pin, resize, rowAt, setHidden],
  );
}

interface ColumnTarget {
  readonly selection: Selection | undefined;
  readonly go: (cell: Cell) => void;
  readonly handle: RefObject<{ focus(): void } | null>;
}

/** @param grid the one that is on screen when the next frame is drawn */
export function showColumn(
  { name, role }: Pick<PropertyProfile, 'name' | 'role'>,
  columns: Columns,
  grid: ColumnTarget,
): void {
  const wanted = columns.all.find(
    (column) => column.name === name && (column.source === 'property') === (role === 'own'),
  );
  if (wanted === undefined) {
    showToast({
      tone: 'information',
      title: t`No loaded row has the property ${name}`,
      text: t`It was found in rows that are not loaded.`,
    });
    return;
  }
  if (columns.hidden.has(wanted.id)) {
    columns.setHidden(new Set([...columns.hidden].filter((id) => id !== wanted.id)));
  }
  const column = columns.all
    .filter(({ id }) => id === wanted.id || !columns.hidden.has(id))
    .findIndex(({ id }) => id === wanted.id);
  const row = grid.selection?.active.row ?? 0;
  requestAnimationFrame(() => {
    grid.go({ row, column });
    grid.handle.current?.focus();
  });
}

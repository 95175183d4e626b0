// The actions on a column: sort, move, pin, fit and hide; and their menu.
import { t } from '@shared/strings/t';
import type { MenuEntry } from '@renderer/ui';
import type { ColumnSort } from './arrangement';
import { type GridColumn, isKey } from '../result/grid-column';

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
      description: t`the loaded rows only`,
      onAction: () => sortBy('ascending'),
    },
    {
      id: 'descending',
      label: t`Sort by ${column.name}, descending`,
      description: t`the loaded rows only`,
      onAction: () => sortBy('descending'),
    },
    ...(sort === undefined
      ? []
      : [{ id: 'unsorted', label: t`As the service sent them`, onAction: actions.clearSort }]),
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
      label: column.pinned ? t`Unpin` : t`Pin at the left`,
      onAction: () => actions.pin(column.id, column.pinned ? 'loose' : 'pinned'),
    },
    { id: 'fit', label: t`Fit to the texts on screen`, onAction: () => fit(column.id) },
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

/** One place to the side among the columns that are pinned like it. */
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

// What the grid lets a person do with columns and cells, and the menus that offer it.
import type { MenuEntry } from '@renderer/ui';
import type { EdmValue } from '@shared/model/entity';
import type { ColumnSort } from './arrangement';
import type { CellCondition } from './cell-conditions';
import type { CopyForm } from './copy-rows';
import { type GridColumn, isKey } from './grid-column';

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

export interface CellActions {
  readonly copy: (form: CopyForm) => void;
  readonly conditions: (column: GridColumn, value: EdmValue) => readonly CellCondition[];
  /** Adds the condition to the query as typed. */
  readonly addCondition: (condition: CellCondition) => void;
}

/** Everything that can be done with a column. */
export function columnEntries(
  columns: readonly GridColumn[],
  at: number,
  sort: ColumnSort | undefined,
  actions: ColumnActions,
  fit: (columnId: string) => void,
): readonly MenuEntry[] {
  const column = columns[at];
  if (column === undefined) return [];
  const group = columns.filter(({ pinned }) => pinned === column.pinned);
  const place = group.indexOf(column);
  const sortBy = (direction: ColumnSort['direction']): void =>
    actions.sort({ columnId: column.id, source: column.source, name: column.name, direction });
  return [
    {
      id: 'ascending',
      label: `Sort by ${column.name}, ascending`,
      description: 'the loaded rows only',
      onAction: () => sortBy('ascending'),
    },
    {
      id: 'descending',
      label: `Sort by ${column.name}, descending`,
      description: 'the loaded rows only',
      onAction: () => sortBy('descending'),
    },
    ...(sort === undefined ? [] : [{ id: 'unsorted', label: 'As the service sent them', onAction: actions.clearSort }]),
    'separator',
    {
      id: 'left',
      label: 'Move left',
      shortcut: 'Alt Shift ←',
      isDisabled: place === 0,
      onAction: () => stepColumn(columns, at, 'left', actions),
    },
    {
      id: 'right',
      label: 'Move right',
      shortcut: 'Alt Shift →',
      isDisabled: place === group.length - 1,
      onAction: () => stepColumn(columns, at, 'right', actions),
    },
    {
      id: 'pin',
      label: column.pinned ? 'Unpin' : 'Pin at the left',
      onAction: () => actions.pin(column.id, column.pinned ? 'loose' : 'pinned'),
    },
    { id: 'fit', label: 'Fit to the texts on screen', onAction: () => fit(column.id) },
    ...(isKey(column) ? [] : [{ id: 'hide', label: `Hide ${column.name}`, onAction: () => actions.hide(column.id) }]),
  ];
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

/** Everything that can be done with a cell and what is selected around it. */
export function cellEntries(
  column: GridColumn,
  value: EdmValue | undefined,
  actions: CellActions,
): readonly MenuEntry[] {
  const conditions = value === undefined ? [] : actions.conditions(column, value);
  const filters: readonly MenuEntry[] =
    conditions.length === 0
      ? [
          {
            id: 'no-filter',
            label: 'No filter for this cell',
            description:
              value === undefined
                ? 'the service cannot ask for what is absent'
                : `the service cannot filter on the name ${column.name}`,
            isDisabled: true,
            onAction: () => undefined,
          },
        ]
      : conditions.map((condition) => ({
          id: `filter:${condition.id}`,
          label: condition.label,
          onAction: () => actions.addCondition(condition),
        }));
  return [
    { id: 'copy', label: 'Copy', shortcut: 'Ctrl C', onAction: () => actions.copy('tsv') },
    { id: 'copy-names', label: 'Copy with column names', onAction: () => actions.copy('tsv-with-names') },
    { id: 'copy-csv', label: 'Copy as CSV', onAction: () => actions.copy('csv') },
    {
      id: 'copy-json',
      label: 'Copy as JSON',
      description: 'in the form of the service',
      onAction: () => actions.copy('json'),
    },
    'separator',
    ...filters,
  ];
}

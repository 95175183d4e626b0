// What the grid lets a person do with columns and cells, and the menus that offer it.
import { chordLabel } from '@shared/keyboard/chord';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import type { MenuEntry } from '@renderer/ui';
import type { EdmValue } from '@shared/model/entity';
import { formatCount } from '@shared/units';
import type { RowMark } from '../staged/staged-rows';
import type { ColumnSort } from './arrangement';
import type { CellCondition } from './cell-conditions';
import type { CopyForm } from './copy-rows';
import { type GridColumn, isKey } from '../columns/grid-column';
import {
  type Cell,
  type Selection,
  type SelectionRange,
  isOfRows,
  rangeOf,
  rangesOf,
  selectedRowCount,
  wholeRows,
} from './selection';

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
  readonly copy: (form: CopyForm, selection: Selection) => void;
  readonly conditions: (column: GridColumn, value: EdmValue) => readonly CellCondition[];
  /** Adds the condition to the query as typed. */
  readonly addCondition: (condition: CellCondition) => void;
}

/** Changes of rows that a person can stage. */
export interface EditActions {
  /** Opens an editor in a cell, with what was typed in place of its text. */
  readonly editCell: (cell: Cell, typed?: string) => void;
  readonly cloneRow: (place: number) => void;
  readonly removeProperty: (place: number, column: GridColumn) => void;
  /** Of all selected cells. */
  readonly removeProperties: (selection: Selection) => void;
  readonly discardCell: (place: number, column: GridColumn) => void;
  readonly discardRows: (selection: Selection) => void;
  readonly deleteRows: (selection: Selection) => void;
}

/** What of it makes sense for a cell. */
export interface EditableCell {
  readonly cell: Cell;
  readonly column: GridColumn;
  readonly value: EdmValue | undefined;
  readonly mark: RowMark | undefined;
  /** What the menu is for: the cells that are copied, the rows that are deleted. */
  readonly selection: Selection;
  /** Of the grid, as the selection counts them. */
  readonly columns: readonly GridColumn[];
}

/**
 * Everything that can be staged for a cell, its row and the selected rows; where the table is locked, the reason stands
 * beside what would write. What is staged already can be discarded all the same.
 */
export function editEntries(
  { cell, column, value, mark, selection, columns }: EditableCell,
  actions: EditActions,
  locked: string | null,
): readonly MenuEntry[] {
  const off = locked === null ? {} : { isDisabled: true, description: locked };
  const isProperty = column.source === 'property';
  const areCells = isOfManyCells(selection) && rangesOf(selection).some((range) => propertyCells(range, columns) > 0);
  const selectedRows = selectedRowCount(selection);
  const rows = selectedRows > 1 ? t`${formatCount(selectedRows)} entities` : t`the entity`;
  const canChange = column.source !== 'timestamp' && mark?.standing !== 'gone' && mark?.standing !== 'deleted';
  return [
    {
      id: 'edit',
      label: isKey(column) ? t`Change ${column.name}` : t`Edit ${column.name}`,
      shortcut: 'Enter',
      isDisabled: !canChange,
      ...off,
      onAction: () => actions.editCell(cell),
    },
    ...(areCells
      ? [
          {
            id: 'remove',
            label: removeLabel(selection, columns),
            shortcut: chordLabel('Delete'),
            ...off,
            onAction: () => actions.removeProperties(selection),
          },
        ]
      : []),
    ...(!areCells && isProperty && value !== undefined && canChange
      ? [
          {
            id: 'remove',
            label: t`Remove ${column.name}`,
            ...(isOfRows(selection) ? {} : { shortcut: chordLabel('Delete') }),
            ...off,
            onAction: () => actions.removeProperty(cell.row, column),
          },
        ]
      : []),
    ...(mark?.before.has(column.id) === true
      ? [
          {
            id: 'discard-cell',
            label: t`Discard the change of ${column.name}`,
            onAction: () => actions.discardCell(cell.row, column),
          },
        ]
      : []),
    { id: 'clone', label: t`Clone the entity`, ...off, onAction: () => actions.cloneRow(cell.row) },
    {
      id: 'delete',
      label: t`Delete ${rows}`,
      description: t`staged, and sent when you apply`,
      // On cells the key removes values.
      ...(isOfRows(selection) ? { shortcut: chordLabel('Delete') } : {}),
      ...off,
      onAction: () => actions.deleteRows(selection),
    },
    ...(mark === undefined || mark.standing === 'gone'
      ? []
      : [
          {
            id: 'discard',
            label: t`Discard what is staged for ${rows}`,
            onAction: () => actions.discardRows(selection),
          },
        ]),
  ];
}

/** Cells of single properties, more than one. */
function isOfManyCells(selection: Selection): boolean {
  const { top, bottom, left, right } = rangeOf(selection);
  return !isOfRows(selection) && (selection.others.length > 0 || top < bottom || left < right);
}

/** With the number of cells, unless ranges may share some. */
function removeLabel(selection: Selection, columns: readonly GridColumn[]): string {
  if (selection.others.length > 0) return t`Remove the selected values`;
  return t`Remove ${counted(propertyCells(rangeOf(selection), columns), 'value')}`;
}

function propertyCells({ top, bottom, left, right }: SelectionRange, columns: readonly GridColumn[]): number {
  const own = columns.filter(({ source }, at) => source === 'property' && left <= at && at <= right);
  return own.length * (bottom - top + 1);
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
      isDisabled: place === 0,
      onAction: () => stepColumn(columns, at, 'left', actions),
    },
    {
      id: 'right',
      label: t`Move right`,
      shortcut: 'Alt Shift →',
      isDisabled: place === group.length - 1,
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

/** Everything that can be done with a cell and what is selected around it. */
export function cellEntries(
  { column, value, selection }: Pick<EditableCell, 'column' | 'value' | 'selection'>,
  actions: CellActions,
): readonly MenuEntry[] {
  const copy = (form: CopyForm) => (): void => actions.copy(form, selection);
  const selectedRows = selectedRowCount(selection);
  const conditions = value === undefined ? [] : actions.conditions(column, value);
  const filters: readonly MenuEntry[] =
    conditions.length === 0
      ? [
          {
            id: 'no-filter',
            label: t`No filter for this cell`,
            description:
              value === undefined
                ? t`the service cannot ask for what is absent`
                : t`the service cannot filter on the name ${column.name}`,
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
    { id: 'copy', label: t`Copy`, shortcut: 'Ctrl C', onAction: copy('tsv') },
    { id: 'copy-names', label: t`Copy with column names`, onAction: copy('tsv-with-names') },
    { id: 'copy-csv', label: t`Copy as CSV`, onAction: copy('csv') },
    {
      id: 'copy-json',
      label: t`Copy as JSON`,
      description: isOfRows(selection)
        ? t`in the form of the service`
        : t`what is selected, with its keys, in the form of the service`,
      onAction: copy('json'),
    },
    ...(isOfRows(selection)
      ? []
      : [
          {
            id: 'copy-entities',
            label: selectedRows > 1 ? t`Copy ${counted(selectedRows, 'entity')} as JSON` : t`Copy the entity as JSON`,
            description: t`every property, in the form of the service`,
            onAction: () => actions.copy('json', wholeRows(selection)),
          },
        ]),
    'separator',
    ...filters,
  ];
}

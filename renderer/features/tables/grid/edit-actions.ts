// The changes that can be staged from the grid: edits, removals, clones, deletions, and reverting them; and their menu.
import { chordLabel } from '@shared/keyboard/chord';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import type { TableDisabledReasons } from '@renderer/pane/table-disabled-reasons';
import type { MenuAction, MenuEntry } from '@renderer/ui';
import { formatCount } from '@shared/units';
import { type RowAction, type RowMark, disabledReasonOf } from '../staging/staged-rows';
import type { ChosenCell } from './cell-actions';
import { type GridColumn, isKey } from '../result/grid-column';
import {
  type Cell,
  type Selection,
  type SelectionRange,
  isOfRows,
  isOneRow,
  rangeOf,
  rangesOf,
  selectedRowCount,
} from './selection';

/** Changes of rows that a user can stage. */
export interface EditActions {
  /** Opens an editor in a cell, with the typed text instead of the cell's. */
  readonly editCell: (cell: Cell, typed?: string) => void;
  readonly cloneRow: (index: number) => void;
  readonly removeProperty: (index: number, column: GridColumn) => void;
  /** For all selected cells. */
  readonly removeProperties: (selection: Selection) => void;
  readonly discardCell: (index: number, column: GridColumn) => void;
  /** Shows the table's current values instead of the ones that a staged change was based on. */
  readonly resolveConflict: (index: number) => void;
  readonly discardRows: (selection: Selection) => void;
  readonly deleteRows: (selection: Selection) => void;
}

/** The actions for a row. */
export interface EditableRow {
  readonly cell: Cell;
  readonly mark: RowMark | undefined;
  readonly selection: Selection;
}

/** The actions for a cell. */
export interface EditableCell extends ChosenCell, EditableRow {
  /** The columns of the grid, in the order in which the selection counts them. */
  readonly columns: readonly GridColumn[];
}

/**
 * Everything that can be staged for a cell, its row and the selected rows; a disabled action has a reason. Staged edits
 * can be discarded nevertheless.
 */
export function editMenuActions(
  { cell, column, value, mark, selection, columns }: EditableCell,
  actions: EditActions,
  disabledReasons: TableDisabledReasons,
): readonly MenuEntry[] {
  const disabledFor = (action: RowAction) => off(disabledReasonOf(disabledReasons, action, mark));
  const isProperty = column.source === 'property';
  const areCells = isOfManyCells(selection) && rangesOf(selection).some((range) => propertyCells(range, columns) > 0);
  const canChange = column.source !== 'timestamp' && mark?.state !== 'gone' && mark?.state !== 'deleted';
  return [
    ...conflictMenuActions({ cell, mark, selection }, actions),
    {
      id: 'edit',
      label: isKey(column) ? t`Edit ${column.name}` : t`Edit ${column.name}`,
      shortcut: 'Enter',
      isDisabled: !canChange,
      ...disabledFor(isKey(column) ? 'rekey' : 'edit'),
      onAction: () => actions.editCell(cell),
    },
    ...(areCells
      ? [
          {
            id: 'remove',
            label: removeLabel(selection, columns),
            shortcut: chordLabel('Delete'),
            ...off(disabledReasonOfAll({ mark, selection }, 'edit', disabledReasons)),
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
            ...disabledFor('edit'),
            onAction: () => actions.removeProperty(cell.row, column),
          },
        ]
      : []),
    ...(mark?.before.has(column.id) === true
      ? [
          {
            id: 'discard-cell',
            label: t`Discard change to ${column.name}`,
            onAction: () => actions.discardCell(cell.row, column),
          },
        ]
      : []),
    ...entityMenuActions({ cell, mark, selection }, actions, disabledReasons),
  ];
}

/** Everything that can be staged for a row at its number, and for the selected rows. */
export function rowMenuActions(
  row: EditableRow,
  actions: EditActions,
  disabledReasons: TableDisabledReasons,
): readonly MenuEntry[] {
  return [...conflictMenuActions(row, actions), ...entityMenuActions(row, actions, disabledReasons)];
}

function conflictMenuActions({ cell, mark }: EditableRow, actions: EditActions): readonly MenuEntry[] {
  if (mark?.conflict !== 'open') return [];
  return [{ id: 'resolve', label: t`Resolve conflict`, onAction: () => actions.resolveConflict(cell.row) }];
}

function entityMenuActions(
  row: EditableRow,
  actions: EditActions,
  disabledReasons: TableDisabledReasons,
): readonly MenuEntry[] {
  const { cell, mark, selection } = row;
  const selectedRows = selectedRowCount(selection);
  const rows = selectedRows > 1 ? t`${formatCount(selectedRows)} entities` : t`the entity`;
  return [
    {
      id: 'clone',
      label: t`Clone entity`,
      ...off(disabledReasons.insert),
      onAction: () => actions.cloneRow(cell.row),
    },
    {
      id: 'delete',
      label: selectedRows > 1 ? t`Delete ${rows}` : t`Delete entity`,
      description: t`staged until you apply it`,
      // On cells the key removes values.
      ...(isOfRows(selection) ? { shortcut: chordLabel('Delete') } : {}),
      ...off(disabledReasonOfAll(row, 'remove', disabledReasons)),
      onAction: () => actions.deleteRows(selection),
    },
    ...(mark === undefined || mark.state === 'gone'
      ? []
      : [
          {
            id: 'discard',
            label: t`Discard staged changes to ${rows}`,
            onAction: () => actions.discardRows(selection),
          },
        ]),
  ];
}

const off = (disabledReason: string | null): Partial<MenuAction> =>
  disabledReason === null ? {} : { isDisabled: true, description: disabledReason };

function disabledReasonOfAll(
  { mark, selection }: Omit<EditableRow, 'cell'>,
  action: RowAction,
  disabledReasons: TableDisabledReasons,
): string | null {
  return disabledReasonOf(disabledReasons, action, isOneRow(selection) ? mark : undefined);
}

/** Cells of single properties, more than one. */
function isOfManyCells(selection: Selection): boolean {
  const { top, bottom, left, right } = rangeOf(selection);
  return !isOfRows(selection) && (selection.others.length > 0 || top < bottom || left < right);
}

/** Gives the number of cells, unless ranges overlap. */
function removeLabel(selection: Selection, columns: readonly GridColumn[]): string {
  if (selection.others.length > 0) return t`Remove selected values`;
  return t`Remove ${counted(propertyCells(rangeOf(selection), columns), 'value')}`;
}

function propertyCells({ top, bottom, left, right }: SelectionRange, columns: readonly GridColumn[]): number {
  const own = columns.filter(({ source }, at) => source === 'property' && left <= at && at <= right);
  return own.length * (bottom - top + 1);
}

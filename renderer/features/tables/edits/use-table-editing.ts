// Composes editing in one table tab: the editor in the grid, what menus and keys stage, and new entities.
import { t } from '@shared/strings/t';
import type { TableDisabledReasons } from '@renderer/pane/table-disabled-reasons';
import { showToast } from '@renderer/ui';
import { useMemo } from 'react';
import { formatCount } from '@shared/units';
import type { GridColumn } from '../result/grid-column';
import type { ColumnActions } from '../grid/column-actions';
import type { EditActions } from '../grid/edit-actions';
import { type Selection, rangesOf, selectedRowCount } from '../grid/selection';
import type { ResultGrid } from '../grid/use-result-grid';
import type { ShownRow } from '../staging/staged-rows';
import { type CellEditing, useCellEditing } from './use-cell-editing';
import { areTooMany, maxStagedCells, maxStagedRows } from './pasted-cells';
import { type ReadableGrid, readRows, selectedIndexes } from './read-rows';
import { usePastedCells } from './use-pasted-cells';
import { type PropertiesOf, type RowEdits, useRowEdits } from './use-row-edits';
import { discardAll } from '../staging/staging';
import type { StagedEdits } from '../staging/staged-tables';

export interface TableEditing {
  readonly edits: RowEdits;
  readonly grid: {
    readonly editActions: EditActions;
    readonly editor: CellEditing['editor'];
    /** While a cell holds a rejected text, sorting returns to it instead. */
    readonly columnActions: ColumnActions;
  };
  /** Stages a new entity in the partition of the active row. */
  readonly insert: () => void;
  /** One step of undo or redo. */
  readonly step: (direction: 'back' | 'forward') => void;
  /** Discards all staged changes and all rejected texts. */
  readonly discardAll: () => void;
}

interface TableEditingInput {
  readonly connectionId: string;
  readonly table: string;
  readonly staging: StagedEdits;
  readonly grid: ResultGrid;
  readonly columns: readonly GridColumn[];
  readonly disabledReasons: TableDisabledReasons;
  /** Reports an action that is not allowed. */
  readonly onRejected: (reason: string) => void;
  /** A new entity is on top, to be filled in. */
  readonly onFillIn: (editId: string) => void;
  /** Shows pasted text as rows to import. */
  readonly onImport: (text: string) => void;
  /** Shows the conflict of this staged change. */
  readonly onResolve: (editId: string) => void;
}

export function useTableEditing(input: TableEditingInput): TableEditing {
  const { connectionId, table, staging, grid, columns, disabledReasons, onRejected, onFillIn, onImport, onResolve } =
    input;
  const { handle, shownAt, rowIndexes: indexes } = grid;
  const { onSelect, columnActions } = grid.props;
  const onInserted = (editId: string): void => {
    grid.goToInserted();
    onFillIn(editId);
  };
  const edits = useRowEdits({ connectionId, table, staging, onInserted });
  const stagedEdits = staging.state.staging.edits;
  const staged = useMemo(() => new Set(stagedEdits.map(({ id }) => id)), [stagedEdits]);
  const cells = useCellEditing({ staged, columns, shownAt, rowIndexes: indexes, edits, handle, onSelect });

  usePastedCells({
    grid,
    columns,
    service: edits.service,
    staging,
    disabledReasons,
    onRejected,
    onImport,
    onEdit: cells.begin,
    backToRejected: cells.backToRejected,
  });

  const atIndex = (index: number, run: (row: ShownRow) => void): void => {
    const row = grid.shownAt(index);
    if (row !== undefined) run(row);
  };
  const onRowsOf = (selection: Selection, run: (rows: readonly ShownRow[]) => void): void => {
    void readRows(grid, selectedIndexes(selection)).then((rows) => rows && run([...rows.values()]));
  };
  const editActions: EditActions = {
    editCell: cells.begin,
    cloneRow: (index) => atIndex(index, edits.clone),
    removeProperty: (index, { name }) => atIndex(index, (row) => edits.changeProperty(row, { kind: 'remove', name })),
    removeProperties: (selection) => {
      if (tooMany(selection) || tooManyCells(selection, columns.length)) return;
      void selectedProperties(selection, columns, grid).then((cells) => {
        if (cells === null) return;
        if (cells.length > 0) edits.removeProperties(cells);
        else
          showToast({ tone: 'information', title: t`Nothing to remove`, text: t`Select whole rows to delete them.` });
      });
    },
    discardCell: (index, { name }) => atIndex(index, (row) => edits.discardProperty(row, name)),
    resolveConflict: (index) => atIndex(index, ({ edit }) => edit && onResolve(edit.id)),
    discardRows: (selection) => onRowsOf(selection, edits.discardRows),
    deleteRows: (selection) => {
      if (!tooMany(selection)) onRowsOf(selection, edits.deleteRows);
    },
  };
  const unlessDenied = (run: () => void): void => {
    if (!cells.backToRejected()) run();
  };
  const { rejected } = edits;
  return {
    edits,
    grid: {
      editActions,
      editor: cells.editor,
      columnActions: {
        ...columnActions,
        sort: (sort) => unlessDenied(() => columnActions.sort(sort)),
        clearSort: () => unlessDenied(columnActions.clearSort),
      },
    },
    insert: () => edits.insert(grid.activeRow?.entity.partitionKey ?? ''),
    step: (direction) => void staging.step(direction),
    discardAll: () => {
      rejected.forget(staging.state.staging.edits.map(({ id }) => id));
      staging.stage(discardAll);
    },
  };
}

/** Notifies the user if it is. */
function tooMany(selection: Selection): boolean {
  const count = selectedRowCount(selection);
  if (count <= maxStagedRows) return false;
  showToast({
    tone: 'information',
    title: t`Too many rows to stage: ${formatCount(count)}`,
    text: t`Select at most ${formatCount(maxStagedRows)}, or use Bulk edit to delete all rows of a query.`,
  });
  return true;
}

/** Notifies the user if it is. */
function tooManyCells(selection: Selection, columns: number): boolean {
  const shown = rangesOf(selection).map((range) => ({ ...range, right: Math.min(range.right, columns - 1) }));
  if (!areTooMany(shown)) return false;
  const text = t`Select at most ${formatCount(maxStagedCells)} cells.`;
  showToast({ tone: 'information', title: t`Too many cells to stage`, text });
  return true;
}

/**
 * The properties of the selected cells that the rows have; null when the rows could not be read, which was reported.
 */
async function selectedProperties(
  selection: Selection,
  columns: readonly GridColumn[],
  grid: ReadableGrid,
): Promise<readonly PropertiesOf[] | null> {
  const ranges = rangesOf(selection);
  const rows = await readRows(grid, selectedIndexes(selection));
  if (rows === null) return null;
  return [...rows].flatMap(([index, row]) => {
    const own = ranges.filter((range) => range.top <= index && index <= range.bottom);
    const held = new Set(row.entity.properties.map(({ name }) => name));
    const names = columns
      .filter(({ source }, at) => source === 'property' && own.some(({ left, right }) => left <= at && at <= right))
      .map(({ name }) => name)
      .filter((name) => held.has(name));
    return names.length === 0 ? [] : [{ row, names }];
  });
}

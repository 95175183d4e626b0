// Editing in the cells of the grid: which cell has the editor, what it may hold, and what a commit stages.
import type { TableService } from '@shared/model/table-service';
import type { EntityKeys } from '@shared/model/edit';
import type { EdmValue } from '@shared/model/entity';
import { type RefObject, useRef, useState } from 'react';
import { t } from '@shared/strings/t';
import type { EntityGridHandle } from '../grid/entity-grid';
import type { CellInEditing } from '../grid/grid-rows';
import { type GridColumn, cellValue, isKey } from '../result/grid-column';
import { type Cell, type Selection, selectionAt } from '../grid/selection';
import type { RowIndexes } from '../grid/use-row-indexes';
import { type AfterEdit, type CellEditorHandle, CellEditor } from './cell-editor';
import { keyProblemOf, valueProblemOf, typeInColumn } from './value-draft';
import { isSettled, type ShownRow } from '../staging/staged-rows';
import type { RowEdits } from './use-row-edits';

export interface CellEditing {
  readonly editor: CellInEditing | undefined;
  /**
   * Opens the editor in a cell, if the cell can be edited. While another cell holds a rejected text, returns to that one:
   * the text has to be corrected, or discarded by Escape, first.
   */
  readonly begin: (cell: Cell, typed?: string) => void;
  /** Returns to the cell of a rejected text; false if there is none. */
  readonly backToRejected: () => boolean;
}

export interface CellEditingInput {
  /** Ids of the staged edits. */
  readonly staged: ReadonlySet<string>;
  readonly columns: readonly GridColumn[];
  readonly shownAt: (index: number) => ShownRow | undefined;
  readonly rowIndexes: RowIndexes;
  readonly edits: RowEdits;
  readonly handle: RefObject<EntityGridHandle | null>;
  readonly onSelect: (selection: Selection) => void;
}

interface OpenCell {
  /** Counts openings, because each is a new editor. */
  readonly opening: number;
  readonly cell: Cell;
  /** The loaded row of the cell, wherever sorting moves it; undefined in a row above those of the result. */
  readonly loaded: number | undefined;
  /** The row when the editor opened: rows may move under it. */
  readonly row: ShownRow;
  readonly column: GridColumn;
  readonly typed: string | undefined;
}

export function useCellEditing(input: CellEditingInput): CellEditing {
  const { staged, columns, shownAt, rowIndexes: indexes, edits, handle, onSelect } = input;
  const [opened, setOpen] = useState<OpenCell>();
  // The editor of a new entity closes when the entity is applied or discarded: its index is then another row.
  const isGone = opened?.row.edit?.kind === 'insert' && !staged.has(opened.row.edit.id);
  if (isGone) setOpen(undefined);
  const open = isGone || opened === undefined ? undefined : placedNow(opened, indexes);
  const openEditor = useRef<CellEditorHandle>(null);
  const backToRejected = (): boolean => {
    if (open === undefined || openEditor.current?.isHolding() !== true) return false;
    onSelect(selectionAt(open.cell));
    handle.current?.reveal(open.cell);
    openEditor.current.focus();
    return true;
  };
  const begin = (cell: Cell, typed?: string): void => {
    if (backToRejected()) return;
    const row = shownAt(cell.row);
    const column = columns[cell.column];
    if (row === undefined || column === undefined || !isEditable(row, column)) return;
    onSelect(selectionAt(cell));
    setOpen((before) => ({
      opening: (before?.opening ?? 0) + 1,
      cell,
      loaded: indexes.loadedAt(cell.row),
      row,
      column,
      typed: typed === undefined ? undefined : typedBefore(before, cell) + typed,
    }));
  };
  const moveOn = (from: Cell, row: ShownRow, side: 1 | -1): void => {
    for (let at = from.column + side; at >= 0 && at < columns.length; at += side) {
      const column = columns[at];
      if (column === undefined || !isEditable(row, column)) continue;
      const cell = { row: from.row, column: at };
      handle.current?.reveal(cell);
      begin(cell);
      return;
    }
    handle.current?.focus();
  };
  const commit = ({ cell, row, column }: OpenCell, value: EdmValue | undefined, after: AfterEdit): void => {
    setOpen(undefined);
    if (value !== undefined) stageCell(edits, row, column, value);
    if (after === 'stay') handle.current?.focus();
    else if (after !== 'nowhere') moveOn(cell, row, after === 'next' ? 1 : -1);
  };
  if (open === undefined) return { editor: undefined, begin, backToRejected };
  const { opening, cell, row, column, typed } = open;
  const value = cellValue(row.entity, column);
  const type = typeInColumn(column, value);
  const element = (
    <CellEditor
      key={opening}
      handle={openEditor}
      name={column.name}
      type={type}
      value={value}
      typed={typed}
      hint={hintOf(row, column, value)}
      problem={(next) => problemOf(row, column, next, edits.service)}
      onCommit={(next, after) => commit(open, next, after)}
      onCancel={() => {
        setOpen(undefined);
        handle.current?.focus();
      }}
    />
  );
  return { editor: { cell, row: row.entity, element }, begin, backToRejected };
}

/** Sorting and rows inserted above move a row, and the editor with it. */
function placedNow(open: OpenCell, { positionOf }: RowIndexes): OpenCell {
  return open.loaded === undefined ? open : { ...open, cell: { ...open.cell, row: positionOf(open.loaded) } };
}

/** Keys that reach the grid before the editor of the cell has opened belong to one text. */
function typedBefore(open: OpenCell | undefined, { row, column }: Cell): string {
  return open?.cell.row === row && open.cell.column === column ? (open.typed ?? '') : '';
}

/** Whether the cell of this row can have an editor. */
export function isEditable(row: ShownRow, column: GridColumn): boolean {
  return column.source !== 'timestamp' && !isSettled(row);
}

function hintOf(row: ShownRow, column: GridColumn, value: EdmValue | undefined): string | undefined {
  if (isKey(column) && row.read !== undefined) {
    return t`Changing keys inserts the entity under the new keys, then deletes the old one.`;
  }
  if (value === undefined) return t`The entity does not have this property yet.`;
  if (value.type === 'Edm.String') return t`Enter to stage · Esc to cancel · Alt Enter for a new line`;
  if (value.type === 'Edm.Binary') return t`Base64, or hexadecimal digits after 0x.`;
  return undefined;
}

function problemOf(
  row: ShownRow,
  { source, name }: GridColumn,
  value: EdmValue,
  service: TableService,
): string | undefined {
  if (source === 'property') return valueProblemOf(name, value, service);
  const keyName = source === 'partition-key' ? 'PartitionKey' : 'RowKey';
  return keyProblemOf(keyName, keysWith(row, source, String(value.value)), service);
}

function stageCell(edits: RowEdits, row: ShownRow, column: GridColumn, value: EdmValue): void {
  if (isKey(column)) edits.changeKeys(row, keysWith(row, column.source, String(value.value)));
  else edits.changeProperty(row, { kind: 'set', name: column.name, value });
}

function keysWith({ entity }: ShownRow, source: GridColumn['source'], key: string): EntityKeys {
  const { partitionKey, rowKey } = entity;
  return source === 'partition-key' ? { partitionKey: key, rowKey } : { partitionKey, rowKey: key };
}

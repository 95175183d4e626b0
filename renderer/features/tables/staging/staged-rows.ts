// Rows with their staged edits: the resulting entity, a mark with its previous values, and the functions that stage a
// change of such a row.
import { resultOf } from '@shared/edit/plan-edit';
import type { EntityKeys, PropertyChange, ReadColumns, StagedEdit } from '@shared/model/edit';
import type { EdmValue, Entity } from '@shared/model/entity';
import { partitionKeyId, propertyId, rowKeyId, learnColumns } from '../result/grid-column';
import { originOf } from './property-changes';
import {
  type EntityChanges,
  type ReadRow,
  type Staging,
  changeInsertedKeys,
  changeKeys,
  changeMany,
  deleteRows,
  discardMany,
  insertsOf,
  rowId,
} from './staging';
import { type StagingState, conflictsOf } from './staging-store';
import { packBlocks } from '@shared/rows/packed-rows';
import { useMemo } from 'react';
import type { SessionState } from '../result/run-state';
import type { StagedEdits } from './staged-tables';
import type { TableDisabledReasons } from '@renderer/pane/table-disabled-reasons';

/** `gone`: deleted by an edit that was applied. The others are staged. */
export type StagedRowState = 'changed' | 'inserted' | 'deleted' | 'gone';

export interface RowMark {
  readonly state: StagedRowState;
  /** The values of changed cells when they were read, by column id; null if there was none. */
  readonly before: ReadonlyMap<string, EdmValue | null>;
  /** Whether the table is known to hold another version than the one the change is based on. */
  readonly conflict: 'none' | 'open';
}

/** A row as it is shown, with everything that an edit of it is based on. */
export interface ShownRow {
  readonly entity: Entity;
  readonly mark: RowMark | undefined;
  /** The staged edit of the row. */
  readonly edit: StagedEdit | undefined;
  /** The entity as read; undefined if it is not in the table yet. */
  readonly read: Entity | undefined;
  readonly readColumns: ReadColumns;
}

export interface StagedRows {
  /** Rows above those of the result: staged inserts, then entities inserted during this run. */
  readonly lead: readonly ShownRow[];
  /** A loaded row with its staged edit. */
  readonly of: (row: Entity) => ShownRow;
}

export function stagedRows(
  { staging, landed, deleted, met }: Pick<StagingState, 'staging' | 'landed' | 'deleted' | 'met'>,
  readColumns: ReadColumns,
): StagedRows {
  const edits = new Map(staging.edits.map((edit) => [edit.id, edit]));
  const inConflict = new Set(conflictsOf(staging.edits, met).map(({ edit }) => edit));
  const shownEdit = (edit: StagedEdit): ShownRow => (inConflict.has(edit) ? inOpenConflict(edit) : withEdit(edit));
  const shown = (row: Entity, columns: ReadColumns): ShownRow => {
    const id = rowId(row);
    const edit = edits.get(id);
    if (edit !== undefined && edit.kind !== 'insert') return shownEdit(edit);
    const mark = deleted.has(id) ? gone : undefined;
    return { entity: row, mark, edit: undefined, read: row, readColumns: columns };
  };
  return {
    lead: [...insertsOf(staging).map(shownEdit), ...landed.map((row) => shown(row, 'all'))],
    of: (row) => shown(row, readColumns),
  };
}

/** The row of an edit; the same object for the same edit, so that the grid does not render it again. */
function withEdit(edit: StagedEdit): ShownRow {
  const known = shownEdits.get(edit);
  if (known !== undefined) return known;
  const row = drawn(edit);
  shownEdits.set(edit, row);
  return row;
}

function inOpenConflict(edit: StagedEdit): ShownRow {
  const known = shownConflicts.get(edit);
  if (known !== undefined) return known;
  const row = withEdit(edit);
  const marked: ShownRow = { ...row, mark: row.mark && { ...row.mark, conflict: 'open' } };
  shownConflicts.set(edit, marked);
  return marked;
}

const shownEdits = new WeakMap<StagedEdit, ShownRow>();
const shownConflicts = new WeakMap<StagedEdit, ShownRow>();
const gone: RowMark = { state: 'gone', before: new Map(), conflict: 'none' };

function drawn(edit: StagedEdit): ShownRow {
  if (edit.kind === 'insert') {
    const mark: RowMark = { state: 'inserted', before: new Map(), conflict: 'none' };
    const entity = { ...edit.entity, timestamp: '', etag: '' };
    return { entity, mark, edit, read: undefined, readColumns: 'all' };
  }
  const { read, readColumns } = edit;
  if (edit.kind === 'delete') {
    const mark: RowMark = { state: 'deleted', before: new Map(), conflict: 'none' };
    return { entity: read, mark, edit, read, readColumns };
  }
  const result = resultOf(edit) ?? read;
  const entity = { ...read, ...result };
  const mark: RowMark = { state: 'changed', before: valuesBefore(edit, entity), conflict: 'none' };
  return { entity, mark, edit, read, readColumns };
}

function valuesBefore(
  edit: Extract<StagedEdit, { kind: 'update' | 'change-keys' }>,
  { partitionKey, rowKey }: Entity,
): ReadonlyMap<string, EdmValue | null> {
  const { read, changes } = edit;
  const held = new Map(read.properties.map(({ name, value }) => [name, value]));
  const before = new Map<string, EdmValue | null>();
  if (partitionKey !== read.partitionKey) before.set(partitionKeyId, text(read.partitionKey));
  if (rowKey !== read.rowKey) before.set(rowKeyId, text(read.rowKey));
  for (const change of changes) {
    const { name } = change;
    before.set(propertyId(name), held.get(originOf(changes, name)) ?? null);
    if (change.kind === 'rename') before.set(propertyId(change.to), held.get(name) ?? null);
  }
  return before;
}

const text = (value: string): EdmValue => ({ type: 'Edm.String', value });

export interface StagedView {
  readonly rows: StagedRows;
  /** The columns of the loaded rows and of the staged edits. */
  readonly summary: Pick<SessionState, 'columns' | 'keyCharacters'>;
}

/** The rows of a table tab with their staged edits, and the resulting columns. */
export function useStagedRows(
  { state: stagingState }: StagedEdits,
  { columns, keyCharacters, query }: SessionState,
): StagedView {
  const readColumns = query !== undefined && query.select.length > 0 ? 'some' : 'all';
  const { staging, landed, deleted, met } = stagingState;
  const rows = useMemo(
    () => stagedRows({ staging, landed, deleted, met }, readColumns),
    [staging, landed, deleted, met, readColumns],
  );
  const summary = useMemo(() => {
    const entities = staging.edits.map((edit) => withEdit(edit).entity);
    return { columns: learnColumns(columns, packBlocks([...entities, ...landed])), keyCharacters };
  }, [staging, landed, columns, keyCharacters]);
  return { rows, summary };
}

/** A row with the changes of its properties, in this order. */
export interface RowChanges {
  readonly row: ShownRow;
  readonly changes: readonly PropertyChange[];
}

export function stageProperty(staging: Staging, row: ShownRow, change: PropertyChange): Staging {
  return stageProperties(staging, [{ row, changes: [change] }]);
}

export function stageProperties(staging: Staging, rows: readonly RowChanges[]): Staging {
  return changeMany(
    staging,
    rows.flatMap(({ row, changes }): readonly EntityChanges[] => {
      if (row.edit?.kind === 'insert') return [{ of: row.edit.id, changes }];
      return row.read === undefined ? [] : [{ of: readOf(row, row.read), changes }];
    }),
  );
}

export function stageKeys(staging: Staging, row: ShownRow, keys: EntityKeys): Staging {
  if (row.edit?.kind === 'insert') return changeInsertedKeys(staging, row.edit.id, keys);
  return row.read === undefined ? staging : changeKeys(staging, readOf(row, row.read), keys);
}

/** Deleting an insert discards it. Rows that are already gone stay unchanged. */
export function stageDeletion(staging: Staging, rows: readonly ShownRow[]): Staging {
  const inserts = new Set(rows.flatMap(({ edit }) => (edit?.kind === 'insert' ? [edit.id] : [])));
  const remaining = discardMany(staging, inserts);
  const present = rows.filter(({ mark }) => mark?.state !== 'gone');
  const read = present.flatMap((row) => (row.read === undefined ? [] : [readOf(row, row.read)]));
  return deleteRows(remaining, read);
}

/** Whether nothing more can be staged for the row. */
export function isSettled({ mark }: ShownRow): boolean {
  return mark?.state === 'deleted' || mark?.state === 'gone';
}

function readOf({ readColumns }: ShownRow, read: ReadRow['read']): ReadRow {
  return { read, readColumns };
}

export type RowAction = 'edit' | 'rekey' | 'remove';

/**
 * Why the connection does not allow an action on this row; null if it does. A new entity is written as a whole, so that
 * only the right to insert matters.
 */
export function disabledReasonOf(
  disabledReasons: TableDisabledReasons,
  action: RowAction,
  mark: RowMark | undefined,
): string | null {
  if (mark?.state !== 'inserted') return disabledReasons[action];
  // Discarding a new entity sends nothing.
  return action === 'remove' ? null : disabledReasons.insert;
}

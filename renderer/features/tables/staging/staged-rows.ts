// How rows look with what is staged: the entity as it would become, and a mark that tells what it was.
import { resultOf } from '@shared/edit/plan-edit';
import type { ReadColumns, StagedEdit } from '@shared/model/edit';
import type { EdmValue, Entity } from '@shared/model/entity';
import { partitionKeyId, propertyId, rowKeyId } from '../result/grid-column';
import { originOf } from './property-changes';
import { insertsOf, rowId } from './staging';
import { conflictsOf } from './staged-conflicts';
import type { StagingState } from './staging-store';

/** `gone`: deleted by an edit that was applied. The others are staged. */
export type StagedRowState = 'changed' | 'inserted' | 'deleted' | 'gone';

export interface RowMark {
  readonly state: StagedRowState;
  /** What changed cells held when they were read, by column id; null where they held nothing. */
  readonly before: ReadonlyMap<string, EdmValue | null>;
  /** Whether the table is known to hold something else by now than what the change was made from. */
  readonly conflict: 'none' | 'open';
}

/** A row as it is shown, with all that an edit of it starts from. */
export interface ShownRow {
  readonly entity: Entity;
  readonly mark: RowMark | undefined;
  /** What is staged for it. */
  readonly edit: StagedEdit | undefined;
  /** As it was read; undefined for an entity that is not in the table yet. */
  readonly read: Entity | undefined;
  readonly readColumns: ReadColumns;
}

export interface StagedRows {
  /** Rows above those of the result: staged inserts, then entities inserted during this run. */
  readonly lead: readonly ShownRow[];
  /** A loaded row with what is staged for it. */
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

/** What is staged for one edit as a row; the same object for the same edit, so that a grid need not draw it again. */
export function withEdit(edit: StagedEdit): ShownRow {
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

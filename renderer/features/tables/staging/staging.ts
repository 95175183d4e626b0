// The staged edits of one table: a value with pure transitions. Edits are identified by the keys their entity was read
// with, so they outlive the rows that showed it; each holds the entity and ETag it is based on.
import { withChanges } from '@shared/edit/changes';
import type { EntityKeys, PropertyChange, ReadColumns, StagedEdit } from '@shared/model/edit';
import type { Entity, Property } from '@shared/model/entity';
import { rowId } from '@shared/rows/packed-rows';
import { isTaken, withPropertyChange, withoutProperty } from './property-changes';

export interface Staging {
  /** In the order of staging. All are merges with the ETag that was read; the review offers other ways. */
  readonly edits: readonly StagedEdit[];
  /** Counts inserts, for their ids. */
  readonly inserts: number;
}

/** An entity as read; `some` where the query had a projection. */
export interface ReadRow {
  readonly read: Entity;
  readonly readColumns: ReadColumns;
}

export interface StagedCounts {
  readonly changed: number;
  readonly inserted: number;
  readonly deleted: number;
}

export const nothingStaged: Staging = { edits: [], inserts: 0 };

export { rowId };

export function editOf(staging: Staging, keys: EntityKeys): StagedEdit | undefined {
  const id = rowId(keys);
  return staging.edits.find((edit) => edit.id === id);
}

export function countStaged({ edits }: Pick<Staging, 'edits'>): StagedCounts {
  const count = (...kinds: readonly StagedEdit['kind'][]): number =>
    edits.filter(({ kind }) => kinds.includes(kind)).length;
  return { changed: count('update', 'change-keys'), inserted: count('insert'), deleted: count('delete') };
}

/** Changes of an entity that was read, or of a new one by the id of its insert. */
export interface EntityChanges {
  readonly of: ReadRow | string;
  readonly changes: readonly PropertyChange[];
}

/**
 * Changes properties of any number of entities in one pass. Changes back to the read values leave nothing staged.
 */
export function changeMany(staging: Staging, entities: readonly EntityChanges[]): Staging {
  if (entities.length === 0) return staging;
  const edits = new Map(staging.edits.map((edit) => [edit.id, edit]));
  for (const { of, changes } of entities) {
    const id = typeof of === 'string' ? of : rowId(of.read);
    const before = edits.get(id);
    const after = typeof of === 'string' ? insertWith(before, changes) : editWith(before, of, changes);
    if (after === undefined) edits.delete(id);
    else edits.set(id, after);
  }
  return { ...staging, edits: [...edits.values()] };
}

/** Changes the keys of an entity that was read; its original keys undo that. */
export function changeKeys(staging: Staging, row: ReadRow, to: EntityKeys): Staging {
  const before = editOf(staging, row.read);
  const base = baseOf(before, row);
  const changes = before?.kind === 'update' || before?.kind === 'change-keys' ? before.changes : [];
  const { read, readColumns } = base;
  if (rowId(read) === rowId(to)) {
    return changes.length === 0 ? discard(staging, rowId(read)) : put(staging, updateOf(base, changes));
  }
  const keys = { partitionKey: to.partitionKey, rowKey: to.rowKey };
  return put(staging, {
    kind: 'change-keys',
    id: rowId(read),
    read,
    readColumns,
    condition: 'as-read',
    to: keys,
    changes: [...changes],
  });
}

/** Deletions replace other changes of the same entities. */
export function deleteRows(staging: Staging, rows: readonly ReadRow[]): Staging {
  const deletions = new Map<string, StagedEdit>();
  const before = new Map(staging.edits.map((edit) => [edit.id, edit]));
  for (const row of rows) {
    const id = rowId(row.read);
    const known = before.get(id);
    const { read, readColumns } = known === undefined || known.kind === 'insert' ? row : known;
    deletions.set(id, { kind: 'delete', id, read, readColumns, condition: 'as-read' });
  }
  const remainingEdits = staging.edits.map((edit) => {
    const deletion = deletions.get(edit.id);
    deletions.delete(edit.id);
    return deletion ?? edit;
  });
  return { ...staging, edits: [...remainingEdits, ...deletions.values()] };
}

/** Stages a new entity; the newest comes first among the inserts. */
export function insertEntity(
  staging: Staging,
  entity: EntityKeys & { readonly properties: readonly Property[] },
): { readonly staging: Staging; readonly id: string } {
  const id = `insert-${staging.inserts + 1}`;
  const { partitionKey, rowKey, properties } = entity;
  const edit: StagedEdit = {
    kind: 'insert',
    id,
    mode: 'insert',
    entity: { partitionKey, rowKey, properties: [...properties] },
  };
  return { staging: { ...staging, edits: [edit, ...staging.edits], inserts: staging.inserts + 1 }, id };
}

export function changeInsertedKeys(staging: Staging, id: string, keys: EntityKeys): Staging {
  const { partitionKey, rowKey } = keys;
  return changeInsert(staging, id, (entity) => ({ ...entity, partitionKey, rowKey }));
}

/** Bases a staged change on the whole entity instead of a part of it. Another version changes nothing. */
export function readWhole(staging: Staging, read: Entity): Staging {
  const edit = editOf(staging, read);
  if (edit === undefined || edit.kind === 'insert' || edit.read.etag !== read.etag) return staging;
  return put(staging, { ...edit, read, readColumns: 'all' });
}

/** Discards everything that is staged for one entity. */
export function discard(staging: Staging, editId: string): Staging {
  return discardMany(staging, new Set([editId]));
}

export function discardMany(staging: Staging, editIds: ReadonlySet<string>): Staging {
  if (editIds.size === 0) return staging;
  return { ...staging, edits: staging.edits.filter(({ id }) => !editIds.has(id)) };
}

/** Discards the change of one property, or with `PartitionKey` or `RowKey` the change of keys. */
export function discardProperty(staging: Staging, editId: string, name: string): Staging {
  const edit = staging.edits.find(({ id }) => id === editId);
  if (edit?.kind !== 'update' && edit?.kind !== 'change-keys') return staging;
  if (edit.kind === 'change-keys' && isKeyName(name)) return changeKeys(staging, edit, edit.read);
  const changes = [...withoutProperty(edit.changes, name)];
  if (edit.kind === 'update' && changes.length === 0) return discard(staging, editId);
  return put(staging, { ...edit, changes });
}

/**
 * Adds edits that were staged before this page was loaded, unless something was staged for the same entity since. An
 * insert whose id is taken gets another one.
 */
export function withReturned(staging: Staging, edits: readonly StagedEdit[]): Staging {
  const taken = new Set(staging.edits.map(({ id }) => id));
  let inserts = Math.max(staging.inserts, ...edits.map(insertNumber));
  const returned = edits.flatMap((edit): readonly StagedEdit[] => {
    if (!taken.has(edit.id)) return [edit];
    return edit.kind === 'insert' ? [{ ...edit, id: `insert-${(inserts += 1)}` }] : [];
  });
  const newestFirst = returned
    .filter((edit) => edit.kind === 'insert')
    .sort((left, right) => insertNumber(right) - insertNumber(left));
  const others = returned.filter((edit) => edit.kind !== 'insert');
  return { edits: [...staging.edits, ...newestFirst, ...others], inserts };
}

function insertNumber({ kind, id }: StagedEdit): number {
  return kind === 'insert' ? Number(/^insert-(\d+)$/.exec(id)?.[1] ?? 0) : 0;
}

/** Ids of inserts are never reused. */
export function discardAll(staging: Staging): Staging {
  return { ...staging, edits: [] };
}

/** The inserts, whose rows are shown above those of the result. */
export function insertsOf({ edits }: Pick<Staging, 'edits'>): readonly Extract<StagedEdit, { kind: 'insert' }>[] {
  return edits.filter((edit) => edit.kind === 'insert');
}

/** No property can have either name. */
function isKeyName(name: string): name is 'PartitionKey' | 'RowKey' {
  return name === 'PartitionKey' || name === 'RowKey';
}

type Insert = Extract<StagedEdit, { kind: 'insert' }>;

/**
 * An entity with staged changes stays as it was first read, because its ETag belongs to the changes. The same version
 * read in full replaces a part of it. Of a later version only the properties that had not been read are added, so that
 * they can be changed too; the entity stays partial, and the review then reports the conflict.
 */
function baseOf(before: StagedEdit | undefined, { read, readColumns }: ReadRow): ReadRow {
  if (before === undefined || before.kind === 'insert') return { read, readColumns };
  if (before.readColumns === 'all' || readColumns === 'some')
    return { read: before.read, readColumns: before.readColumns };
  if (read.etag === before.read.etag) return { read, readColumns };
  const known = new Set(before.read.properties.map(({ name }) => name));
  const unread = read.properties.filter(({ name }) => !known.has(name));
  return { read: { ...before.read, properties: [...before.read.properties, ...unread] }, readColumns: 'some' };
}

function updateOf({ read, readColumns }: ReadRow, changes: readonly PropertyChange[]): StagedEdit {
  const id = rowId(read);
  return { kind: 'update', id, read, readColumns, condition: 'as-read', changes: [...changes], mode: 'merge' };
}

/** The edit of an entity that was read, with more changes; undefined if they restore the original state. */
function editWith(
  before: StagedEdit | undefined,
  row: ReadRow,
  changes: readonly PropertyChange[],
): StagedEdit | undefined {
  if (before?.kind === 'insert') return before;
  const base = baseOf(before, row);
  const known = before?.kind === 'update' || before?.kind === 'change-keys' ? before.changes : [];
  const { properties } = base.read;
  const all = changes.reduce<readonly PropertyChange[]>(
    (some, change) => withPropertyChange(properties, some, change),
    known,
  );
  if (before?.kind === 'change-keys') return { ...before, ...base, changes: [...all] };
  return all.length === 0 ? undefined : updateOf(base, all);
}

function insertWith(before: StagedEdit | undefined, changes: readonly PropertyChange[]): StagedEdit | undefined {
  if (before?.kind !== 'insert') return before;
  const { entity } = before;
  return { ...before, entity: { ...entity, properties: changes.reduce(applied, [...entity.properties]) } };
}

function put(staging: Staging, edit: StagedEdit): Staging {
  const isKnown = staging.edits.some(({ id }) => id === edit.id);
  const edits = isKnown
    ? staging.edits.map((known) => (known.id === edit.id ? edit : known))
    : [...staging.edits, edit];
  return { ...staging, edits };
}

function changeInsert(staging: Staging, id: string, change: (entity: Insert['entity']) => Insert['entity']): Staging {
  const edits = staging.edits.map((edit) =>
    edit.id === id && edit.kind === 'insert' ? { ...edit, entity: change(edit.entity) } : edit,
  );
  return { ...staging, edits };
}

/** Changes of an insert are made at once, because nothing was read. */
function applied(properties: readonly Property[], change: PropertyChange): Property[] {
  if (change.kind === 'rename' && isTaken(properties, [], change.name, change.to)) return [...properties];
  return withChanges(properties, [change]);
}

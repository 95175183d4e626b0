// Makes edits of an indexed table ready to be planned with their index rows: each contains the entity as it is stored,
// and is written only over that version, so that index rows cannot describe another one.
import { withChanges } from '@shared/edit/changes';
import { type EditedIndexes, removedIndexRows, rowText } from '@shared/edit/index-requests';
import type { StagedEdit } from '@shared/model/edit';
import type { Entity } from '@shared/model/entity';
import type { IndexDefinition } from '@shared/model/table-index';
import { readMany } from '../read-many';
import type { EditTarget } from './write-request';

export interface IndexedEdits {
  readonly edits: readonly StagedEdit[];
  /** Absent for a table without indexes. */
  readonly indexes: EditedIndexes | undefined;
}

/** Reads what the edits do not contain, and which index rows they can delete. */
export async function withIndexes(
  target: EditTarget,
  edits: readonly StagedEdit[],
  definitions: readonly IndexDefinition[],
): Promise<IndexedEdits> {
  if (definitions.length === 0) return { edits, indexes: undefined };
  const incomplete = edits.filter((edit) => !isComplete(edit));
  const { rows } = await readMany(target, incomplete.map(keysOf));
  const stored = new Map(incomplete.map((edit, at) => [edit.id, rows[at] ?? null]));
  const whole = edits.map((edit) => {
    const now = stored.get(edit.id);
    return now === undefined ? edit : completed(edit, now);
  });
  const removed = removedIndexRows(whole, definitions);
  const { rows: present } = await readMany(target, removed);
  const missing = new Set(removed.filter((_, at) => (present[at] ?? null) === null).map(rowText));
  return { edits: whole, indexes: { definitions, missing } };
}

function isComplete(edit: StagedEdit): boolean {
  if (edit.kind === 'insert') return edit.mode === 'insert';
  return edit.readColumns === 'all' && edit.condition === 'as-read';
}

/** An entity that does not exist leaves the edit as it is: the service rejects it. */
function completed(edit: StagedEdit, stored: Entity | null): StagedEdit {
  if (edit.kind === 'insert') {
    const { id, entity, mode } = edit;
    if (stored === null) return { kind: 'insert', id, entity, mode: 'insert' };
    const names = new Set(entity.properties.map(({ name }) => name));
    const removed = mode === 'insert-or-merge' ? [] : stored.properties.filter(({ name }) => !names.has(name));
    const changes = [
      ...removed.map(({ name }) => ({ kind: 'remove' as const, name })),
      ...entity.properties.map(({ name, value }) => ({ kind: 'set' as const, name, value })),
    ];
    return { kind: 'update', id, read: stored, readColumns: 'all', condition: 'as-read', mode: 'replace', changes };
  }
  if (stored === null) return edit;
  // With a condition, the version that was read first has to be the one that is overwritten.
  const etag = edit.condition === 'as-read' ? edit.read.etag : stored.etag;
  const base = { read: { ...stored, etag }, readColumns: 'all', condition: 'as-read' } as const;
  if (edit.kind === 'delete') return { ...edit, ...base };
  const changes = edit.changes.filter((change, at) => {
    const before = withChanges(stored.properties, edit.changes.slice(0, at));
    return change.kind !== 'remove' || before.some(({ name }) => name === change.name);
  });
  if (edit.kind === 'change-keys') return { ...edit, ...base, changes };
  return { ...edit, ...base, changes, mode: changes.length === 0 ? 'replace' : edit.mode };
}

function keysOf(edit: StagedEdit): Pick<Entity, 'partitionKey' | 'rowKey'> {
  return edit.kind === 'insert' ? edit.entity : edit.read;
}

// One staged edit as the operations it requires. Checks nothing; invalid edits are found by edit-problems.
import type { EntityKeys, StagedEdit, WriteCondition } from '../model/edit';
import type { EditOperation, PlannedRequest } from '../model/edit-review';
import type { Entity, Property } from '../model/entity';
import { withChanges } from './changes';
import { encodeEntity, encodeProperties } from './encode-entity';
import { entityPath } from './entity-path';
import { utf8Bytes } from '../utf8-bytes';

/**
 * `one`: a separate request. `together`: several in one partition, all or none. `move`: insert and delete across
 * partitions.
 */
export type EditPlan =
  | { readonly kind: 'one'; readonly edit: StagedEdit; readonly requests: readonly [PlannedRequest] }
  | {
      readonly kind: 'together';
      readonly edit: StagedEdit;
      readonly requests: readonly [PlannedRequest, ...PlannedRequest[]];
    }
  | {
      readonly kind: 'move';
      readonly edit: StagedEdit;
      readonly requests: readonly [PlannedRequest, PlannedRequest];
    };

/** What a write sends. */
export type WrittenEntity = Pick<Entity, 'partitionKey' | 'rowKey' | 'properties'>;

/** @throws StowageError `invalid.entity` when a text is no value of its type */
export function planEdit(table: string, edit: StagedEdit): EditPlan {
  switch (edit.kind) {
    case 'insert': {
      const { entity, mode } = edit;
      const isKeyed = mode === 'insert';
      const body = isKeyed ? encodeEntity(entity) : encodeProperties(entity.properties);
      const path = isKeyed ? `/${table}` : entityPath(table, entity);
      return { kind: 'one', edit, requests: [request(edit.id, mode, path, entity, null, body)] };
    }
    case 'update': {
      const operation = updateOperation(edit);
      const body = encodeProperties(sentProperties(edit));
      const path = entityPath(table, edit.read);
      return { kind: 'one', edit, requests: [request(edit.id, operation, path, edit.read, ifMatch(edit), body)] };
    }
    case 'delete':
      return { kind: 'one', edit, requests: [removal(table, edit)] };
    case 'change-keys': {
      const { partitionKey, rowKey } = edit.to;
      const target = { partitionKey, rowKey, properties: withChanges(edit.read.properties, edit.changes) };
      const insert = request(edit.id, 'insert', `/${table}`, target, null, encodeEntity(target));
      const kind = partitionKey === edit.read.partitionKey ? 'together' : 'move';
      return { kind, edit, requests: [insert, removal(table, edit)] };
    }
  }
}

/** Writes the index row that an edit requires, whether there is one or not. */
export function indexRowWrite(table: string, editId: string, index: string, row: WrittenEntity): PlannedRequest {
  const body = encodeProperties(row.properties);
  return { ...request(editId, 'insert-or-replace', entityPath(table, row), row, null, body), index };
}

export function indexRowDeletion(table: string, editId: string, index: string, row: WrittenEntity): PlannedRequest {
  return { ...request(editId, 'delete', entityPath(table, row), row, '*', null), index };
}

/** Whether a merge suffices; it cannot remove a property. */
export function updateOperation({ mode, changes }: Extract<StagedEdit, { kind: 'update' }>): 'merge' | 'replace' {
  return mode === 'replace' || changes.some(({ kind }) => kind !== 'set') ? 'replace' : 'merge';
}

/** The entity after the edit; null when it is deleted. Exact only if all columns were read. */
export function resultOf(edit: StagedEdit): WrittenEntity | null {
  switch (edit.kind) {
    case 'insert':
      return edit.entity;
    case 'update': {
      const { partitionKey, rowKey, properties } = edit.read;
      return { partitionKey, rowKey, properties: withChanges(properties, edit.changes) };
    }
    case 'delete':
      return null;
    case 'change-keys':
      return { ...edit.to, properties: withChanges(edit.read.properties, edit.changes) };
  }
}

/** The properties in the body of an update: the changed ones for a merge, all for a replace. */
function sentProperties(edit: Extract<StagedEdit, { kind: 'update' }>): Property[] {
  return updateOperation(edit) === 'merge'
    ? withChanges([], edit.changes)
    : withChanges(edit.read.properties, edit.changes);
}

function removal(table: string, edit: Extract<StagedEdit, { kind: 'delete' | 'change-keys' }>): PlannedRequest {
  return request(edit.id, 'delete', entityPath(table, edit.read), edit.read, ifMatch(edit), null);
}

const methods = {
  insert: 'POST',
  merge: 'PATCH',
  replace: 'PUT',
  'insert-or-merge': 'PATCH',
  'insert-or-replace': 'PUT',
  delete: 'DELETE',
} as const satisfies Record<EditOperation, PlannedRequest['method']>;

function request(
  editId: string,
  operation: EditOperation,
  path: string,
  { partitionKey, rowKey }: EntityKeys,
  condition: string | null,
  body: string | null,
): PlannedRequest {
  const bytes = body === null ? 0 : utf8Bytes(body);
  const method = methods[operation];
  return { editId, operation, method, path, partitionKey, rowKey, ifMatch: condition, body, bytes };
}

function ifMatch({ condition, read }: { readonly condition: WriteCondition; readonly read: Entity }): string {
  return condition === 'any' ? '*' : read.etag;
}

// What an edit that was applied leaves in the table: under which keys, and the entity with its new ETag.
import { resultOf } from '@shared/edit/plan-edit';
import type { EntityKeys, StagedEdit } from '@shared/model/edit';
import type { Entity } from '@shared/model/entity';
import { timestampOf } from '@shared/model/entity-etag';

/** A row that was written past the staging, by the keys it had and those it has; null where there was or is none. */
export interface WrittenRow {
  readonly from: EntityKeys | null;
  readonly to: EntityKeys | null;
}

/** Reads one entity of the table; null where there is none. */
export type ReadEntity = (keys: EntityKeys) => Promise<Entity | null>;

/** All that it wrote to. */
export function keysOf(edit: StagedEdit): readonly EntityKeys[] {
  if (edit.kind === 'insert') return [edit.entity];
  return edit.kind === 'change-keys' ? [edit.read, edit.to] : [edit.read];
}

export function writtenBy(edit: StagedEdit): WrittenRow {
  return { from: edit.kind === 'insert' ? null : edit.read, to: edit.kind === 'delete' ? null : keysAfter(edit) };
}

/** The keys that the entity has after the edit, or had when it was deleted. */
export function keysAfter(edit: StagedEdit): EntityKeys {
  if (edit.kind === 'insert') return edit.entity;
  return edit.kind === 'change-keys' ? edit.to : edit.read;
}

/** What the table holds after an edit, with its new ETag; read anew where the edit alone does not tell. */
export async function writtenEntity(edit: StagedEdit, etag: string | null, read: ReadEntity): Promise<Entity | null> {
  const result = resultOf(edit);
  if (result === null || etag === null) return null;
  const isExact = edit.kind === 'insert' ? edit.mode === 'insert' : edit.condition === 'as-read';
  if (!isExact) return read(result);
  const { partitionKey, rowKey, properties } = result;
  return { partitionKey, rowKey, properties, etag, timestamp: timestampOf(etag) };
}

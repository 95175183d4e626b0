// Undo: restores the state before an applied change, unless another client has changed the entity since. A restoration
// is an edit like any other and can itself be undone.
import { randomUUID } from 'node:crypto';
import { changesBetween } from '@shared/edit/changes';
import { sentence } from '@shared/error-text';
import { StowageError } from '@shared/errors';
import type { EntityKeys, StagedEdit } from '@shared/model/edit';
import type { RestoreResult } from '@shared/model/edit-outcome';
import type { Entity } from '@shared/model/entity';
import { t } from '@shared/strings/t';
import { readEntity, sameContent } from '../ambiguous-writes';
import { type ApplyPorts, applyEdits } from './apply';
import type { StoredUndoEntry } from './undo-file';
import type { EditTarget } from './write-request';

type NotRestored = RestoreResult['notRestored'][number];

export interface RestoreRequest {
  readonly connectionId: string;
  readonly ids: readonly string[];
  /** Shared by their undo records. */
  readonly applyId?: string | undefined;
}

/** Newest first, whatever the order of the ids. `targetOf` opens the table of a change. */
export async function restoreChanges(
  { connectionId, ids, applyId = randomUUID() }: RestoreRequest,
  targetOf: (table: string) => EditTarget,
  ports: ApplyPorts,
): Promise<RestoreResult> {
  const entries = await ports.undo.read(connectionId);
  const wanted = new Set(ids);
  const known = new Set(entries.map(({ id }) => id));
  const restored: string[] = [];
  const notRestored: NotRestored[] = ids.filter((id) => !known.has(id)).map((id) => ({ id, reason: gone() }));
  const versions = new Versions(entries);
  for (const entry of [...entries].reverse()) {
    if (!wanted.has(entry.id)) continue;
    const problem = await restoreOne(targetOf(entry.table), { state: entry, applyId }, versions, ports);
    if (problem === null) restored.push(entry.id);
    else notRestored.push(problem);
  }
  return { restored, notRestored };
}

const gone = (): string => t`The record no longer exists: it failed, or was removed to make room for newer ones.`;

async function restoreOne(
  target: EditTarget,
  { state: entry, applyId }: { readonly state: StoredUndoEntry; readonly applyId: string },
  versions: Versions,
  ports: ApplyPorts,
): Promise<NotRestored | null> {
  const { id, before } = entry;
  if (entry.state === 'restored') return { id, reason: t`It has already been restored.` };
  if (before === 'unknown') return { id, reason: t`The previous values could not be read, so they are unknown.` };
  try {
    const after = await currentVersion(target, entry, versions);
    if (after === 'unclear') {
      return { id, reason: t`The change may not have been written, and the entity is different now.` };
    }
    const edit = restoration(id, before, after);
    if (edit === null) return { id, reason: t`The entity already has its previous values.` };
    const { violations, outcomes } = await applyEdits(target, { edits: [edit], grouping: 'each', applyId }, ports);
    const [violation] = violations;
    if (violation !== undefined) return { id, reason: `${violation.field}: ${violation.problem} ${violation.fix}` };
    const [outcome] = outcomes;
    if (outcome?.kind === 'conflict') {
      const { conflict } = outcome;
      return { id, reason: reasons[conflict.reason](), conflict };
    }
    if (outcome?.kind !== 'applied') {
      const error = outcome?.kind === 'failed' ? StowageError.fromShape(outcome.error) : null;
      return { id, reason: error === null ? t`It was not written.` : sentence(error) };
    }
    await ports.undo.settle(target.account.descriptor.connectionId, [{ id, state: 'restored', etag: outcome.etag }]);
    if (before !== null && outcome.etag !== null) versions.follow(entry.table, before, outcome.etag);
    return null;
  } catch (thrown) {
    return { id, reason: sentence(StowageError.from(thrown)) };
  }
}

const reasons = {
  changed: () => t`The entity has changed since.`,
  deleted: () => t`The entity has been deleted since.`,
  exists: () => t`An entity with these keys has been created since.`,
} as const;

/**
 * The result of the change, with its current ETag if only restorations have touched it since; or a marker that it is
 * unknown.
 */
async function currentVersion(
  target: EditTarget,
  { table, after, before, state }: StoredUndoEntry,
  versions: Versions,
): Promise<Entity | null | 'unclear'> {
  if (state === 'applied') return after === null ? null : versions.latest(table, after);
  const keys = after ?? (before === 'unknown' ? null : before);
  const now = keys === null ? null : await readEntity(target, keys);
  if (after === null) return now === null ? null : 'unclear';
  return now !== null && sameContent(after, now) ? now : 'unclear';
}

function restoration(id: string, before: Entity | null, after: Entity | null): StagedEdit | null {
  if (before === null) {
    return after === null ? null : { kind: 'delete', id, read: after, readColumns: 'all', condition: 'as-read' };
  }
  const { partitionKey, rowKey, properties } = before;
  if (after === null) return { kind: 'insert', id, mode: 'insert', entity: { partitionKey, rowKey, properties } };
  const changes = changesBetween(after.properties, properties);
  const now = { id, read: after, readColumns: 'all', condition: 'as-read', changes } as const;
  if (after.partitionKey !== partitionKey || after.rowKey !== rowKey) {
    return { ...now, kind: 'change-keys', to: { partitionKey, rowKey } };
  }
  return changes.length === 0 ? null : { ...now, kind: 'update', mode: 'merge' };
}

/** A restored entity has a new ETag, while older changes of it know the previous one. */
class Versions {
  readonly #next = new Map<string, string>();

  constructor(entries: readonly StoredUndoEntry[]) {
    for (const { table, before, restoredEtag } of entries) {
      if (restoredEtag !== null && before !== null && before !== 'unknown') this.follow(table, before, restoredEtag);
    }
  }

  follow(table: string, before: Entity, etag: string): void {
    this.#next.set(keyOf(table, before, before.etag), etag);
  }

  latest(table: string, entity: Entity): Entity {
    let { etag } = entity;
    for (let next = this.#next.get(keyOf(table, entity, etag)); next !== undefined;) {
      etag = next;
      next = this.#next.get(keyOf(table, entity, etag));
    }
    return { ...entity, etag };
  }
}

function keyOf(table: string, { partitionKey, rowKey }: EntityKeys, etag: string): string {
  return JSON.stringify([table, partitionKey, rowKey, etag]);
}

// Describes a conflict property by property, and builds the edit from the user's choices.
import type { PropertyChange, StagedEdit } from '../model/edit';
import type { ConflictPick, ConflictProperty, EditConflict } from '../model/edit-outcome';
import type { EdmValue, Entity, Property } from '../model/entity';
import { changesBetween, isIdentical, valuesByName, withChanges } from './changes';

/**
 * Mine, theirs and as read. If only some columns were read, properties that are neither in `read` nor among my changes
 * are left out.
 * @param theirs the current entity with its ETag; null when it no longer exists
 */
export function describeConflict(edit: StagedEdit, theirs: Entity | null): EditConflict {
  const reason = edit.kind === 'insert' ? 'exists' : theirs === null ? 'deleted' : 'changed';
  return { reason, theirs, properties: conflictProperties(edit, theirs) };
}

/**
 * The edit to apply next: based on `theirs`, with the picked values. Without a pick, a property takes mine if I changed
 * it, otherwise theirs. A deletion stays one. If the entity no longer exists, it is created again.
 */
export function resolveConflict(edit: StagedEdit, theirs: Entity | null, picks: readonly ConflictPick[]): StagedEdit {
  const { id } = edit;
  if (edit.kind === 'delete') {
    return theirs === null ? edit : { ...edit, read: theirs, readColumns: 'all', condition: 'as-read' };
  }
  const properties = pickedProperties(edit, theirs, picks);
  const keys = edit.kind === 'insert' ? edit.entity : edit.read;
  const target = edit.kind === 'change-keys' ? edit.to : keys;
  if (theirs === null) {
    const { partitionKey, rowKey } = target;
    return { kind: 'insert', id, mode: 'insert', entity: { partitionKey, rowKey, properties } };
  }
  const changes = changesBetween(theirs.properties, properties);
  const now = { id, read: theirs, readColumns: 'all', condition: 'as-read', changes } as const;
  if (edit.kind === 'change-keys' && isAt(theirs, edit.read)) return { ...now, kind: 'change-keys', to: edit.to };
  return { ...now, kind: 'update', mode: edit.kind === 'update' ? edit.mode : 'merge' };
}

function conflictProperties(edit: StagedEdit, theirs: Entity | null): ConflictProperty[] {
  const asRead = valuesByName(readProperties(edit));
  const mine = valuesByName(myProperties(edit));
  const now = valuesByName(theirs?.properties ?? []);
  const isPartial = edit.kind !== 'insert' && edit.readColumns === 'some';
  const names = new Set([...asRead.keys(), ...mine.keys(), ...(isPartial ? [] : now.keys())]);
  return [...names].map((name) => {
    const [before, my, their] = [asRead.get(name), mine.get(name), now.get(name)];
    const isMine = !isIdentical(before, my);
    const isTheirs = !isIdentical(before, their);
    const changedBy = isMine ? (isTheirs ? 'both' : 'mine') : isTheirs ? 'theirs' : 'nobody';
    return { name, mine: my ?? null, theirs: their ?? null, asRead: before ?? null, changedBy };
  });
}

function pickedProperties(edit: StagedEdit, theirs: Entity | null, picks: readonly ConflictPick[]): Property[] {
  const taken = new Map(picks.map(({ name, take }) => [name, take]));
  const changes = conflictProperties(edit, theirs).flatMap((property): PropertyChange[] => {
    const { name, changedBy } = property;
    const defaultPick = changedBy === 'mine' || changedBy === 'both' || theirs === null ? 'mine' : 'theirs';
    const value = valueOf(property, taken.get(name) ?? defaultPick);
    return [value === null ? { kind: 'remove', name } : { kind: 'set', name, value }];
  });
  return withChanges(theirs?.properties ?? [], changes);
}

function valueOf(property: ConflictProperty, take: ConflictPick['take']): EdmValue | null {
  switch (take) {
    case 'mine':
      return property.mine;
    case 'theirs':
      return property.theirs;
    case 'as-read':
      return property.asRead;
  }
}

function readProperties(edit: StagedEdit): readonly Property[] {
  return edit.kind === 'insert' ? [] : edit.read.properties;
}

function myProperties(edit: StagedEdit): readonly Property[] {
  switch (edit.kind) {
    case 'insert':
      return edit.entity.properties;
    case 'delete':
      return [];
    case 'update':
    case 'change-keys':
      return withChanges(edit.read.properties, edit.changes);
  }
}

function isAt(entity: Entity, keys: Pick<Entity, 'partitionKey' | 'rowKey'>): boolean {
  return entity.partitionKey === keys.partitionKey && entity.rowKey === keys.rowKey;
}

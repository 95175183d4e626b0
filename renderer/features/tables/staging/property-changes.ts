// The staged changes of one entity's properties in their shortest form: removals, then renames, then values, without
// any that restores the original state.
import { isIdentical, valuesByName, withChanges } from '@shared/edit/changes';
import type { PropertyChange } from '@shared/model/edit';
import type { EdmValue, Property } from '@shared/model/entity';

/** Adds a change, named by the present name of the property. Ignores what `isTaken` forbids. */
export function withPropertyChange(
  read: readonly Property[],
  changes: readonly PropertyChange[],
  change: PropertyChange,
): readonly PropertyChange[] {
  // The earlier name of a renamed property stays free.
  if (changes.some(({ kind, name }) => kind === 'rename' && name === change.name)) return changes;
  switch (change.kind) {
    case 'set':
      return withValue(read, changes, change.name, change.value);
    case 'remove': {
      const origin = originOf(changes, change.name);
      const others = withoutProperty(changes, change.name);
      return read.some((property) => property.name === origin)
        ? inOrder([...others, { kind: 'remove', name: origin }])
        : others;
    }
    case 'rename':
      return withName(read, changes, change.name, change.to);
  }
}

/**
 * Whether a property must not get this name because another one has it, or had it when the entity was read. A name that
 * moves from one property to another would confuse the review.
 */
export function isTaken(
  read: readonly Property[],
  changes: readonly PropertyChange[],
  name: string,
  to: string,
): boolean {
  if (to === originOf(changes, name)) return false;
  return [...read, ...withChanges(read, changes)].some((property) => property.name === to);
}

/** Discards the changes of one property, named by its present or its former name. */
export function withoutProperty(changes: readonly PropertyChange[], name: string): readonly PropertyChange[] {
  const renamed = changes.find((change) => change.kind === 'rename' && (change.to === name || change.name === name));
  const names = new Set(renamed?.kind === 'rename' ? [renamed.name, renamed.to] : [name]);
  return changes.filter((change) => !names.has(change.name));
}

/** The name of a property when it was read. */
export function originOf(changes: readonly PropertyChange[], name: string): string {
  const renamed = changes.find((change) => change.kind === 'rename' && change.to === name);
  return renamed?.name ?? name;
}

function withValue(
  read: readonly Property[],
  changes: readonly PropertyChange[],
  name: string,
  value: EdmValue,
): readonly PropertyChange[] {
  const origin = originOf(changes, name);
  // A removed property that is set again is not removed.
  const others = changes.filter(
    (change) => !(change.kind === 'set' && change.name === name) && !(change.kind === 'remove' && change.name === name),
  );
  if (isIdentical(valuesByName(read).get(origin), value)) return others;
  return inOrder([...others, { kind: 'set', name, value }]);
}

function withName(
  read: readonly Property[],
  changes: readonly PropertyChange[],
  name: string,
  to: string,
): readonly PropertyChange[] {
  if (name === to || isTaken(read, changes, name, to)) return changes;
  const value = valuesByName(withChanges(read, changes)).get(name);
  if (value === undefined) return changes;
  const origin = originOf(changes, name);
  const others = withoutProperty(changes, name);
  if (!read.some((property) => property.name === origin)) return inOrder([...others, { kind: 'set', name: to, value }]);
  const renamed: readonly PropertyChange[] =
    origin === to ? others : inOrder([...others, { kind: 'rename', name: origin, to }]);
  return withValue(read, renamed, to, value);
}

const order: Readonly<Record<PropertyChange['kind'], number>> = { remove: 0, rename: 1, set: 2 };

/** Removals and renames come first, so that a name is free before it is used again. */
function inOrder(changes: readonly PropertyChange[]): readonly PropertyChange[] {
  return [...changes].sort((left, right) => order[left.kind] - order[right.kind]);
}

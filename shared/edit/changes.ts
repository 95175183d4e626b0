// Applies changes to a list of properties, and determines the changes between two lists. Unchanged properties remain
// the same objects.
import type { PropertyChange } from '../model/edit';
import type { EdmValue, Property } from '../model/entity';

/** Applies the changes in their order; new properties are appended. A change of a missing property has no effect. */
export function withChanges(properties: readonly Property[], changes: readonly PropertyChange[]): Property[] {
  return changes.reduce<Property[]>((before, change) => withChange(before, change), [...properties]);
}

/** The changes that turn `from` into `to`; a value that differs only in its text counts as changed. */
export function changesBetween(from: readonly Property[], to: readonly Property[]): PropertyChange[] {
  const before = valuesByName(from);
  const wanted = new Set(to.map(({ name }) => name));
  const removed = from.filter(({ name }) => !wanted.has(name));
  return [
    ...removed.map(({ name }): PropertyChange => ({ kind: 'remove', name })),
    ...to
      .filter(({ name, value }) => !isIdentical(before.get(name), value))
      .map(({ name, value }): PropertyChange => ({ kind: 'set', name, value })),
  ];
}

/** Values by name; a map, so that no name is special. */
export function valuesByName(properties: readonly Property[]): Map<string, EdmValue> {
  return new Map(properties.map(({ name, value }) => [name, value]));
}

/** Same type and same wire text. */
export function isIdentical(left: EdmValue | undefined, right: EdmValue | undefined): boolean {
  return left?.type === right?.type && left?.value === right?.value;
}

function withChange(properties: readonly Property[], change: PropertyChange): Property[] {
  switch (change.kind) {
    case 'remove':
      return properties.filter(({ name }) => name !== change.name);
    case 'rename':
      return properties.map((property) =>
        property.name === change.name ? { name: change.to, value: property.value } : property,
      );
    case 'set': {
      const { name, value } = change;
      if (!properties.some((property) => property.name === name)) return [...properties, { name, value }];
      return properties.map((property) => (property.name === name ? { name, value } : property));
    }
  }
}

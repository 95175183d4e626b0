// What differs between two rows, by property, and what makes the right one like the left one.
import type { EdmValue, Entity, Property } from '../model/entity';
import type { ComparedRow, Difference, DiffCounts } from '../model/table-diff';
import { canonicalValue } from './canonical';
import type { KeyPair } from './key-merge';

export interface PropertyDifference {
  readonly name: string;
  /** Null where that side lacks the property. */
  readonly left: EdmValue | null;
  readonly right: EdmValue | null;
}

/** Null where both rows are equal apart from what is left out. */
export function differenceOf({ left, right }: KeyPair, leaveOut: ReadonlySet<string>): Difference | null {
  if (left === null) return { kind: 'added', ...keysOf(right), left: null, right: compared(right) };
  if (right === null) return { kind: 'removed', ...keysOf(left), left: compared(left), right: null };
  if (propertyDifferences(left.properties, right.properties, leaveOut).length === 0) return null;
  return { kind: 'changed', ...keysOf(left), left: compared(left), right: compared(right) };
}

/** In the order of the left row, then what only the right one has. A different type is a difference. */
export function propertyDifferences(
  left: readonly Property[],
  right: readonly Property[],
  leaveOut: ReadonlySet<string>,
): readonly PropertyDifference[] {
  const inRight = new Map(right.map(({ name, value }) => [name, value]));
  const inLeft = new Set(left.map(({ name }) => name));
  const found: PropertyDifference[] = [];
  for (const { name, value } of left) {
    if (leaveOut.has(name)) continue;
    const other = inRight.get(name) ?? null;
    if (other === null || canonicalValue(value) !== canonicalValue(other))
      found.push({ name, left: value, right: other });
  }
  for (const { name, value } of right) {
    if (!inLeft.has(name) && !leaveOut.has(name)) found.push({ name, left: null, right: value });
  }
  return found;
}

export function withDifference(counts: DiffCounts, found: Difference | null): DiffCounts {
  const name = found === null ? 'equal' : found.kind;
  return { ...counts, [name]: counts[name] + 1 };
}

/**
 * The properties that the right row has once it is like the left one: those of the left row, and its own where they
 * were left out of the comparison. Null for a row that only the right table has.
 */
export function wantedProperties(
  { left, right }: Pick<Difference, 'left' | 'right'>,
  leaveOut: ReadonlySet<string>,
): readonly Property[] | null {
  if (left === null) return null;
  if (right === null) return left.properties;
  return [
    ...left.properties.filter(({ name }) => !leaveOut.has(name)),
    ...right.properties.filter(({ name }) => leaveOut.has(name)),
  ];
}

function keysOf({ partitionKey, rowKey }: Entity): Pick<Difference, 'partitionKey' | 'rowKey'> {
  return { partitionKey, rowKey };
}

function compared({ etag, properties }: Entity): ComparedRow {
  return { etag, properties };
}

// The differences between two rows, by property, and the changes that make the right row like the left one.
import type { EdmValue, Entity, Property } from '../model/entity';
import type { ComparedRow, Difference, DiffCounts } from '../model/table-diff';
import { canonicalValue } from './canonical';
import type { KeyPair } from './key-merge';

export interface PropertyDifference {
  readonly name: string;
  /** Null when that side lacks the property. */
  readonly left: EdmValue | null;
  readonly right: EdmValue | null;
}

/** Null when both rows are equal in everything that is compared. */
export function differenceOf({ left, right }: KeyPair, leaveOut: ReadonlySet<string>): Difference | null {
  if (left === null) return { kind: 'added', ...keysOf(right), left: null, right: compared(right) };
  if (right === null) return { kind: 'removed', ...keysOf(left), left: compared(left), right: null };
  if (propertyDifferences(left.properties, right.properties, leaveOut).length === 0) return null;
  return { kind: 'changed', ...keysOf(left), left: compared(left), right: compared(right) };
}

/**
 * In the order of the left row, followed by properties that only the right one has. A different type is a difference.
 */
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
 * The properties of the right row after it was made like the left one: those of the left row, and the right row's for
 * names that are not compared. Null for a row that only the right table has.
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

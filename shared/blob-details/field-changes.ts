// Three versions of the same named values: as read, as they are now at the service, and as the user edited them.
// Reports concurrent changes and carries the user's changes over.
import type { NamedValue } from '../model/blob-details';

/** `null`: the field does not exist. */
export interface FieldChange {
  readonly name: string;
  readonly was: string | null;
  readonly now: string | null;
  /** The value that the user entered instead. */
  readonly mine: string | null;
}

/** The differences between the current fields and those that were read, sorted by name in lower case. */
export function changedMeanwhile(
  read: readonly NamedValue[],
  now: readonly NamedValue[],
  mine: readonly NamedValue[],
): readonly FieldChange[] {
  const [before, after, own] = [byName(read), byName(now), byName(mine)];
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names
    .map((key) => ({
      name: after.get(key)?.name ?? before.get(key)?.name ?? key,
      was: before.get(key)?.value ?? null,
      now: after.get(key)?.value ?? null,
      mine: own.get(key)?.value ?? null,
    }))
    .filter(({ was, now: current }) => was !== current);
}

/** The current fields of the service, with all changes that the user made since reading. */
export function carriedOver(
  read: readonly NamedValue[],
  now: readonly NamedValue[],
  mine: readonly NamedValue[],
): readonly NamedValue[] {
  const [before, own] = [byName(read), byName(mine)];
  const result = byName(now);
  for (const [key, pair] of own) if (before.get(key)?.value !== pair.value) result.set(key, pair);
  for (const key of before.keys()) if (!own.has(key)) result.delete(key);
  return [...result.values()];
}

function byName(pairs: readonly NamedValue[]): Map<string, NamedValue> {
  return new Map(pairs.map((pair) => [pair.name.toLowerCase(), pair]));
}

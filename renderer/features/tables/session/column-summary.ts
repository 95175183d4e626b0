// Learns a table's columns from its rows as pages arrive: order of first appearance, every type seen, and a first
// width that never changes by itself afterwards.
import type { EdmType, EdmValue, Entity } from '@shared/model/entity';

export interface ColumnSummary {
  readonly name: string;
  /** Types in order of first appearance; more than one makes the column mixed. */
  readonly types: readonly EdmType[];
  /** Longest cell text of the page in which the column first appeared, in characters. */
  readonly characters: number;
}

/** Beyond this the text is cut anyway. */
const widestCharacters = 60;

/** Returns the same list when the page taught nothing new, so that a grid need not lay out again. */
export function learnColumns(known: readonly ColumnSummary[], rows: readonly Entity[]): readonly ColumnSummary[] {
  const index = new Map(known.map((column) => [column.name, column]));
  const fresh = new Map<string, number>();
  let changed = false;
  for (const row of rows) {
    for (const { name, value } of row.properties) {
      const column = index.get(name);
      if (column === undefined) {
        index.set(name, { name, types: [value.type], characters: 0 });
        fresh.set(name, roughCharacters(value));
        changed = true;
        continue;
      }
      if (!column.types.includes(value.type)) {
        index.set(name, { ...column, types: [...column.types, value.type] });
        changed = true;
      }
      const widest = fresh.get(name);
      if (widest !== undefined) fresh.set(name, Math.max(widest, roughCharacters(value)));
    }
  }
  if (!changed) return known;
  return [...index.values()].map((column) => {
    const characters = fresh.get(column.name);
    return characters === undefined ? column : { ...column, characters };
  });
}

/**
 * Columns of a new run keep the first width that they had in the run before, so that a narrower query does not move
 * everything.
 */
export function withKnownWidths(
  columns: readonly ColumnSummary[],
  before: readonly ColumnSummary[],
): readonly ColumnSummary[] {
  const known = new Map(before.map(({ name, characters }) => [name, characters]));
  return columns.map((column) => ({ ...column, characters: known.get(column.name) ?? column.characters }));
}

export interface KeyCharacters {
  readonly partitionKey: number;
  readonly rowKey: number;
}

/** Characters that nine of ten keys of a page need, for the first width of the key columns. */
export function usualKeyCharacters(rows: readonly Entity[]): KeyCharacters {
  return {
    partitionKey: ninthDecile(rows.map((row) => row.partitionKey.length)),
    rowKey: ninthDecile(rows.map((row) => row.rowKey.length)),
  };
}

function ninthDecile(lengths: number[]): number {
  lengths.sort((left, right) => left - right);
  return lengths[Math.floor((lengths.length - 1) * 0.9)] ?? 0;
}

function roughCharacters(value: EdmValue): number {
  switch (value.type) {
    case 'Edm.Boolean':
      return 5;
    case 'Edm.DateTime':
      return 27;
    case 'Edm.Guid':
      return 36;
    case 'Edm.Binary':
      return 24;
    default:
      return Math.min(value.value.length, widestCharacters);
  }
}

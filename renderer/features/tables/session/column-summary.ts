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

/** The longest key of a page, for the first width of the key columns. */
export function longestKeys(rows: readonly Entity[]): { readonly partitionKey: number; readonly rowKey: number } {
  let partitionKey = 0;
  let rowKey = 0;
  for (const row of rows) {
    partitionKey = Math.max(partitionKey, row.partitionKey.length);
    rowKey = Math.max(rowKey, row.rowKey.length);
  }
  return { partitionKey, rowKey };
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

// Determines a table's columns from its rows as pages arrive: order of first appearance, all types, and an initial
// width that never changes by itself afterwards.
import type { EdmType } from '@shared/model/entity';
import { type PackedColumn, type PackedRows, typesOf } from '@shared/rows/packed-rows';
import { type TextVector, textAt } from '@shared/rows/text-vector';

export interface ColumnSummary {
  readonly name: string;
  /** Types in order of first appearance; more than one makes the column mixed. */
  readonly types: readonly EdmType[];
  /** Longest cell text of the page in which the column first appeared, in characters. */
  readonly characters: number;
}

/** Beyond this the text is cut anyway. */
const widestCharacters = 60;

/** Returns the same list when the blocks taught nothing new, so that a grid need not lay out again. */
export function learnColumns(known: readonly ColumnSummary[], blocks: readonly PackedRows[]): readonly ColumnSummary[] {
  const index = new Map(known.map((column) => [column.name, column]));
  const fresh = new Set<string>();
  let changed = false;
  for (const packed of blocks.flatMap(({ columns }) => columns)) {
    const { name } = packed;
    const column = index.get(name) ?? { name, types: [], characters: 0 };
    if (column.types.length === 0) fresh.add(name);
    const types = [...new Set([...column.types, ...typesOf(packed)])];
    const characters = fresh.has(name) ? Math.max(column.characters, roughCharacters(packed)) : column.characters;
    if (types.length === column.types.length && characters === column.characters) continue;
    index.set(name, { name, types, characters });
    changed = true;
  }
  return changed ? [...index.values()] : known;
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
export function defaultKeyCharacters(blocks: readonly PackedRows[]): KeyCharacters {
  return {
    partitionKey: ninthDecile(blocks.flatMap(({ partitionKeys, count }) => lengthsOf(partitionKeys, count))),
    rowKey: ninthDecile(blocks.flatMap(({ rowKeys, count }) => lengthsOf(rowKeys, count))),
  };
}

function ninthDecile(lengths: number[]): number {
  lengths.sort((left, right) => left - right);
  return lengths[Math.floor((lengths.length - 1) * 0.9)] ?? 0;
}

function lengthsOf(texts: TextVector, count: number): number[] {
  return Array.from({ length: count }, (_, index) => textAt(texts, index).length);
}

function roughCharacters(column: PackedColumn): number {
  return Math.max(...typesOf(column).map((type) => defaultCharacters[type] ?? widestText(column)));
}

function widestText(column: PackedColumn): number {
  return Math.min(widestCharacters, Math.max(0, ...lengthsOf(column.texts, column.count)));
}

/** The width of values of these types, which does not depend on the value. */
const defaultCharacters: Partial<Record<EdmType, number>> = {
  'Edm.Boolean': 5,
  'Edm.DateTime': 27,
  'Edm.Guid': 36,
  'Edm.Binary': 24,
};

// The columns of a table, learned from its rows as pages arrive (order of first appearance, all types, a width that
// never changes automatically), and as the grid shows them: keys first and pinned, the Timestamp last.
import type { EdmType, EdmValue, Entity } from '@shared/model/entity';
import { t } from '@shared/strings/t';
import { type PackedColumn, type PackedRows, type ValueSource, typesOf } from '@shared/rows/packed-rows';
import { isNumeric, typeName } from './value-format';
import { type TextVector, textAt } from '@shared/rows/text-vector';

type ColumnSource = ValueSource;

export interface GridColumn {
  /** Unique even where a property is called like a system field. */
  readonly id: string;
  readonly name: string;
  readonly source: ColumnSource;
  readonly types: readonly EdmType[];
  readonly pinned: boolean;
  readonly align: 'start' | 'end';
  readonly widthPx: number;
}

export const partitionKeyId = 'key:PartitionKey';
export const rowKeyId = 'key:RowKey';
const timestampId = 'system:Timestamp';
export const narrowestPx = 56;
export const widestPx = 1200;

const monoCharacterPx = 7.4;
const sansCharacterPx = 7;
const headerCharacterPx = 7.9;
const badgeCharacterPx = 6.6;
const cellPaddingPx = 26;
const widestFirstPx = 320;
const widestKeyPx = 220;

export function propertyId(name: string): string {
  return `property:${name}`;
}

/** Every column that the grid could show, visible or not. */
export function allColumns(summaries: readonly ColumnSummary[], keyCharacters: KeyCharacters): readonly GridColumn[] {
  const key = (id: string, name: string, source: ColumnSource, characters: number): GridColumn => ({
    id,
    name,
    source,
    types: [],
    pinned: true,
    align: 'start',
    widthPx: between(name.length * headerCharacterPx + 44, characters * monoCharacterPx + cellPaddingPx, widestKeyPx),
  });
  return [
    key(partitionKeyId, 'PartitionKey', 'partition-key', keyCharacters.partitionKey),
    key(rowKeyId, 'RowKey', 'row-key', keyCharacters.rowKey),
    ...summaries.map(propertyColumn),
    {
      id: timestampId,
      name: 'Timestamp',
      source: 'timestamp',
      types: ['Edm.DateTime'],
      pinned: false,
      align: 'start',
      widthPx: 27 * monoCharacterPx + cellPaddingPx,
    },
  ];
}

/** The columns on screen; keys cannot be hidden. */
export function visibleColumns(columns: readonly GridColumn[], hidden: ReadonlySet<string>): readonly GridColumn[] {
  return hidden.size === 0 ? columns : columns.filter((column) => isKey(column) || !hidden.has(column.id));
}

export function isKey({ source }: Pick<GridColumn, 'source'>): boolean {
  return source === 'partition-key' || source === 'row-key';
}

/** The property of that name of one entity. */
export type ValueOf = (name: string) => EdmValue | undefined;

/**
 * An entity's value in a column; undefined if it has none. Keys read as String.
 * @param valueOf finds a property by its name, for callers that have an index; default: searches the entity
 */
export function cellValue(
  row: Entity,
  { source, name }: Pick<GridColumn, 'source' | 'name'>,
  valueOf: ValueOf = (wanted) => row.properties.find((property) => property.name === wanted)?.value,
): EdmValue | undefined {
  switch (source) {
    case 'partition-key':
      return { type: 'Edm.String', value: row.partitionKey };
    case 'row-key':
      return { type: 'Edm.String', value: row.rowKey };
    case 'timestamp':
      return row.timestamp === '' ? undefined : { type: 'Edm.DateTime', value: row.timestamp };
    case 'property':
      return valueOf(name);
  }
}

/** The text of the header's badge: one type, or `mixed` with all of them in the tooltip. */
export function badgeText(types: readonly EdmType[]): string {
  const [first] = types;
  if (first === undefined) return '';
  return types.length === 1 ? typeName(first) : t`mixed`;
}

function propertyColumn(summary: ColumnSummary): GridColumn {
  const id = propertyId(summary.name);
  const numeric = summary.types.every(isNumeric);
  const mono = summary.types.some((type) => type !== 'Edm.String' && type !== 'Edm.Boolean');
  const header = summary.name.length * headerCharacterPx + badgeText(summary.types).length * badgeCharacterPx + 38;
  const content = summary.characters * (mono ? monoCharacterPx : sansCharacterPx) + cellPaddingPx;
  return {
    id,
    name: summary.name,
    source: 'property',
    types: summary.types,
    pinned: false,
    align: numeric ? 'end' : 'start',
    widthPx: between(header, content, widestFirstPx),
  };
}

function between(header: number, content: number, max: number): number {
  return Math.round(Math.min(Math.max(header, content, narrowestPx), Math.max(max, Math.min(header, max + 80))));
}

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

// The columns of the grid in display order with their widths: keys first and pinned, then properties in order of
// first appearance, the Timestamp last.
import type { EdmType, EdmValue, Entity } from '@shared/model/entity';
import { t } from '@shared/strings/t';
import type { ColumnSummary, KeyCharacters } from './column-summary';
import type { ValueSource } from '@shared/rows/packed-rows';
import { isNumeric, typeName } from './value-format';

export type ColumnSource = ValueSource;

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
 * What an entity has in a column; undefined where it has nothing. Keys read as String.
 * @param valueOf finds a property by its name, for those who have them at hand; default: looks through the entity
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

/** What the header's badge says: one type, or `mixed` with all of them in the tooltip. */
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

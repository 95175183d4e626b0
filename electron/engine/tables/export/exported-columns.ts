// The columns of the exported entities: the types that occur in each and what a file format needs to know about them.
import { type EdmType, edmType } from '@shared/model/entity';
import { type PackedColumn, type PackedRows, absent, packRows, typesOf, unpackRows } from '@shared/rows/packed-rows';
import { type TextVector, textAt } from '@shared/rows/text-vector';

export interface ExportedColumn {
  readonly name: string;
  readonly types: ReadonlySet<EdmType>;
  /** Whether a value is an empty string, which a cell cannot distinguish from no value. */
  readonly holdsEmptyText: boolean;
  /** Whether a time is outside the range of 64-bit nanoseconds since 1970. */
  readonly holdsFarTimes: boolean;
}

const keyNames = ['PartitionKey', 'RowKey', 'Timestamp'];
const earliest = '1677-09-22';
const latest = '2262-04-11';
const earliestMs = Date.parse(earliest);
const latestMs = Date.parse(latest);
const dateTime = edmType.options.indexOf('Edm.DateTime');

/** All columns in the order of their first occurrence, or the requested ones in the requested order. */
export class ColumnScan {
  readonly #found = new Map<
    string,
    { name: string; types: Set<EdmType>; holdsEmptyText: boolean; holdsFarTimes: boolean }
  >();

  constructor(wanted: readonly string[]) {
    for (const name of wanted) if (!keyNames.includes(name)) this.#column(name);
  }

  get columns(): readonly ExportedColumn[] {
    return [...this.#found.values()];
  }

  add({ columns, shapes }: PackedRows): void {
    // Columns of a block stand in the order of their first occurrence, whatever the order within later rows.
    if (shapes.length === 0) return;
    for (const column of columns) {
      const entry = this.#column(column.name);
      for (const type of typesOf(column)) entry.types.add(type);
      entry.holdsEmptyText ||= holdsEmptyText(column.texts, column.count);
      entry.holdsFarTimes ||= entry.types.has('Edm.DateTime') && holdsFarTimes(column);
    }
  }

  #column(name: string) {
    const known = this.#found.get(name);
    if (known !== undefined) return known;
    const fresh = { name, types: new Set<EdmType>(), holdsEmptyText: false, holdsFarTimes: false };
    this.#found.set(name, fresh);
    return fresh;
  }
}

function holdsEmptyText(texts: TextVector, count: number): boolean {
  switch (texts.kind) {
    case 'constant':
      return count > 0 && texts.text === '';
    case 'dictionary':
      return texts.texts.includes('');
    case 'bytes':
    case 'units':
      return texts.ends.some((end, index) => end === (index === 0 ? 0 : texts.ends[index - 1]));
    case 'integers':
    case 'doubles':
    case 'moments':
    case 'guids':
      return false;
  }
}

function holdsFarTimes({ types, texts, count }: PackedColumn): boolean {
  if (texts.kind === 'moments') return texts.ms.some((ms) => ms < earliestMs || ms >= latestMs);
  for (let index = 0; index < count; index += 1) {
    if (typeof types !== 'string' && types[index] !== dateTime) continue;
    const text = textAt(texts, index);
    if (text < earliest || text >= latest) return true;
  }
  return false;
}

/** A value of a column in one block. */
export interface ColumnValues {
  readonly texts: TextVector;
  /** The only type; otherwise that of a value by its index in `texts`. */
  readonly type: EdmType | ((index: number) => EdmType);
  /** The index in `texts` of a row's value; -1 for none. */
  readonly indexAt: (row: number) => number;
}

/** The values of each named column; null for a column that the block lacks. */
export function valuesOf({ columns }: PackedRows, names: readonly string[]): readonly (ColumnValues | null)[] {
  const byName = new Map(columns.map((column) => [column.name, column]));
  return names.map((name) => {
    const column = byName.get(name);
    return column === undefined ? null : columnValues(column);
  });
}

function columnValues({ types, texts, positions }: PackedColumn): ColumnValues {
  return {
    texts,
    type: typeof types === 'string' ? types : (index) => edmType.options[types[index] ?? 0] ?? 'Edm.String',
    indexAt: positions === null ? (row) => row : (row) => (positions[row] === absent ? -1 : (positions[row] ?? -1)),
  };
}

/** A name that occurs twice in an entity gets two columns when it is packed; in a file the last value counts. */
export function withoutRepeatedNames(rows: PackedRows): PackedRows {
  if (new Set(rows.columns.map(({ name }) => name)).size === rows.columns.length) return rows;
  return packRows(
    unpackRows(rows).map((row) => ({
      ...row,
      properties: [...new Map(row.properties.map((property) => [property.name, property])).values()],
    })),
  );
}

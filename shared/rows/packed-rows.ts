// Up to 65,535 entities by column: keys, times and typed properties as vectors. It is plain data that can be sent to
// another process or stored as it is; every entity is restored exactly, with its properties in order.
import { type EdmType, type EdmValue, type Entity, type Property, edmType } from '../model/entity';
import { etagOf } from '../model/entity-etag';
import { type TextShape, type TextVector, packTexts, textAt, vectorBytes } from './text-vector';

export interface PackedRows {
  readonly count: number;
  readonly partitionKeys: TextVector;
  readonly rowKeys: TextVector;
  readonly timestamps: TextVector;
  /** `from-timestamp` when every ETag is the one that the service derives from the timestamp. */
  readonly etags: TextVector | 'from-timestamp';
  readonly columns: readonly PackedColumn[];
  /** The distinct orders of columns, and which one each row has; null when all rows have the first. */
  readonly shapes: readonly Uint16Array[];
  readonly shapeOfRow: Uint16Array | null;
  /** Memory taken by all of this. */
  readonly bytes: number;
}

export interface PackedColumn {
  readonly name: string;
  /** Number of values; less than the number of rows if some lack the property. */
  readonly count: number;
  /** The common type, or for each value its index in the list of types. */
  readonly types: EdmType | Uint8Array;
  readonly texts: TextVector;
  /** The index in `texts` for each row, `absent` for none; null when every row has a value. */
  readonly positions: Uint16Array | null;
}

/** Where a value of an entity is stored. */
export type ValueSource = 'partition-key' | 'row-key' | 'timestamp' | 'property';

/** Rows per block. Row indices fit 16 bits, and reading a block from disk takes a few milliseconds. */
export const blockRows = 1000;

/** In `places`, the index of a row without a value. */
export const absent = 0xffff;
const allTypes = edmType.options;
const objectBytes = 120;

interface OpenColumn {
  readonly name: string;
  readonly types: EdmType[];
  readonly texts: string[];
  readonly rows: number[];
}

/** Packs these entities; at most 65,535. */
export function packRows(rows: readonly Entity[]): PackedRows {
  const open: OpenColumn[] = [];
  const byName = new Map<string, number[]>();
  const shapes: number[][] = [];
  const shapeOfRow = new Uint16Array(rows.length);
  rows.forEach((row, index) => {
    const shape = row.properties.map(({ name, value }) => {
      const at = columnOf(open, byName, name, index);
      const column = open[at];
      column?.types.push(value.type);
      column?.texts.push(String(value.value));
      column?.rows.push(index);
      return at;
    });
    shapeOfRow[index] = shapeIndex(shapes, shape, shapeOfRow[index - 1]);
  });

  const timestamps = rows.map(({ timestamp }) => timestamp);
  const etagsFollow = rows.every(({ etag, timestamp }) => etag === etagOf(timestamp));
  const parts = {
    count: rows.length,
    partitionKeys: packTexts(
      rows.map(({ partitionKey }) => partitionKey),
      'any',
    ),
    rowKeys: packTexts(
      rows.map(({ rowKey }) => rowKey),
      'any',
    ),
    timestamps: packTexts(timestamps, 'moment'),
    etags: etagsFollow
      ? ('from-timestamp' as const)
      : packTexts(
          rows.map(({ etag }) => etag),
          'any',
        ),
    columns: open.map((column) => packColumn(column, rows.length)),
    shapes: shapes.map((shape) => Uint16Array.from(shape)),
    shapeOfRow: shapes.length <= 1 ? null : shapeOfRow,
  };
  return withBytes(parts);
}

/** As `packRows` for any number of rows: blocks of `blockRows`, and a last one with the rest. */
export function packBlocks(rows: readonly Entity[]): PackedRows[] {
  return Array.from({ length: Math.ceil(rows.length / blockRows) }, (_, at) =>
    packRows(rows.slice(at * blockRows, (at + 1) * blockRows)),
  );
}

/** The entity at an index, rebuilt. */
export function entityAt(rows: PackedRows, index: number): Entity {
  const timestamp = textAt(rows.timestamps, index);
  const shape = rows.shapes[rows.shapeOfRow?.[index] ?? 0] ?? new Uint16Array();
  const properties: Property[] = [];
  for (const at of shape) {
    const column = rows.columns[at];
    const value = column === undefined ? undefined : columnValue(column, index);
    if (column !== undefined && value !== undefined) properties.push({ name: column.name, value });
  }
  return {
    partitionKey: textAt(rows.partitionKeys, index),
    rowKey: textAt(rows.rowKeys, index),
    timestamp,
    etag: etagAt(rows, index, timestamp),
    properties,
  };
}

/** All of them, as they were packed. */
export function unpackRows(rows: PackedRows): Entity[] {
  return Array.from({ length: rows.count }, (_, index) => entityAt(rows, index));
}

/** Identifies a row by its keys. A key may contain any character, so it is JSON. */
export function rowId({ partitionKey, rowKey }: Pick<Entity, 'partitionKey' | 'rowKey'>): string {
  return JSON.stringify([partitionKey, rowKey]);
}

/** The same rows without some of their columns, and without timestamps if they are to go, too. ETags stay. */
export function withoutColumns(
  rows: PackedRows,
  isDropped: (name: string) => boolean,
  timestamps: 'leave' | 'drop',
): PackedRows {
  const columns = rows.columns.filter(({ name }) => !isDropped(name));
  if (timestamps === 'leave' && columns.length === rows.columns.length) return rows;
  const indexOf = new Map(columns.map((column, at) => [column, at]));
  const shapes = rows.shapes.map((shape) =>
    Uint16Array.from(
      [...shape].flatMap((at) => {
        const column = rows.columns[at];
        const index = column === undefined ? undefined : indexOf.get(column);
        return index === undefined ? [] : [index];
      }),
    ),
  );
  const { count, partitionKeys, rowKeys, shapeOfRow } = rows;
  const parts = { count, partitionKeys, rowKeys, columns, shapes, shapeOfRow };
  if (timestamps === 'leave') return withBytes({ ...parts, timestamps: rows.timestamps, etags: rows.etags });
  const etags = Array.from({ length: count }, (_, index) => etagAt(rows, index, textAt(rows.timestamps, index)));
  return withBytes({ ...parts, timestamps: { kind: 'constant', text: '' }, etags: packTexts(etags, 'any') });
}

function etagAt({ etags }: PackedRows, index: number, timestamp: string): string {
  return etags === 'from-timestamp' ? etagOf(timestamp) : textAt(etags, index);
}

/** The keys at an index, without building the entity. */
export function keysOf(rows: PackedRows, index: number): Pick<Entity, 'partitionKey' | 'rowKey'> {
  return { partitionKey: textAt(rows.partitionKeys, index), rowKey: textAt(rows.rowKeys, index) };
}

/** The `rowId` at an index, without building the entity. */
export function idAt(rows: PackedRows, index: number): string {
  return rowId(keysOf(rows, index));
}

/** Every type of the column, in the order in which they appear. */
export function typesOf({ types }: PackedColumn): readonly EdmType[] {
  if (typeof types === 'string') return [types];
  return [...new Set(types)].map((position) => allTypes[position] ?? 'Edm.String');
}

/** Reads one column without building entities. Keys read as String; a missing Timestamp or value as undefined. */
export function valueReader(
  rows: PackedRows,
  source: ValueSource,
  name: string,
): (index: number) => EdmValue | undefined {
  switch (source) {
    case 'partition-key':
      return (index) => ({ type: 'Edm.String', value: textAt(rows.partitionKeys, index) });
    case 'row-key':
      return (index) => ({ type: 'Edm.String', value: textAt(rows.rowKeys, index) });
    case 'timestamp':
      return (index) => {
        const value = textAt(rows.timestamps, index);
        return value === '' ? undefined : { type: 'Edm.DateTime', value };
      };
    case 'property': {
      const column = rows.columns.find((each) => each.name === name);
      return (index) => (column === undefined ? undefined : columnValue(column, index));
    }
  }
}

function columnValue({ types, texts, positions: indexes }: PackedColumn, index: number): EdmValue | undefined {
  const position = indexes === null ? index : (indexes[index] ?? absent);
  if (indexes !== null && position === absent) return undefined;
  const type = typeof types === 'string' ? types : (allTypes[types[position] ?? 0] ?? 'Edm.String');
  const text = textAt(texts, position);
  return type === 'Edm.Boolean' ? { type, value: text === 'true' } : { type, value: text };
}

/** A name that occurs twice in a row gets two columns, so that nothing is lost. */
function columnOf(open: OpenColumn[], byName: Map<string, number[]>, name: string, row: number): number {
  const same = byName.get(name) ?? [];
  const free = same.find((at) => open[at]?.rows.at(-1) !== row);
  if (free !== undefined) return free;
  open.push({ name, types: [], texts: [], rows: [] });
  byName.set(name, [...same, open.length - 1]);
  return open.length - 1;
}

function shapeIndex(shapes: number[][], shape: readonly number[], before: number | undefined): number {
  const same = (known: readonly number[] | undefined): boolean =>
    known?.length === shape.length && known.every((at, index) => at === shape[index]);
  if (before !== undefined && same(shapes[before])) return before;
  const known = shapes.findIndex(same);
  if (known >= 0) return known;
  shapes.push([...shape]);
  return shapes.length - 1;
}

/** The indices of a column that only some of `count` rows have. */
export function columnIndexes(rows: ArrayLike<number>, count: number): Uint16Array {
  const indexes = new Uint16Array(count).fill(absent);
  for (let position = 0; position < rows.length; position += 1) indexes[rows[position] ?? 0] = position;
  return indexes;
}

function packColumn({ name, types, texts, rows }: OpenColumn, count: number): PackedColumn {
  const [first = 'Edm.String'] = types;
  const single = types.every((type) => type === first);
  return {
    name,
    count: texts.length,
    types: single ? first : Uint8Array.from(types, (type) => allTypes.indexOf(type)),
    texts: packTexts(texts, single ? shapeOfType(first) : 'any'),
    positions: rows.length === count ? null : columnIndexes(rows, count),
  };
}

/** The form that values of one type most likely have. */
export function shapeOfType(type: EdmType): TextShape {
  switch (type) {
    case 'Edm.Int32':
    case 'Edm.Int64':
      return 'integer';
    case 'Edm.Double':
      return 'double';
    case 'Edm.DateTime':
      return 'moment';
    case 'Edm.Guid':
      return 'guid';
    default:
      return 'any';
  }
}

/** The rows with what they hold in memory. */
export function withBytes(parts: Omit<PackedRows, 'bytes'>): PackedRows {
  return { ...parts, bytes: bytesOf(parts) };
}

function bytesOf(rows: Omit<PackedRows, 'bytes'>): number {
  const columns = rows.columns.reduce(
    (sum, { name, types, texts, positions: indexes }) =>
      sum +
      objectBytes +
      2 * name.length +
      (typeof types === 'string' ? 0 : types.byteLength) +
      vectorBytes(texts) +
      (indexes?.byteLength ?? 0),
    0,
  );
  return (
    columns +
    vectorBytes(rows.partitionKeys) +
    vectorBytes(rows.rowKeys) +
    vectorBytes(rows.timestamps) +
    (rows.etags === 'from-timestamp' ? 0 : vectorBytes(rows.etags)) +
    rows.shapes.reduce((sum, shape) => sum + shape.byteLength + objectBytes, 0) +
    (rows.shapeOfRow?.byteLength ?? 0) +
    5 * objectBytes
  );
}

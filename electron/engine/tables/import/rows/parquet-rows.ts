// Rows of Parquet files. Each value has the type of its column, or that of the table when Stowage wrote the file; what
// no type of a table holds exactly stays text.
import {
  type FileMetaData,
  type SchemaElement,
  type SchemaTree,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from 'hyparquet';
import { StowageError, invalidInput } from '@shared/errors';
import { isRejectColumn, parseEdmType } from '@shared/import/typed-header';
import type { EdmType } from '@shared/model/entity';
import { edmTextProblem } from '@shared/query/edm-value';
import { t } from '@shared/strings/t';
import { createSerialQueue } from '@shared/serial-queue';
import { MiB } from '@shared/units';
import {
  CheckedPages,
  PageTooLarge,
  areRowsHeld,
  hasTooManyColumns,
  isSchemaComplete,
} from '../../../parquet/checked-pages';
import { compressors, unreadableCodec } from '../../../parquet/codecs';
import { ExactNumber, wholeText } from '../../../parquet/parquet-cells';
import { type ReadGroup, readGroups } from '../../../parquet/parquet-values';
import type { InputBytes } from './input-text';
import type { Cell, InputColumn, RowPiece, RowReader, SourceRow } from './source-row';

/** Rows that are held at once; pages before them are passed over. */
const rowsAtOnce = 20_000;
/** In UTF-16 units. One long text can be the value of millions of rows. */
const longestRow = 4 * MiB;
/** In UTF-16 units, of the rows that are handed on together. */
const longestPiece = 16 * MiB;

interface FileColumn {
  readonly name: string;
  readonly element: SchemaElement;
  readonly isNested: boolean;
  /** Of all its values, as Stowage noted it. */
  readonly noted: EdmType | null;
  /** The column that holds the type of each row. */
  readonly typesIn: string | null;
}

export class ParquetRows implements RowReader {
  columns: readonly InputColumn[] = [];
  readonly addsColumns = false;
  readonly headerCells: readonly string[] = [];
  readonly blankRows = 0;
  skipsRejectColumns = false;
  readonly #input: InputBytes;
  /** The parser requests all chunks of its rows at once, and each takes an open file. */
  readonly #reads = createSerialQueue();

  constructor(input: InputBytes) {
    this.#input = input;
  }

  async *pieces(): AsyncGenerator<RowPiece, void, undefined> {
    const { bytes: byteLength } = this.#input;
    const source = { byteLength, slice: (start: number, end = byteLength) => this.#slice(start, end) };
    const metadata = await readable(parquetMetadataAsync(source, { geoparquet: false }));
    const codec = unreadableCodec(metadata);
    if (codec !== null) throw damaged(t`its rows are compressed with ${codec}.`);
    if (hasTooManyColumns(metadata)) throw damaged(t`it has more columns than can be read.`);
    if (!isSchemaComplete(metadata)) throw notParquet();
    if (!areRowsHeld(metadata)) throw damaged(t`it declares more rows than it has values.`);
    const columns = this.#settle(metadata);
    const file = new CheckedPages(source, metadata);
    const groups = readGroups(metadata);
    const total = Number(metadata.num_rows);
    let index = 0;
    for (let rowStart = 0; rowStart < total; rowStart += rowsAtOnce) {
      const rowEnd = Math.min(rowStart + rowsAtOnce, total);
      const read = await readable(readRows(file, groups, rowStart, rowEnd));
      let rows: SourceRow[] = [];
      let length = 0;
      for (const row of read) {
        const cells = columns.map((column) => cellOf(column, row));
        const source = (): string => sourceText(columns, cells);
        index += 1;
        const ofRow = lengthOf(cells);
        if (ofRow > longestRow) throw damaged(t`row ${index} is longer than any entity can be.`);
        rows.push(new ParquetRow(index - 1, cells, source));
        length += ofRow;
        if (length < longestPiece) continue;
        yield { rows, bytesDone: Math.round((byteLength * index) / total) };
        rows = [];
        length = 0;
      }
      yield { rows, bytesDone: Math.round((byteLength * rowEnd) / total) };
    }
  }

  async #slice(start: number, end: number): Promise<ArrayBuffer> {
    const bytes = await this.#reads.take(() => this.#input.range(start, end));
    return new Uint8Array(bytes).buffer;
  }

  #settle(metadata: FileMetaData): readonly FileColumn[] {
    const trees = parquetSchema(metadata).children;
    const names = new Set(trees.map(({ element }) => element.name));
    this.skipsRejectColumns = [...names].some(isRejectColumn);
    const notes = new Map((metadata.key_value_metadata ?? []).map(({ key, value }) => [key, value ?? '']));
    const columns = trees.flatMap(({ element, children }: SchemaTree): FileColumn[] => {
      const { name } = element;
      const owner = name.replace(/@type$/, '');
      if (isRejectColumn(name) || (owner !== name && names.has(owner))) return [];
      const isNested = children.length > 0 || element.repetition_type === 'REPEATED';
      const typesIn = names.has(`${name}@type`) ? `${name}@type` : null;
      return [{ name, element, isNested, noted: parseEdmType(notes.get(`edm:${name}`) ?? ''), typesIn }];
    });
    this.columns = columns.map(({ name }) => ({ name, declaredType: null }));
    return columns;
  }
}

class ParquetRow implements SourceRow {
  readonly line: number;
  readonly problem = null;
  readonly #source: () => string;

  constructor(
    readonly index: number,
    readonly cells: readonly Cell[],
    source: () => string,
  ) {
    this.line = index + 1;
    this.#source = source;
  }

  /** JSON, made only for rows that are rejected. */
  get source(): string {
    return this.#source();
  }
}

function lengthOf(cells: readonly Cell[]): number {
  let length = 0;
  for (const cell of cells) if (cell !== null) length += (typeof cell === 'string' ? cell : cell.text).length;
  return length;
}

type ReadRow = Readonly<Record<string, unknown>>;

async function readRows(
  file: CheckedPages,
  groups: readonly ReadGroup[],
  rowStart: number,
  rowEnd: number,
): Promise<readonly ReadRow[]> {
  const rows = Array.from({ length: rowEnd - rowStart }, (): Record<string, unknown> => ({}));
  for (const { names, ...group } of groups) {
    const read = await parquetReadObjects({
      file,
      ...group,
      columns: [...names],
      compressors,
      geoparquet: false,
      // Bytes without a declared type are bytes.
      utf8: false,
      rowStart,
      rowEnd,
      useOffsetIndex: true,
    });
    read.forEach((row, index) => Object.assign(rows[index] ?? {}, row));
  }
  return rows;
}

function cellOf({ name, element, isNested, noted, typesIn }: FileColumn, row: ReadRow): Cell {
  const value = row[name];
  if (value === undefined || value === null) return null;
  if (isNested) return { text: wholeText(value), type: 'Edm.String' };
  const noteOfRow = typesIn === null ? undefined : row[typesIn];
  const own = typeof noteOfRow === 'string' ? parseEdmType(noteOfRow) : noted;
  // Digits in the file decide: `1.10` of a decimal is no double.
  if (value instanceof ExactNumber && own === null) return value.digits;
  const [text, type] = typedText(value, element);
  const wanted = own ?? type;
  const isHeld = wanted === 'Edm.Boolean' ? /^(?:true|false)$/.test(text) : edmTextProblem(wanted, text) === null;
  return isHeld ? { text, type: wanted } : { text, type: 'Edm.String' };
}

function typedText(
  value: unknown,
  { type, converted_type: converted, logical_type: logical }: SchemaElement,
): readonly [string, EdmType] {
  switch (typeof value) {
    case 'boolean':
      return [String(value), 'Edm.Boolean'];
    case 'bigint':
      return [String(value), 'Edm.Int64'];
    case 'number':
      if (type === 'FLOAT' || type === 'DOUBLE' || logical?.type === 'FLOAT16')
        return [doubleText(value), 'Edm.Double'];
      return [
        String(value),
        value >= -(2 ** 31) && value < 2 ** 31 && converted !== 'UINT_32' ? 'Edm.Int32' : 'Edm.Int64',
      ];
    case 'string': {
      if (logical?.type === 'UUID') return [value, 'Edm.Guid'];
      return isTime(type, converted, logical) ? timeCell(value, logical) : [value, 'Edm.String'];
    }
    default:
      if (value instanceof Date) return timeCell(wholeText(value), logical);
      if (!(value instanceof Uint8Array)) return [wholeText(value), 'Edm.String'];
      if (converted === 'ENUM' || logical?.type === 'ENUM') return [Buffer.from(value).toString('utf8'), 'Edm.String'];
      return [Buffer.from(value).toString('base64'), 'Edm.Binary'];
  }
}

function doubleText(value: number): string {
  return Object.is(value, -0) ? '-0.0' : String(value);
}

function isTime(
  type: SchemaElement['type'],
  converted: SchemaElement['converted_type'],
  logical: SchemaElement['logical_type'],
): boolean {
  return type === 'INT96' || logical?.type === 'TIMESTAMP' || (converted ?? '').startsWith('TIMESTAMP');
}

/** A table holds 100 ns; a time with more digits, or of no zone, stays text. */
function timeCell(text: string, logical: SchemaElement['logical_type']): readonly [string, EdmType] {
  const short = text.replace(/(\.\d{7})0+Z$/, '$1Z').replace(/\.0+Z$/, 'Z');
  if (logical?.type === 'TIMESTAMP' && !logical.isAdjustedToUTC) return [short.replace(/Z$/, ''), 'Edm.String'];
  return [short, 'Edm.DateTime'];
}

/** The row as JSON, with the types that JSON does not have. */
function sourceText(columns: readonly FileColumn[], cells: readonly Cell[]): string {
  const members = cells.flatMap((cell, index) => {
    const name = columns[index]?.name ?? '';
    if (cell === null) return [];
    if (typeof cell === 'string') return [`${JSON.stringify(name)}:${JSON.stringify(cell)}`];
    const type = cell.type === 'Edm.String' ? [] : [`${JSON.stringify(`${name}@odata.type`)}:"${cell.type}"`];
    return [...type, `${JSON.stringify(name)}:${JSON.stringify(cell.text)}`];
  });
  return `{${members.join(',')}}`;
}

/** @throws StowageError `invalid.input` for a damaged file, and what reading the disk throws */
async function readable<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (thrown) {
    if (thrown instanceof StowageError) throw thrown;
    if (thrown instanceof PageTooLarge) throw damaged(t`a page of its rows declares more data than can be held.`);
    throw notParquet();
  }
}

function notParquet(): StowageError {
  return damaged(t`it has no valid Parquet footer, or its pages are damaged.`);
}

function damaged(problem: string): StowageError {
  return invalidInput('Parquet', problem, t`Write the file again, or choose another format.`);
}

// Rows of CSV and TSV files: applies the header to the cells and finds lines that are not rows. Records are split by
// record-splitter.ts.
import { unguarded } from '@shared/charting/formula-guard';
import { namedDelimiter } from '@shared/import/delimiter';
import {
  type HeaderColumn,
  isRejectColumn,
  parseEdmType,
  parseHeader,
  rejectColumns,
} from '@shared/import/typed-header';
import type { SettledReading } from '@shared/model/table-import';
import { MiB } from '@shared/units';
import { plural } from '@shared/strings/t';
import { type InputBytes, decodedPieces } from './input-text';
import { type DelimitedRecord, RecordSplitter } from './record-splitter';
import { type Cell, type InputColumn, type RowPiece, type RowReader, type SourceRow, limitColumns } from './source-row';

/** No entity is larger. */
export const longestRow = 4 * MiB;

export class DelimitedRows implements RowReader {
  columns: readonly InputColumn[] = [];
  readonly addsColumns = false;
  headerCells: readonly string[] = [];
  blankRows = 0;
  skipsRejectColumns = false;
  readonly #input: InputBytes;
  readonly #reading: SettledReading;
  #header: readonly HeaderColumn[] | null = null;
  #width = 0;
  #isPlain = true;
  /** Whether the file has rejected rows of an earlier import, whose formulas are guarded. */
  #isGuarded = false;
  /** How the line of an entity without keys and values begins in an export; null where the file is none. */
  #isExport = false;
  #index = 0;

  constructor(input: InputBytes, reading: SettledReading) {
    this.#input = input;
    this.#reading = reading;
  }

  async *pieces(): AsyncGenerator<RowPiece, void, undefined> {
    const splitter = new RecordSplitter(this.#reading.delimiter, longestRow);
    for await (const { text, bytesDone } of decodedPieces(this.#input, this.#reading.encoding)) {
      yield { rows: this.take(splitter.add(text)), bytesDone };
    }
    yield { rows: this.take(splitter.end()), bytesDone: this.#input.bytes };
  }

  /**
   * Number of cells of a line that needs no check against the header, one per column; 0 when every line must be
   * checked.
   */
  get plainWidth(): number {
    return this.#header !== null && this.#isPlain ? this.#width : 0;
  }

  /** Reserves the number of a row that is handled without `take`. */
  countRow(): number {
    const index = this.#index;
    this.#index += 1;
    return index;
  }

  /** The next records as rows. */
  take(found: readonly DelimitedRecord[]): readonly SourceRow[] {
    const records = this.#header === null ? this.#fromHeader(found) : found;
    const [first] = records;
    if (first === undefined) return [];
    const isFirst = this.#header === null;
    if (isFirst) this.#start(first);
    const rows = isFirst && this.#reading.header === 'first-row' ? records.slice(1) : records;
    return rows.flatMap((record) => (this.#skipsBlank(record) ? [] : [this.#row(record)]));
  }

  #start({ cells, source }: DelimitedRecord): void {
    const hasHeader = this.#reading.header === 'first-row';
    const { delimiter } = this.#reading;
    // A program that quotes every cell quotes those of the header too, and its blank rows are blank.
    const isExport = hasHeader && `${source}${delimiter}`.startsWith(`PartitionKey${delimiter}RowKey${delimiter}`);
    this.#isExport = isExport;
    // An export with columns of these names and their types has no guards.
    this.#isGuarded = hasHeader && rejectColumns.every((name) => cells.includes(name));
    this.headerCells = hasHeader ? this.#unguarded(cells) : cells.map((_, index) => `Column${index + 1}`);
    this.#header = parseHeader(this.headerCells);
    limitColumns(this.#header.length);
    this.skipsRejectColumns = this.headerCells.some(isRejectColumn);
    this.#width = this.headerCells.length;
    this.#isPlain = this.#header.length === this.#width && this.#header.every(({ typeIndex }) => typeIndex === null);
    this.columns = this.#header.map(({ name, declaredType }) => ({ name, declaredType }));
  }

  #unguarded(cells: readonly string[]): readonly string[] {
    return this.#isGuarded ? cells.map(unguarded) : cells;
  }

  /** Without the lines before the header: blank rows, and the line in which Excel names the delimiter. */
  #fromHeader(found: readonly DelimitedRecord[]): readonly DelimitedRecord[] {
    const [first] = found;
    const isDelimiterNamed = first?.line === 1 && namedDelimiter(first.source) !== null;
    const records = isDelimiterNamed ? found.slice(1) : found;
    return records.slice(this.#blankBefore(records));
  }

  /** Counts blank rows before the header, which have no row number. */
  #blankBefore(records: readonly DelimitedRecord[]): number {
    const at = records.findIndex((record) => !isBlank(record));
    const blank = at < 0 ? records.length : at;
    this.blankRows += blank;
    return blank;
  }

  /**
   * Counts a blank row, which an entity of an export with blank keys is not. It takes a row number, so that journals of
   * versions that imported such rows can be resumed.
   */
  #skipsBlank(record: DelimitedRecord): boolean {
    if (!isBlank(record) || (this.#isExport && this.#hasQuotedKeys(record))) return false;
    this.#index += 1;
    this.blankRows += 1;
    return true;
  }

  #hasQuotedKeys({ source }: DelimitedRecord): boolean {
    const [partitionKey] = /^"[^"]*"/.exec(source) ?? [];
    return partitionKey !== undefined && source.startsWith(`${this.#reading.delimiter}"`, partitionKey.length);
  }

  #row({ cells: written, line, source, problem }: DelimitedRecord): SourceRow {
    const cells = this.#unguarded(written);
    const index = this.#index;
    this.#index += 1;
    if (problem !== null) return { index, line, cells: [], source, problem };
    // Spreadsheets append empty cells after the last column; other extra cells contradict the header.
    if (cells.length !== this.#width && !this.#isOnlyLonger(cells)) {
      const wrongWidth = plural(
        cells.length,
      )`The row has one cell, the header ${this.#width}. | The row has ${cells.length} cells, the header ${this.#width}.`;
      return { index, line, cells, source, problem: wrongWidth };
    }
    return { index, line, cells: this.#isPlain ? cells : this.#typed(cells), source, problem: null };
  }

  #isOnlyLonger(cells: readonly string[]): boolean {
    return cells.length > this.#width && cells.slice(this.#width).every((cell) => cell === '');
  }

  #typed(cells: readonly string[]): readonly Cell[] {
    return (this.#header ?? []).map(({ index, typeIndex, declaredType }) => {
      const text = cells[index] ?? '';
      if (typeIndex === null) return text;
      const type = parseEdmType(cells[typeIndex] ?? '');
      if (type === null) return text === '' ? null : text;
      return declaredType === type && text !== '' ? text : { text, type };
    });
  }
}

function isBlank({ cells, problem }: DelimitedRecord): boolean {
  return problem === null && cells.every((cell) => cell.trim() === '');
}

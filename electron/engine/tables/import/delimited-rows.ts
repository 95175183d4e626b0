// Rows of CSV and TSV files. The parser is csv-parse; here are line numbers, headers and the rows that are none.
import { type CsvError, type Info, parse } from 'csv-parse';
import { StowageError } from '@shared/errors';
import { type HeaderColumn, parseEdmType, parseHeader } from '@shared/import/typed-header';
import type { SettledReading } from '@shared/model/table-import';
import { MiB } from '@shared/units';
import { type InputBytes, decodedPieces } from './input-text';
import type { Cell, InputColumn, RowPiece, RowReader, SourceRow } from './source-row';

/** No entity is larger; a longer row is a quote that is never closed. */
const longestRow = 4 * MiB;

export class DelimitedRows implements RowReader {
  columns: readonly InputColumn[] = [];
  headerCells: readonly string[] = [];
  readonly #input: InputBytes;
  readonly #reading: SettledReading;
  #header: readonly HeaderColumn[] | null = null;
  #width = 0;
  #isPlain = true;
  #index = 0;
  #endLine = 0;
  #ready: SourceRow[] = [];

  constructor(input: InputBytes, reading: SettledReading) {
    this.#input = input;
    this.#reading = reading;
  }

  async *pieces(signal?: AbortSignal): AsyncGenerator<RowPiece, void, undefined> {
    let failure: Error | null = null;
    const parser = parse({
      delimiter: this.#reading.delimiter,
      relax_column_count: true,
      relax_quotes: false,
      skip_empty_lines: true,
      skip_records_with_error: true,
      max_record_size: longestRow,
      on_record: (cells: unknown, info) => {
        this.#record(cells as string[], info);
        return null;
      },
      on_skip: (error) => this.#skip(error),
    });
    parser.on('error', (error) => (failure = error));
    parser.resume();
    for await (const { text, bytesDone } of decodedPieces(this.#input, this.#reading.encoding, signal)) {
      await new Promise<void>((done) => parser.write(text, () => done()));
      if (failure !== null) throw unreadable(failure, this.#endLine + 1);
      yield { rows: this.#take(), bytesDone };
    }
    await new Promise<void>((done) => {
      parser.once('end', done).once('error', () => done());
      parser.end();
    });
    if (failure !== null) throw unreadable(failure, this.#endLine + 1);
    yield { rows: this.#take(), bytesDone: this.#input.bytes };
  }

  #take(): readonly SourceRow[] {
    const rows = this.#ready;
    this.#ready = [];
    return rows;
  }

  #record(cells: string[], info: Info): void {
    const line = this.#endLine + 1;
    this.#endLine = info.lines;
    if (this.#header === null) {
      this.#start(cells);
      if (this.#reading.header === 'first-row') return;
    }
    this.#ready.push(this.#row(cells, line));
  }

  #start(cells: readonly string[]): void {
    this.headerCells = this.#reading.header === 'first-row' ? cells : cells.map((_, index) => `Column${index + 1}`);
    this.#header = parseHeader(this.headerCells);
    this.#width = this.headerCells.length;
    this.#isPlain = this.#header.length === this.#width && this.#header.every(({ typeIndex }) => typeIndex === null);
    this.columns = this.#header.map(({ name, declaredType }) => ({ name, declaredType }));
  }

  #row(cells: readonly string[], line: number): SourceRow {
    const index = this.#index;
    this.#index += 1;
    // Spreadsheets leave empty cells behind the last column; anything else is not the row that the header promises.
    if (cells.length < this.#width || cells.slice(this.#width).some((cell) => cell !== '')) {
      const problem = `The row has ${cells.length} cells, the header ${this.#width}.`;
      return { index, line, cells, raw: cells, problem };
    }
    return { index, line, cells: this.#isPlain ? cells : this.#typed(cells), raw: cells, problem: null };
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

  #skip(error: CsvError | undefined): undefined {
    const lines = typeof error?.lines === 'number' ? error.lines : this.#endLine + 1;
    const line = this.#endLine + 1;
    this.#endLine = Math.max(lines, line);
    const cells = Array.isArray(error?.record) ? (error.record as string[]) : [];
    this.#ready.push({ index: this.#index, line, cells, raw: cells, problem: quoteProblem });
    this.#index += 1;
    return undefined;
  }
}

const quoteProblem = 'A quote stands where none can be; quotes within a cell are doubled and the cell is quoted.';

function unreadable(failure: Error & { readonly code?: string }, line: number): StowageError {
  const isOpenQuote = failure.code === 'CSV_MAX_RECORD_SIZE' || failure.code === 'CSV_QUOTE_NOT_CLOSED';
  const problem = isOpenQuote ? 'a quoted cell starts here and never ends.' : 'the text cannot be divided into rows.';
  const fix = isOpenQuote ? 'Close the quote, or choose another delimiter.' : 'Check the delimiter and the encoding.';
  return new StowageError('invalid.input', `Line ${line}: ${problem} ${fix}`, {
    context: { field: `Line ${line}`, problem, fix },
    cause: failure,
  });
}

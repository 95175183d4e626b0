// The dry run: one pass over the whole input that settles the types of its columns and finds what would go wrong. Sends
// nothing.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { StowageError } from '@shared/errors';
import { estimateMs, importPaces, planSizes } from '@shared/import/import-pace';
import { importWarnings } from '@shared/import/import-warnings';
import type { ImportReading, ImportReport, ImportSettings, SettledReading } from '@shared/model/table-import';
import type { RejectedRow } from '@shared/model/table-job';
import { checkEntity, storedBytes } from '../entity-rules';
import { BatchPlanner, type PlannedOperation } from '../batch-plan';
import { ColumnCheck, checkedColumn } from './column-check';
import { type InputBytes, fallbackNote } from './input-text';
import { KeySet } from './key-set';
import { ownText } from './own-text';
import { shownText } from './rejected-text';
import { nameRepeatedRows, untypedMapper } from './repeated-rows';
import { type MappedColumn, type RowMapper, mapColumns, rowMapper } from './row-mapping';
import { readerFor, settleReading } from './row-reader';
import type { RowReader, SourceRow } from './source-row';
import { WrongEncoding } from './text-pieces';

export interface CheckOptions {
  readonly reading: ImportReading;
  readonly settings: ImportSettings;
  /** For what does not fit into memory. */
  readonly scratchDir: string;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (rows: number, bytesDone: number) => void;
}

export interface CheckedInput {
  readonly report: ImportReport;
  /** With settled types, in the order of the input. */
  readonly columns: readonly MappedColumn[];
  /** Cells of the header row as they stand; empty for JSON. */
  readonly headerCells: readonly string[];
}

const rejectsNamed = 100;
const partitionsCounted = 500_000;
/** About what an operation's envelope takes in a batch. */
const envelopeBytes = 600;

/** @throws StowageError `invalid.input` where the input cannot be read at all, `local.*`, `cancelled.by-user` */
export async function checkInput(input: InputBytes, options: CheckOptions): Promise<CheckedInput> {
  const reading = await settleReading(input, options.reading);
  try {
    return await new InputCheck(input, reading, options).run();
  } catch (thrown) {
    if (!(thrown instanceof WrongEncoding)) throw thrown;
    if (reading.encoding !== 'utf-8' || options.reading.encoding !== undefined) throw undecodable(reading);
    // Only the whole input tells: the start may be plain ASCII.
    const fallback: SettledReading = { ...reading, encoding: 'windows-1252', notes: [...reading.notes, fallbackNote] };
    return new InputCheck(input, fallback, options).run();
  }
}

export function undecodable({ encoding }: SettledReading): StowageError {
  const problem = `the text is not ${encoding}.`;
  return new StowageError('invalid.input', `Encoding: ${problem}`, {
    context: { field: 'Encoding', problem, fix: 'Choose another encoding.' },
  });
}

class InputCheck {
  readonly #input: InputBytes;
  readonly #reading: SettledReading;
  readonly #options: CheckOptions;
  readonly #reader: RowReader;
  readonly #mapper: RowMapper;
  readonly #keys: KeySet;
  readonly #planner = new BatchPlanner<PlannedOperation>();
  readonly #checks: ColumnCheck[] = [];
  readonly #partitions = new Map<string, number>();
  readonly #batchesBySize = new Map<number, number>(planSizes.map((size) => [size, 0]));
  readonly #rejects: RejectedRow[] = [];
  #rows = 0;
  /** Rows that have cells for the columns. */
  #soundRows = 0;
  #rejectedRows = 0;
  #partitionsExact = true;
  #previous: { partitionKey: string; rowKey: string } | null = null;
  #growsOnly = true;

  constructor(input: InputBytes, reading: SettledReading, options: CheckOptions) {
    this.#input = input;
    this.#reading = reading;
    this.#options = options;
    this.#reader = readerFor(input, reading);
    this.#mapper = untypedMapper(this.#reader, options.settings);
    this.#keys = new KeySet(join(options.scratchDir, `check-${randomUUID()}`));
  }

  async run(): Promise<CheckedInput> {
    try {
      for await (const { rows, bytesDone } of this.#reader.pieces(this.#options.signal)) {
        for (const row of rows) {
          const wait = this.#row(row);
          if (wait !== null) await wait;
        }
        this.#options.onProgress?.(this.#rows, bytesDone);
      }
      for (const batch of this.#planner.flush()) this.#count(batch.length);
      return await this.#report();
    } finally {
      await this.#keys.dispose();
    }
  }

  #row(row: SourceRow): Promise<void> | null {
    this.#rows += 1;
    if (row.problem === null) {
      this.#soundRows += 1;
      for (let index = 0; index < row.cells.length; index += 1) {
        (this.#checks[index] ??= new ColumnCheck()).add(row.cells[index], row.line);
      }
    }
    const result = this.#mapper(row);
    if (result.kind === 'rejected') {
      this.#reject(row, result.code, result.message);
      return null;
    }
    const { entity } = result;
    try {
      checkEntity(entity);
    } catch (thrown) {
      const failure = StowageError.from(thrown);
      this.#reject(row, failure.code, failure.message);
      return null;
    }
    const { partitionKey, rowKey } = entity;
    this.#watchGrowth(partitionKey, rowKey);
    this.#countPartition(partitionKey);
    const bytes = storedBytes(entity) + envelopeBytes + 60 * entity.properties.length;
    for (const batch of this.#planner.add({ partitionKey, rowKey, bytes })) this.#count(batch.length);
    return this.#keys.add(partitionKey, rowKey, row.line);
  }

  #reject(row: SourceRow, code: string, message: string): void {
    this.#rejectedRows += 1;
    if (this.#rejects.length >= rejectsNamed) return;
    this.#rejects.push({ line: row.line, code, message, text: ownText(shownText(row.raw, this.#reading.delimiter)) });
  }

  #watchGrowth(partitionKey: string, rowKey: string): void {
    const before = this.#previous;
    if (this.#growsOnly && before !== null) {
      this.#growsOnly =
        partitionKey > before.partitionKey || (partitionKey === before.partitionKey && rowKey > before.rowKey);
    }
    this.#previous = { partitionKey, rowKey };
  }

  #countPartition(partitionKey: string): void {
    const rows = this.#partitions.get(partitionKey);
    if (rows === undefined && this.#partitions.size >= partitionsCounted) this.#partitionsExact = false;
    else this.#partitions.set(rows === undefined ? ownText(partitionKey) : partitionKey, (rows ?? 0) + 1);
  }

  #count(operations: number): void {
    for (const size of planSizes) {
      this.#batchesBySize.set(size, (this.#batchesBySize.get(size) ?? 0) + Math.ceil(operations / size));
    }
  }

  async #report(): Promise<CheckedInput> {
    const { settings } = this.#options;
    const columns = mapColumns(
      this.#reader.columns,
      settings,
      (index) => this.#checks[index]?.inference.type ?? 'Edm.String',
    );
    // Expressions are checked also where there is no row.
    rowMapper(columns, settings, '');
    const repeated = await this.#keys.result();
    const duplicates = await nameRepeatedRows(
      repeated.named,
      this.#input,
      this.#reading,
      settings,
      this.#options.signal,
    );
    const largest = [...this.#partitions].reduce<readonly [string, number] | null>(
      (best, entry) => (best === null || entry[1] > best[1] ? entry : best),
      null,
    );
    const goodRows = this.#rows - this.#rejectedRows;
    const load = { rows: goodRows, largestPartitionRows: largest?.[1] ?? 0, batchesBySize: this.#batchesBySize };
    const batchSize = settings.batchSize === 'auto' ? 100 : settings.batchSize;
    const batches = this.#batchesBySize.get(batchSize) ?? Math.ceil(goodRows / batchSize);
    const appendOnly = goodRows > 1 && this.#growsOnly;
    const findings = {
      rows: this.#rows,
      rejectedRows: this.#rejectedRows,
      partitions: this.#partitions.size,
      duplicateKeys: repeated.count,
      appendOnly,
    };
    const report: ImportReport = {
      ...findings,
      reading: this.#reading,
      bytes: this.#input.bytes,
      columns: columns.map((column, index) => checkedColumn(column, this.#checks[index], this.#soundRows)),
      partitionsExact: this.#partitionsExact,
      largestPartition: largest === null ? null : { key: largest[0], rows: largest[1] },
      batches,
      duplicates,
      rejects: this.#rejects,
      warnings: [...importWarnings({ ...findings, columns }, settings)],
      transactions: batches,
      estimatedMs: estimateMs(load, batchSize, settings.concurrency === 'auto' ? 20 : settings.concurrency),
      paces: [...importPaces(load)],
      batchesBySize: planSizes.map((size) => ({ size, batches: this.#batchesBySize.get(size) ?? 0 })),
    };
    return { report, columns, headerCells: this.#reader.headerCells };
  }
}

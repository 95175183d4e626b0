// The dry run of an import: reads the whole input once, determines the types of its columns and finds what would go
// wrong. Sends nothing.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type StowageError, invalidInput } from '@shared/errors';
import { batchesFor, importPaces, minTimeMs, planSizes, defaultPace } from '@shared/import/import-pace';
import { importWarnings } from '@shared/import/import-warnings';
import type { ImportReading, ImportReport, ImportSettings, SettledReading } from '@shared/model/table-import';
import type { RejectedRow } from '@shared/model/table-job';
import { t } from '@shared/strings/t';
import { OpenBatches } from '../../batch';
import { ColumnCheck, checkedColumn, typeConflicts } from './column-check';
import type { InputBytes } from '../rows/input-text';
import { KeySet } from './key-set';
import { type LargestPartition, PartitionCounts } from './partition-counts';
import { detachSubstring } from '../../../runtime/detach-substring';
import { shownText } from '../rejected-text';
import { nameRepeatedRows, partitionOfHash } from './repeated-rows';
import { type MappedColumn, mapColumns, rowMapper } from '../parts/row-mapping';
import { readAs, readerFor, settleReading } from '../rows/row-reader';
import { rawOf } from '../rows/raw-row';
import type { RowReader, SourceRow } from '../rows/source-row';
import { type UntypedRow, untypedRows } from '../parts/untyped-rows';
import { rowsBetweenFlushes } from '../waiting-rows';

export interface CheckOptions {
  readonly reading: ImportReading;
  readonly settings: ImportSettings;
  /** Folder for data that does not fit into memory. */
  readonly scratchDir: string;
  readonly onProgress?: (rows: number, bytesDone: number) => void;
}

export interface CheckedInput {
  readonly report: ImportReport;
  /** With determined types, in the order of the input. */
  readonly columns: readonly MappedColumn[];
  /** Raw cells of the header row; empty for JSON. */
  readonly headerCells: readonly string[];
}

const rejectsNamed = 100;

/**
 * Takes no signal: it runs in a thread, which is terminated when the result is no longer wanted.
 * @throws StowageError `invalid.input` when the input cannot be read at all, `local.*`
 */
export async function checkInput(input: InputBytes, options: CheckOptions): Promise<CheckedInput> {
  const reading = await settleReading(input, options.reading);
  // Only reading everything is conclusive, because the start may be plain ASCII.
  return readAs(input, reading, options.reading, async (settled) => {
    const reader = await readerFor(input, settled);
    return new InputCheck(input, settled, { ...options, reader }).run();
  });
}

/** No row was read, so no column is known. */
function unreadable({ line, message }: RejectedRow): StowageError {
  return invalidInput(
    t`Input`,
    t`no row can be read. Line ${line}: ${message}`,
    t`Correct the file, or choose another format.`,
  );
}

class InputCheck {
  readonly #input: InputBytes;
  readonly #reading: SettledReading;
  readonly #options: CheckOptions;
  readonly #reader: RowReader;
  readonly #judge: (row: SourceRow) => UntypedRow;
  readonly #keys: KeySet;
  readonly #planned = new OpenBatches<{ rows: number }>(() => ({ rows: 0 }));
  readonly #checks: ColumnCheck[] = [];
  readonly #partitions: PartitionCounts;
  readonly #batchesBySize = new Map<number, number>(planSizes.map((size) => [size, 0]));
  readonly #rejects: RejectedRow[] = [];
  #rows = 0;
  /** Rows that can be written. */
  #soundRows = 0;
  #rejectedRows = 0;
  #previous: { partitionKey: string; rowKey: string } | null = null;
  #growsOnly = true;
  #emptyRowKeys = 0;

  constructor(
    input: InputBytes,
    reading: SettledReading,
    { reader, ...options }: CheckOptions & { readonly reader: RowReader },
  ) {
    this.#input = input;
    this.#reading = reading;
    this.#options = options;
    this.#reader = reader;
    this.#judge = untypedRows(this.#reader, options.settings);
    const folder = join(options.scratchDir, `check-${randomUUID()}`);
    this.#keys = new KeySet(`${folder}-keys`);
    this.#partitions = new PartitionCounts(`${folder}-partitions`);
  }

  async run(): Promise<CheckedInput> {
    try {
      for await (const { rows, bytesDone } of this.#reader.pieces()) {
        for (const row of rows) {
          const found = this.#row(row);
          if (found.kind === 'rejected') {
            this.#reject(row, found);
            continue;
          }
          const { partitionKey, rowKey } = found;
          const waits = [this.#partitions.add(partitionKey), this.#keys.add(partitionKey, rowKey, row.line)];
          for (const wait of waits) if (wait !== null) await wait;
        }
        this.#options.onProgress?.(this.#rows, bytesDone);
      }
      this.#planned.flush();
      this.#countReady();
      return await this.#report();
    } finally {
      await this.#keys.dispose();
      await this.#partitions.dispose();
    }
  }

  #row(row: SourceRow): UntypedRow {
    this.#rows += 1;
    const found = this.#judge(row);
    // A row that is not written must not decide the type of a column.
    if (found.kind === 'rejected') return found;
    this.#soundRows += 1;
    for (let index = 0; index < row.cells.length; index += 1) {
      (this.#checks[index] ??= this.#newCheck(index)).add(row.cells[index], row.line);
    }
    this.#watchGrowth(found.partitionKey, found.rowKey);
    if (found.rowKey === '') this.#emptyRowKeys += 1;
    this.#planned.batchFor(found.partitionKey, found.rowKey, found.bytes).rows += 1;
    // As the import will do.
    if (this.#rows % rowsBetweenFlushes === 0) this.#planned.flush();
    if (this.#planned.hasReady) this.#countReady();
    return found;
  }

  #newCheck(index: number): ColumnCheck {
    const { settings } = this.#options;
    const column = this.#reader.columns[index];
    const chosen = settings.columns.find((setting) => setting.column === column?.name)?.type;
    return new ColumnCheck(settings, chosen ?? column?.declaredType ?? null);
  }

  #reject(row: SourceRow, { code, message }: Extract<UntypedRow, { readonly kind: 'rejected' }>): void {
    this.#rejectedRows += 1;
    if (this.#rejects.length >= rejectsNamed) return;
    const { delimiter } = this.#reading;
    this.#rejects.push({
      line: row.line,
      code,
      message,
      text: detachSubstring(shownText(rawOf(row, delimiter), delimiter)),
    });
  }

  #watchGrowth(partitionKey: string, rowKey: string): void {
    const before = this.#previous;
    if (this.#growsOnly && before !== null) {
      this.#growsOnly =
        partitionKey > before.partitionKey || (partitionKey === before.partitionKey && rowKey > before.rowKey);
    }
    this.#previous = { partitionKey, rowKey };
  }

  #countReady(): void {
    for (const { rows } of this.#planned.takeReady()) {
      for (const size of planSizes) {
        this.#batchesBySize.set(size, (this.#batchesBySize.get(size) ?? 0) + Math.ceil(rows / size));
      }
    }
  }

  async #report(): Promise<CheckedInput> {
    const { settings } = this.#options;
    const [firstReject] = this.#rejects;
    if (this.#reader.columns.length === 0 && firstReject !== undefined) throw unreadable(firstReject);
    const columns = mapColumns(
      this.#reader.columns,
      settings,
      (index) => this.#checks[index]?.inference.type ?? 'Edm.String',
    );
    // Expressions are checked even if there is no row.
    rowMapper(columns, settings, '');
    const repeated = await this.#keys.result();
    const duplicates = await nameRepeatedRows(repeated.named, this.#input, this.#reading, settings);
    const partitions = await this.#partitions.result();
    const largest = await this.#named(partitions.largest);
    const goodRows = this.#rows - this.#rejectedRows;
    const load = {
      rows: goodRows,
      largestPartitionRows: partitions.largest?.rows ?? 0,
      batchesBySize: this.#batchesBySize,
    };
    const batchSize = settings.batchSize === 'auto' ? defaultPace.batchSize : settings.batchSize;
    const concurrency = settings.concurrency === 'auto' ? defaultPace.concurrency : settings.concurrency;
    const appendOnly = goodRows > 1 && this.#growsOnly;
    const conflicts = typeConflicts(columns, this.#checks);
    const findings = {
      blankRows: this.#reader.blankRows,
      skipsRejectColumns: this.#reader.skipsRejectColumns,
      conflicts: conflicts.columns,
      conflictRows: conflicts.rows,
      rows: this.#rows,
      rejectedRows: this.#rejectedRows,
      partitions: partitions.count,
      duplicateKeys: repeated.count,
      emptyRowKeys: this.#emptyRowKeys,
      appendOnly,
    };
    const report: ImportReport = {
      ...findings,
      reading: this.#reading,
      bytes: this.#input.bytes,
      columns: columns.map((column, index) => checkedColumn(column, this.#checks[index], this.#soundRows)),
      largestPartition: largest,
      batches: batchesFor(load, batchSize),
      duplicates,
      rejects: this.#rejects,
      warnings: [...importWarnings({ ...findings, columns }, settings)],
      minMs: minTimeMs(load, batchSize, concurrency),
      paces: [...importPaces(load)],
      batchesBySize: planSizes.map((size) => ({ size, batches: this.#batchesBySize.get(size) ?? 0 })),
    };
    return { report, columns, headerCells: this.#reader.headerCells };
  }

  async #named(largest: LargestPartition | null): Promise<ImportReport['largestPartition']> {
    if (largest === null) return null;
    const { settings } = this.#options;
    const key = largest.key ?? (await partitionOfHash(largest.hash, this.#input, this.#reading, settings));
    return key === null ? null : { key, rows: largest.rows };
  }
}

// The dry run: one pass over the whole input that settles the types of its columns and finds what would go wrong. Sends
// nothing.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { StowageError } from '@shared/errors';
import { ColumnInference, classOf } from '@shared/import/edm-inference';
import { estimateMs, importPaces, planSizes } from '@shared/import/import-pace';
import type {
  CheckedColumn,
  ImportReading,
  ImportReport,
  ImportSettings,
  SettledReading,
} from '@shared/model/table-import';
import type { RejectedRow } from '@shared/model/table-job';
import { formatCount } from '@shared/units';
import { checkEntity, storedBytes } from '../entity-rules';
import { BatchPlanner, type PlannedOperation } from '../batch-plan';
import { type InputBytes, WrongEncoding, fallbackNote } from './input-text';
import { KeySet } from './key-set';
import { shownText } from './rejected-text';
import { type MappedColumn, type RowMapper, mapColumns, rowMapper } from './row-mapping';
import { readerFor, settleReading } from './row-reader';
import { type Cell, type RowReader, type SourceRow, cellText } from './source-row';

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
}

const rejectsNamed = 100;
const samplesNamed = 3;
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

class ColumnCheck {
  readonly inference = new ColumnInference();
  readonly samples: string[] = [];
  filled = 0;
  /** Types that cells insist on. */
  readonly own = new Set<string>();

  add(cell: Cell | undefined, line: number): void {
    const text = cellText(cell);
    if (text === null || cell === undefined || cell === null) return;
    const isTyped = typeof cell !== 'string';
    if (text === '' && !isTyped) return;
    this.filled += 1;
    if (this.samples.length < samplesNamed && text !== '' && !this.samples.includes(text)) {
      this.samples.push(text.length > 80 ? `${text.slice(0, 79)}…` : text);
    }
    if (!isTyped || cell.type === 'number') this.inference.add(text, line);
    else if (cell.type === 'text') {
      const found = classOf(text);
      this.inference.addClass(found === 'datetime' || found === 'guid' ? found : 'string', line);
    } else {
      this.own.add(cell.type);
      this.inference.addClass(cell.type === 'Edm.Boolean' ? 'boolean' : classOfOwn(cell.type, text), line);
    }
  }
}

function classOfOwn(type: string, text: string): ReturnType<typeof classOf> {
  switch (type) {
    case 'Edm.Int32':
      return 'int32';
    case 'Edm.Int64':
      return classOf(text) === 'wide-int64' ? 'wide-int64' : 'int64';
    case 'Edm.Double':
      return 'double';
    case 'Edm.DateTime':
      return 'datetime';
    case 'Edm.Guid':
      return 'guid';
    default:
      return 'string';
  }
}

class InputCheck {
  readonly #input: InputBytes;
  readonly #reading: SettledReading;
  readonly #options: CheckOptions;
  readonly #reader: RowReader;
  readonly #keys: KeySet;
  readonly #planner = new BatchPlanner<PlannedOperation>();
  readonly #checks: ColumnCheck[] = [];
  readonly #partitions = new Map<string, number>();
  readonly #batchesBySize = new Map<number, number>(planSizes.map((size) => [size, 0]));
  readonly #rejects: RejectedRow[] = [];
  readonly #lines = new Map<number, { line: number; partitionKey: string; rowKey: string }>();
  #mapper: RowMapper | null = null;
  #mappedColumns = 0;
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
    const result = this.#map(row);
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

  /** Types that nobody declared count as text here: whatever is inferred later fits all values. */
  #map(row: SourceRow): ReturnType<RowMapper> {
    const { columns } = this.#reader;
    if (this.#mapper === null || this.#mappedColumns !== columns.length) {
      this.#mapper = rowMapper(
        mapColumns(columns, knownOnly(this.#options.settings, columns), () => 'Edm.String'),
        this.#options.settings,
        '',
      );
      this.#mappedColumns = columns.length;
    }
    return this.#mapper(row);
  }

  #reject(row: SourceRow, code: string, message: string): void {
    this.#rejectedRows += 1;
    if (this.#rejects.length >= rejectsNamed) return;
    this.#rejects.push({ line: row.line, code, message, text: shownText(row.raw, this.#reading.delimiter) });
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
    else this.#partitions.set(partitionKey, (rows ?? 0) + 1);
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
    const duplicates = await this.#name(repeated.named);
    const largest = [...this.#partitions].reduce<readonly [string, number] | null>(
      (best, entry) => (best === null || entry[1] > best[1] ? entry : best),
      null,
    );
    const goodRows = this.#rows - this.#rejectedRows;
    const load = { rows: goodRows, largestPartitionRows: largest?.[1] ?? 0, batchesBySize: this.#batchesBySize };
    const batchSize = settings.batchSize === 'auto' ? 100 : settings.batchSize;
    const batches = this.#batchesBySize.get(batchSize) ?? Math.ceil(goodRows / batchSize);
    const appendOnly = goodRows > 1 && this.#growsOnly;
    const report: ImportReport = {
      reading: this.#reading,
      rows: this.#rows,
      bytes: this.#input.bytes,
      columns: columns.map((column, index) => this.#column(column, index)),
      partitions: this.#partitions.size,
      partitionsExact: this.#partitionsExact,
      largestPartition: largest === null ? null : { key: largest[0], rows: largest[1] },
      batches,
      duplicateKeys: repeated.count,
      duplicates,
      rejects: this.#rejects,
      rejectedRows: this.#rejectedRows,
      appendOnly,
      warnings: warningsOf({
        appendOnly,
        duplicates: repeated.count,
        columns,
        goodRows,
        partitions: this.#partitions.size,
        settings,
      }),
      transactions: batches,
      estimatedMs: estimateMs(load, batchSize, settings.concurrency === 'auto' ? 20 : settings.concurrency),
      paces: [...importPaces(load)],
    };
    return { report, columns };
  }

  #column(column: MappedColumn, index: number): CheckedColumn {
    const check = this.#checks[index];
    const mixed = check !== undefined && check.own.size > 1 && column.typeFrom !== 'setting';
    if (column.use === 'key') {
      // A key is text, whatever its values look like.
      return {
        ...column,
        type: 'Edm.String',
        nulls: this.#soundRows - (check?.filled ?? 0),
        samples: check?.samples ?? [],
        note: '',
      };
    }
    return {
      ...column,
      nulls: this.#soundRows - (check?.filled ?? 0),
      samples: check?.samples ?? [],
      note: mixed
        ? `Rows tell their own types: ${[...check.own].join(', ')}.`
        : column.typeFrom === 'values'
          ? (check?.inference.note ?? '')
          : '',
    };
  }

  /** Reads the input again for the keys of the repeated rows that are named. */
  async #name(
    named: readonly { readonly index: number; readonly firstIndex: number }[],
  ): Promise<ImportReport['duplicates']> {
    if (named.length === 0) return [];
    const wanted = new Set(named.map(({ index }) => index));
    const last = Math.max(...wanted);
    const reader = readerFor(this.#input, this.#reading);
    let mapper: RowMapper | null = null;
    let mapped = 0;
    for await (const { rows } of reader.pieces(this.#options.signal)) {
      for (const row of rows) {
        if (!wanted.has(row.line)) continue;
        if (mapper === null || mapped !== reader.columns.length) {
          const { settings } = this.#options;
          mapper = rowMapper(
            mapColumns(reader.columns, knownOnly(settings, reader.columns), () => 'Edm.String'),
            settings,
            '',
          );
          mapped = reader.columns.length;
        }
        const result = mapper(row);
        if (result.kind === 'entity') {
          const { partitionKey, rowKey } = result.entity;
          this.#lines.set(row.line, { line: row.line, partitionKey, rowKey });
        }
      }
      if (rows.some(({ line }) => line >= last)) break;
    }
    return named.flatMap(({ index, firstIndex }) => {
      const found = this.#lines.get(index);
      return found === undefined ? [] : [{ ...found, firstLine: firstIndex }];
    });
  }
}

/** Of JSON, a column that a setting names may come with a later row. */
function knownOnly(settings: ImportSettings, columns: readonly { readonly name: string }[]): ImportSettings {
  const names = new Set(columns.map(({ name }) => name));
  return { ...settings, columns: settings.columns.filter(({ column }) => names.has(column)) };
}

interface Findings {
  readonly appendOnly: boolean;
  readonly duplicates: number;
  readonly columns: readonly MappedColumn[];
  readonly goodRows: number;
  readonly partitions: number;
  readonly settings: ImportSettings;
}

function warningsOf({ appendOnly, duplicates, columns, goodRows, partitions, settings }: Findings): string[] {
  const warnings: string[] = [];
  if (partitions === 1 && goodRows > 1000) {
    warnings.push(
      'All rows go to one partition, which takes about 2,000 entities a second. Choose a PartitionKey with more values to go faster.',
    );
  } else if (appendOnly && goodRows > 100) {
    warnings.push(
      'The keys only grow, so one partition server takes all writes. Start the PartitionKey with something that varies to spread them.',
    );
  }
  if (duplicates > 0) {
    const effect =
      settings.mode === 'insert' ? 'the later ones are refused' : 'the later ones overwrite the earlier ones';
    warnings.push(`${formatCount(duplicates)} rows repeat a key; ${effect}.`);
  }
  for (const { name, property, use } of columns) {
    if (use === 'import' && name !== property && !settings.columns.some(({ column }) => column === name)) {
      warnings.push(
        `Column ${JSON.stringify(name)} is written as ${property}: property names hold letters, digits and _.`,
      );
    }
  }
  return warnings;
}

// Writes the rows of an input: reads them as a stream, groups them by partition, keeps several batches in flight at a
// pace that follows the service, and tells which rows are settled, so that a later run leaves them out.
import { StowageError, cancelled } from '@shared/errors';
import type { Entity } from '@shared/model/entity';
import type { ImportSettings, SettledReading } from '@shared/model/table-import';
import { MiB } from '@shared/units';
import type { Account } from '../../azure/account';
import type { Clock } from '../../ports';
import { type BatchOperation, batchOperation } from '../batch-message';
import { BatchPlanner, batchLimits } from '../batch-plan';
import { type SentOperations, writeOperations } from '../batch-write';
import { checkEntity } from '../entity-rules';
import type { Pace } from '../pacing/pace';
import { PacedSends } from '../pacing/paced-sends';
import { readEntity, sameContent } from '../read-back';
import type { DoneRows } from './done-rows';
import type { InputBytes } from './input-text';
import { type MappedColumn, rowMapper } from './row-mapping';
import { readerFor } from './row-reader';
import type { SourceRow } from './source-row';

export interface SettledBatch {
  readonly written: readonly number[];
  readonly rejected: readonly RejectedSourceRow[];
  readonly requests: number;
  readonly retries: number;
  readonly batches: number;
}

export interface RejectedSourceRow {
  readonly row: SourceRow;
  readonly code: string;
  readonly message: string;
}

export interface ImportRunOptions {
  readonly account: Account;
  readonly table: string;
  readonly input: InputBytes;
  readonly reading: SettledReading;
  readonly settings: ImportSettings;
  readonly columns: readonly MappedColumn[];
  /** Makes GUID keys; the same for every run of a job. */
  readonly salt: string;
  /** Rows that are settled; `onSettled` keeps it up to date. */
  readonly done: DoneRows;
  /** `again`: an earlier run may have written rows that it could not note down. */
  readonly attempt: 'first' | 'again';
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Resolves at once, or when a paused run may go on. */
  readonly whileAllowed: () => Promise<void>;
  /** Called when rows are settled, to note them down and to add them to `done`. */
  readonly onSettled: (batch: SettledBatch) => Promise<void>;
  readonly onRead: (bytesDone: number) => void;
  readonly onThrottled: (count: number) => void;
  readonly onPace: (pace: Pace) => void;
}

interface PlannedRow extends BatchOperation {
  readonly row: SourceRow;
}

/** Rows that wait for company take at most so much, whatever their number. */
const waitingBytes = 32 * MiB;
/** A row that waits while so many others pass is sent with what there is. */
const longestWait = 30_000;
/** Texts of a row hold on to the piece of the input they were cut from, so nothing waits while more than this is read. */
const longestWaitBytes = 64 * MiB;
const parallelReads = 16;

/** @throws StowageError of the first row refused where rejected rows stop the run, or of what ends all writing */
export async function runImport(options: ImportRunOptions): Promise<void> {
  await new ImportRun(options).run();
}

class ImportRun {
  readonly #options: ImportRunOptions;
  readonly #sends: PacedSends;
  readonly #endpoint: string;
  readonly #planner = new BatchPlanner<PlannedRow>(batchLimits);
  readonly #rowsInFlight = new Map<string, Promise<void>>();
  /** Rows up to here may have been written by an earlier run without a note of it. */
  readonly #doubtfulTo: number;
  #waitingBytes = 0;
  #flushedAtBytes = 0;
  #failure: StowageError | null = null;

  constructor(options: ImportRunOptions) {
    this.#options = options;
    const { account, clock, done, attempt, settings, onPace, onThrottled } = options;
    this.#doubtfulTo = attempt === 'again' && settings.mode === 'insert' ? done.last + 2 * longestWait : -1;
    const onPushback = ({ throttled }: { readonly throttled: number }): void => {
      if (throttled > 0) onThrottled(throttled);
    };
    this.#sends = new PacedSends({ account, clock, wish: settings, onPace, onPushback });
    this.#endpoint = account.descriptor.endpoints.table ?? '';
  }

  async run(): Promise<void> {
    const { input, reading, columns, settings, salt, done, signal, onRead } = this.#options;
    const abort = (): void => this.#fail(cancelled());
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    try {
      const mapper = rowMapper(columns, settings, salt);
      for await (const { rows, bytesDone } of readerFor(input, reading).pieces()) {
        for (const row of rows) {
          if (done.has(row.index)) continue;
          const result = mapper(row);
          if (result.kind === 'rejected') await this.#reject(row, result.code, result.message);
          else await this.#add(row, result.entity);
          if (this.#failure !== null) break;
        }
        if (this.#failure !== null) break;
        if (bytesDone - this.#flushedAtBytes > longestWaitBytes) await this.#flush();
        if (this.#planner.isEmpty) this.#flushedAtBytes = bytesDone;
        onRead(bytesDone);
      }
      await this.#flush();
    } catch (thrown) {
      this.#fail(StowageError.from(thrown));
    } finally {
      await this.#sends.settled();
      signal.removeEventListener('abort', abort);
    }
    if (this.#failure !== null) throw this.#failure;
  }

  async #add(row: SourceRow, entity: Entity): Promise<void> {
    let operation: BatchOperation;
    try {
      checkEntity(entity);
      operation = batchOperation(this.#endpoint, this.#options.table, this.#options.settings.mode, entity);
    } catch (thrown) {
      const failure = StowageError.from(thrown);
      await this.#reject(row, failure.code, reasonOf(failure));
      return;
    }
    this.#waitingBytes += operation.bytes;
    for (const batch of this.#planner.add({ ...operation, row })) await this.#dispatch(batch);
    if (this.#waitingBytes > waitingBytes) await this.#flush();
    // The rows that are known to be settled above the mark stay few only while the mark follows.
    if (row.index - this.#options.done.mark > longestWait) {
      await this.#flush();
      await this.#sends.settled();
    }
  }

  async #flush(): Promise<void> {
    for (const batch of this.#planner.flush()) await this.#dispatch(batch);
  }

  async #dispatch(batch: readonly PlannedRow[]): Promise<void> {
    for (const { bytes } of batch) this.#waitingBytes -= bytes;
    for (let start = 0; start < batch.length && this.#failure === null;) {
      const part = batch.slice(start, start + this.#sends.pace.batchSize);
      start += part.length;
      await this.#send(part);
    }
  }

  /** Waits for a free place, and for earlier batches that hold one of these rows. */
  async #send(part: readonly PlannedRow[]): Promise<void> {
    const keys = part.map(nameOf);
    for (const key of keys) {
      const earlier = this.#rowsInFlight.get(key);
      if (earlier !== undefined) await earlier;
    }
    await this.#options.whileAllowed();
    await this.#sends.place();
    if (this.#failure !== null) return;
    const work = this.#write(part).catch((thrown: unknown) => {
      this.#fail(StowageError.from(thrown));
      return 0;
    });
    const sent = this.#sends.add(work).then(() => {
      for (const key of keys) if (this.#rowsInFlight.get(key) === sent) this.#rowsInFlight.delete(key);
    });
    for (const key of keys) this.#rowsInFlight.set(key, sent);
  }

  /** @returns how many rows were written now */
  async #write(part: readonly PlannedRow[]): Promise<number> {
    const isDoubtful = part.some(({ row }) => row.index <= this.#doubtfulTo);
    if (isDoubtful && (await this.#writtenAtOnce(part))) return part.length;
    const rest = isDoubtful ? await this.#withoutWritten(part) : part;
    if (rest.length === 0) return 0;
    const refused = new Map<BatchOperation, StowageError>();
    const { batches, requests, retries } = await this.#writeRows(rest, (operation, error) => {
      refused.set(operation, error);
      return 'go-on';
    });
    const rejected: RejectedSourceRow[] = [];
    const written: number[] = [];
    for (const planned of rest) {
      const refusal = refused.get(planned);
      if (refusal === undefined) written.push(planned.row.index);
      else rejected.push({ row: planned.row, code: refusal.code, message: reasonOf(refusal) });
    }
    await this.#settle({ written, rejected, batches, requests, retries });
    const [first] = rejected;
    if (first !== undefined && this.#options.settings.rejectedRows === 'stop') this.#fail(stopped(first));
    return written.length;
  }

  #writeRows(
    rows: readonly PlannedRow[],
    onRefused: (operation: BatchOperation, error: StowageError) => 'go-on' | 'stop',
  ): Promise<SentOperations> {
    const { settings, table, clock } = this.#options;
    const { account, signal } = this.#sends;
    return writeOperations({ account, table, clock, signal }, settings.mode, rows, onRefused);
  }

  /** A batch leaves all or nothing, so where it is taken no earlier run wrote any of it. */
  async #writtenAtOnce(part: readonly PlannedRow[]): Promise<boolean> {
    const { written, batches, requests, retries } = await this.#writeRows(part, () => 'stop');
    if (written === 0) return false;
    await this.#settle({ written: part.map(({ row }) => row.index), rejected: [], batches, requests, retries });
    return true;
  }

  /** Notes down the rows that an earlier run wrote; the others are still to be written. */
  async #withoutWritten(part: readonly PlannedRow[]): Promise<readonly PlannedRow[]> {
    const { table } = this.#options;
    const target = { account: this.#sends.account, table, signal: this.#sends.signal };
    const rest: PlannedRow[] = [];
    const written: number[] = [];
    for (let start = 0; start < part.length; start += parallelReads) {
      const group = part.slice(start, start + parallelReads);
      const stored = await Promise.all(group.map(({ entity }) => readEntity(target, entity)));
      group.forEach((planned, index) => {
        if (sameContent(planned.entity, stored[index] ?? null)) written.push(planned.row.index);
        else rest.push(planned);
      });
    }
    if (written.length > 0)
      await this.#settle({ written, rejected: [], batches: 0, requests: part.length, retries: 0 });
    return rest;
  }

  async #reject(row: SourceRow, code: string, message: string): Promise<void> {
    await this.#settle({ written: [], rejected: [{ row, code, message }], batches: 0, requests: 0, retries: 0 });
    if (this.#options.settings.rejectedRows === 'stop') this.#fail(stopped({ row, code, message }));
  }

  #settle(batch: SettledBatch): Promise<void> {
    return this.#options.onSettled(batch);
  }

  #fail(failure: StowageError): void {
    this.#failure ??= failure;
    // What is in flight may end in peace, unless a person wants it to stop.
    if (failure.kind === 'cancelled') this.#sends.stop();
  }
}

function nameOf({ partitionKey, rowKey }: BatchOperation): string {
  return `${partitionKey.length} ${partitionKey} ${rowKey}`;
}

function reasonOf(error: StowageError): string {
  const { problem, field } = error.context;
  if (error.code === 'conflict.exists') return 'An entity with these keys exists already.';
  return typeof problem === 'string' && typeof field === 'string' ? `${field}: ${problem}` : error.message;
}

function stopped({ row, code, message }: RejectedSourceRow): StowageError {
  const field = `Line ${row.line}`;
  const known = code === 'conflict.exists' ? 'conflict.exists' : 'invalid.entity';
  return new StowageError(known, `${field}: ${message}`, {
    context: { field, problem: message, fix: 'Mend the row, or collect rejected rows.', line: row.line },
  });
}

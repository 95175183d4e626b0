// Writes the rows of an input: reads them as a stream, groups them by partition, keeps several batches in flight at a
// pace that follows the service, and tells which rows are settled, so that a later run leaves them out.
import { setMaxListeners } from 'node:events';
import { StowageError, cancelled } from '@shared/errors';
import type { Entity } from '@shared/model/entity';
import type { ImportSettings, SettledReading } from '@shared/model/table-import';
import { MiB } from '@shared/units';
import type { Account } from '../../azure/account';
import type { Clock } from '../../ports';
import { BatchPlanner, type PlannedOperation, batchLimits } from '../batch-plan';
import { type WriteResult, writeEntities } from '../batch-write';
import { storedBytes } from '../entity-rules';
import { readEntity, sameContent } from '../read-back';
import type { DoneRows } from './done-rows';
import type { InputBytes } from './input-text';
import { type Pace, adjustPace, startPace } from './pace';
import { type MappedColumn, rowMapper } from './row-mapping';
import { readerFor } from './row-reader';
import type { SourceRow } from './source-row';
import { watchedAccount } from './watched-account';

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

interface PlannedRow extends PlannedOperation {
  readonly row: SourceRow;
  readonly entity: Entity;
}

/** Rows that wait for company take at most so much, whatever their number. */
const waitingBytes = 32 * MiB;
/** A row that waits while so many others pass is sent with what there is. */
const longestWait = 30_000;
const envelopeBytes = 600;
const paceEveryMs = 500;
const parallelReads = 16;

/** @throws StowageError of the first row refused where rejected rows stop the run, or of what ends all writing */
export async function runImport(options: ImportRunOptions): Promise<void> {
  await new ImportRun(options).run();
}

class ImportRun {
  readonly #options: ImportRunOptions;
  readonly #account: Account;
  readonly #planner = new BatchPlanner<PlannedRow>(batchLimits);
  readonly #stop = new AbortController();
  readonly #inFlight = new Set<Promise<void>>();
  readonly #rowsInFlight = new Map<string, Promise<void>>();
  /** Rows up to here may have been written by an earlier run without a note of it. */
  readonly #doubtfulTo: number;
  #waitingBytes = 0;
  #waitingRows = 0;
  #failure: StowageError | null = null;
  #pace;
  #seen = { atMs: 0, rows: 0, throttled: 0, timeouts: 0, isSaturated: true };

  constructor(options: ImportRunOptions) {
    this.#options = options;
    const { done, attempt, settings } = options;
    this.#doubtfulTo = attempt === 'again' && settings.mode === 'insert' ? done.last + 2 * longestWait : -1;
    // Each batch in flight listens to it, more than the ten that are taken for a leak.
    setMaxListeners(0, this.#stop.signal);
    this.#pace = startPace(settings.batchSize, settings.concurrency);
    this.#account = watchedAccount(options.account, ({ throttled, timeouts }) => {
      this.#seen.throttled += throttled;
      this.#seen.timeouts += timeouts;
      if (throttled > 0) options.onThrottled(throttled);
    });
  }

  async run(): Promise<void> {
    const { input, reading, columns, settings, salt, done, signal, onRead } = this.#options;
    const abort = (): void => this.#fail(cancelled());
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    this.#seen.atMs = this.#options.clock.monotonic();
    this.#options.onPace(this.#pace.pace);
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
        onRead(bytesDone);
      }
      await this.#flush();
    } catch (thrown) {
      this.#fail(StowageError.from(thrown));
    } finally {
      await Promise.all(this.#inFlight);
      signal.removeEventListener('abort', abort);
    }
    if (this.#failure !== null) throw this.#failure;
  }

  async #add(row: SourceRow, entity: Entity): Promise<void> {
    const { partitionKey, rowKey } = entity;
    const bytes = storedBytes(entity) + envelopeBytes + 60 * entity.properties.length;
    this.#waitingBytes += bytes;
    this.#waitingRows += 1;
    for (const batch of this.#planner.add({ partitionKey, rowKey, bytes, row, entity })) await this.#dispatch(batch);
    if (this.#waitingBytes > waitingBytes) await this.#flush();
    // The rows that are known to be settled above the mark stay few only while the mark follows.
    if (row.index - this.#options.done.mark > longestWait) {
      await this.#flush();
      await Promise.all(this.#inFlight);
    }
  }

  async #flush(): Promise<void> {
    for (const batch of this.#planner.flush()) await this.#dispatch(batch);
  }

  async #dispatch(batch: readonly PlannedRow[]): Promise<void> {
    this.#waitingRows -= batch.length;
    for (const { bytes } of batch) this.#waitingBytes -= bytes;
    for (let start = 0; start < batch.length && this.#failure === null;) {
      const part = batch.slice(start, start + this.#pace.pace.batchSize);
      start += part.length;
      await this.#send(part);
    }
  }

  /** Waits for a free place, and for earlier batches that hold one of these rows. */
  async #send(part: readonly PlannedRow[]): Promise<void> {
    const keys = part.map(({ partitionKey, rowKey }) => `${partitionKey.length} ${partitionKey} ${rowKey}`);
    for (const key of keys) await this.#rowsInFlight.get(key);
    await this.#options.whileAllowed();
    while (this.#inFlight.size >= this.#pace.pace.concurrency) await Promise.race(this.#inFlight);
    if (this.#failure !== null) return;
    const sent = this.#write(part)
      .catch((thrown: unknown) => this.#fail(StowageError.from(thrown)))
      .finally(() => {
        this.#inFlight.delete(sent);
        for (const key of keys) if (this.#rowsInFlight.get(key) === sent) this.#rowsInFlight.delete(key);
        this.#follow();
      });
    this.#inFlight.add(sent);
    for (const key of keys) this.#rowsInFlight.set(key, sent);
  }

  async #write(part: readonly PlannedRow[]): Promise<void> {
    const isDoubtful = part.some(({ row }) => row.index <= this.#doubtfulTo);
    const rest = isDoubtful && !(await this.#writtenAtOnce(part)) ? await this.#withoutWritten(part) : part;
    if (rest.length === 0 || (isDoubtful && rest === part)) return;
    const result = await this.#writeRows(rest, 'collect');
    const refused = new Map(
      result.refused.map((one) => [`${one.partitionKey.length} ${one.partitionKey} ${one.rowKey}`, one]),
    );
    const rejected: RejectedSourceRow[] = [];
    const written: number[] = [];
    for (const { row, partitionKey, rowKey } of rest) {
      const refusal = refused.get(`${partitionKey.length} ${partitionKey} ${rowKey}`);
      if (refusal === undefined) written.push(row.index);
      else rejected.push({ row, code: refusal.error.code, message: reasonOf(refusal.error) });
    }
    await this.#settle({
      written,
      rejected,
      batches: result.batches,
      requests: result.requests,
      retries: result.retries,
    });
    this.#seen.rows += written.length;
    const [first] = rejected;
    if (first !== undefined && this.#options.settings.rejectedRows === 'stop') this.#fail(stopped(first));
  }

  #writeRows(rows: readonly PlannedRow[], refusedRows: 'stop' | 'collect'): Promise<WriteResult> {
    const { settings, table, clock } = this.#options;
    const entities = rows.map(({ entity }) => entity);
    const { signal } = this.#stop;
    return writeEntities(this.#account, table, entities, {
      mode: settings.mode,
      concurrency: 1,
      refusedRows,
      signal,
      clock,
    });
  }

  /** A batch leaves all or nothing, so where it is taken no earlier run wrote any of it. */
  async #writtenAtOnce(part: readonly PlannedRow[]): Promise<boolean> {
    try {
      const { batches, requests, retries } = await this.#writeRows(part, 'stop');
      await this.#settle({ written: part.map(({ row }) => row.index), rejected: [], batches, requests, retries });
      return true;
    } catch (thrown) {
      const { code, kind } = StowageError.from(thrown);
      if (code === 'conflict.exists' || kind === 'invalid') return false;
      throw thrown;
    }
  }

  /** Notes down the rows that an earlier run wrote; the others are still to be written. */
  async #withoutWritten(part: readonly PlannedRow[]): Promise<readonly PlannedRow[]> {
    const { table } = this.#options;
    const target = { account: this.#account, table, signal: this.#stop.signal };
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

  /** Looks at the rate now and then and follows it. */
  #follow(): void {
    const atMs = this.#options.clock.monotonic();
    const spanMs = atMs - this.#seen.atMs;
    const { concurrency } = this.#pace.pace;
    this.#seen.isSaturated &&= this.#inFlight.size >= concurrency - 1;
    if (spanMs < paceEveryMs) return;
    const { rows, throttled, timeouts, isSaturated } = this.#seen;
    const seen = { atMs, rowsPerSecond: (rows / spanMs) * 1000, saturated: isSaturated, throttled, timeouts };
    const before = this.#pace.pace;
    this.#pace = adjustPace(this.#pace, seen, this.#options.settings);
    if (this.#pace.pace !== before) this.#options.onPace(this.#pace.pace);
    this.#seen = { atMs, rows: 0, throttled: 0, timeouts: 0, isSaturated: true };
  }

  #fail(failure: StowageError): void {
    this.#failure ??= failure;
    // What is in flight may end in peace, unless a person wants it to stop.
    if (failure.kind === 'cancelled') this.#stop.abort();
  }
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

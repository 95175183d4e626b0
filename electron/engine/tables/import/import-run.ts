// Writes the rows of an input: takes transactions from the thread that reads it, has several in flight at a pace that
// follows the service, and reports which rows are settled, so that a later run skips them.
import { StowageError, cancelled } from '@shared/errors';
import type { ImportSettings, SettledReading } from '@shared/model/table-import';
import { type RestAccount, partTargetOf } from '../../azure/account';
import type { Clock } from '../../ports';
import type { Pace } from '../jobs/pace';
import { judgeRows, storedAsSent } from '../ambiguous-writes';
import { AnswerMemory } from '../answer-memory';
import { KnownIndexes } from '../indexes/index-definitions';
import { PacedSends } from '../jobs/paced-sends';
import type { DoneRows } from './done-rows';
import { earlierRows } from './earlier-writes';
import type { InputLocation } from './rows/input-text';
import { type PreparedRows, PreparedBatch } from './prepared-batch';
import type { ReadingThread } from './reading-thread';
import type { ReadingThreads } from './reading-threads';
import { type RejectedSourceRow, reasonOf, stoppedBy } from './parts/rejection';
import type { MappedColumn } from './parts/row-mapping';
import { type RunFrame, runFrame } from './parts/row-parts';
import { definitionsAmong, sendIndexed } from './send-indexed';
import { type SentRows, sendPrepared } from './send-prepared';
import { doubtfulRows } from './waiting-rows';
import type { BatchPiece } from './worker/messages';

export interface SettledBatch {
  readonly written: readonly number[];
  readonly rejected: readonly RejectedSourceRow[];
  readonly requests: number;
  readonly retries: number;
  readonly batches: number;
}

export interface ImportRunOptions {
  readonly account: RestAccount;
  readonly table: string;
  readonly location: InputLocation;
  readonly threads: ReadingThreads;
  readonly reading: SettledReading;
  readonly settings: ImportSettings;
  readonly columns: readonly MappedColumn[];
  readonly keysRepeat: 'never' | 'perhaps';
  /** Makes GUID keys reproducible: the same for every run of a job. */
  readonly salt: string;
  /** Rows that were settled before this run. */
  readonly done: DoneRows;
  /** `again`: an earlier run may have written rows that it did not record. */
  readonly attempt: 'first' | 'again';
  /** Wall time at which the import began, in its first run. */
  readonly begunAtMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Resolves at once, or when a paused run may continue. */
  readonly whileAllowed: () => Promise<void>;
  /** Called when rows are settled; resolves when that is recorded. */
  readonly onSettled: (batch: SettledBatch) => Promise<void>;
  readonly onRead: (bytesDone: number) => void;
  readonly onThrottled: (count: number) => void;
  readonly onPace: (pace: Pace) => void;
}

/** Number of batches that the thread prepares beyond those in flight. */
const readyBatches = 12;
const maxAtOnce = 20;

/** @throws StowageError of the first rejected row if rejections stop the run, or the error that ends all writing */
export async function runImport(options: ImportRunOptions): Promise<void> {
  await new ImportRun(options).run();
}

class ImportRun {
  readonly #options: ImportRunOptions;
  readonly #sends: PacedSends;
  readonly #frame: RunFrame = runFrame();
  readonly #answers = new AnswerMemory();
  readonly #indexes = new KnownIndexes();
  /** Batches in flight, until they are recorded. */
  readonly #underway = new Map<number, Promise<void>>();
  /** Rows up to here may have been written by an earlier run without a record. */
  readonly #doubtfulTo: number;
  #thread: ReadingThread | null = null;
  #failure: StowageError | null = null;

  constructor(options: ImportRunOptions) {
    this.#options = options;
    const { account, clock, done, attempt, settings, keysRepeat, onPace, onThrottled } = options;
    // For a repeated key, an earlier row of this import cannot be distinguished from one that another client wrote.
    const isAttributable = settings.mode === 'insert' || keysRepeat === 'never';
    this.#doubtfulTo = attempt === 'again' && isAttributable ? done.last + doubtfulRows : -1;
    const onPushback = ({ throttled }: { readonly throttled: number }): void => {
      if (throttled > 0) onThrottled(throttled);
    };
    this.#sends = new PacedSends({ account, clock, wish: settings, onPace, onPushback });
  }

  async run(): Promise<void> {
    const { signal } = this.#options;
    const abort = (): void => this.#fail(cancelled());
    signal.addEventListener('abort', abort, { once: true });
    try {
      if (signal.aborted) throw cancelled();
      await this.#takeAll((this.#thread = this.#startThread()));
    } catch (thrown) {
      this.#fail(StowageError.from(thrown));
    } finally {
      await this.#sends.settled();
      await Promise.all(this.#underway.values());
      signal.removeEventListener('abort', abort);
      await this.#thread?.dispose();
    }
    if (this.#failure !== null) throw this.#failure;
  }

  #startThread(): ReadingThread {
    const { account, table, location, threads, reading, settings, columns, keysRepeat, salt, done } = this.#options;
    const max = settings.concurrency === 'auto' ? maxAtOnce : settings.concurrency;
    return threads.start({
      kind: 'feed',
      location,
      reading,
      settings,
      columns,
      keysRepeat,
      salt,
      table,
      frame: this.#frame,
      ...partTargetOf(account.descriptor),
      done: done.text(),
      ahead: max + readyBatches,
    });
  }

  async #takeAll(thread: ReadingThread): Promise<void> {
    while (this.#failure === null) {
      const message = await thread.next();
      if (message.t === 'end') return;
      if (message.t === 'batch') await this.#dispatch(message, thread);
      else if (message.t === 'rejected') {
        await this.#settle({ ...nothing, rejected: message.rows });
        thread.release(message.id, null);
        this.#stopAt(message.rows);
      } else if (message.t === 'read') this.#options.onRead(message.bytesDone);
    }
  }

  /** Waits for free slots, and for earlier batches that contain one of these rows. */
  async #dispatch(piece: BatchPiece, thread: ReadingThread): Promise<void> {
    const batch = new PreparedBatch(piece, this.#frame);
    for (const earlier of piece.after) await this.#underway.get(earlier);
    const parts: Promise<void>[] = [];
    for (const rows of batch.groups(this.#sends.pace.batchSize)) {
      await this.#options.whileAllowed();
      await this.#sends.takeSlot();
      if (this.#failure !== null) break;
      parts.push(this.#send(rows, thread));
    }
    const noted = Promise.all(parts).then(() => {
      this.#underway.delete(batch.id);
      thread.release(batch.id, batch.memory);
    });
    this.#underway.set(batch.id, noted);
  }

  /** Resolves when the outcome of the rows is recorded; its slot is free as soon as the service has answered. */
  async #send(rows: PreparedRows, thread: ReadingThread): Promise<void> {
    const notes: Promise<void>[] = [];
    const note = (batch: SettledBatch): void => {
      notes.push(this.#settle(batch));
    };
    const failed = (thrown: unknown): void => this.#fail(StowageError.from(thrown));
    const work = this.#write(rows, thread, note).catch((thrown: unknown) => {
      failed(thrown);
      return 0;
    });
    await this.#sends.add(work);
    await Promise.all(notes).catch(failed);
  }

  /** @returns the number of rows written by this call */
  async #write(rows: PreparedRows, thread: ReadingThread, note: Note): Promise<number> {
    const isDoubtful = rows.positions.some((position) => rows.batch.indexAt(position) <= this.#doubtfulTo);
    const { mode } = this.#options.settings;
    if (!isDoubtful) return this.#writeRest(rows, thread, note);
    if (mode !== 'insert') return this.#writeRest(await this.#unchanged(rows, mode, thread, note), thread, note);
    // With their index rows, the rows take several transactions.
    if (!(await this.#isIndexed())) {
      const whole = await this.#sendRows(rows, 'stop');
      // A batch is atomic, so if it succeeds, no earlier run has written any of it.
      if (whole.written.length > 0) return this.#noteSent(rows, whole, thread, note);
    }
    return this.#writeRest(await this.#withoutWritten(rows, note), thread, note);
  }

  async #writeRest(rest: PreparedRows, thread: ReadingThread, note: Note): Promise<number> {
    if (rest.positions.length === 0 || this.#failure !== null) return 0;
    return this.#noteSent(rest, await this.#sendRows(rest, 'go-on'), thread, note);
  }

  async #noteSent(rows: PreparedRows, sent: SentRows, thread: ReadingThread, note: Note): Promise<number> {
    const { written, rejected: rejections, batches, requests, retries } = sent;
    const rejected = await rejectedRows(rows, rejections, thread);
    const indexes = written.map((position) => rows.batch.indexAt(position));
    note({ written: indexes, rejected, batches, requests, retries });
    this.#stopAt(rejected);
    return written.length;
  }

  async #sendRows(rows: PreparedRows, onRejection: 'go-on' | 'stop'): Promise<SentRows> {
    const { mode } = this.#options.settings;
    const target = this.#target();
    const definitions = definitionsAmong(rows);
    if (definitions !== null) return definitions;
    const indexes = await this.#indexes.maintained(target);
    if (indexes.length > 0) return sendIndexed(target, mode, rows, indexes);
    return sendPrepared({ ...target, answers: this.#answers }, mode, rows, onRejection);
  }

  async #isIndexed(): Promise<boolean> {
    return (await this.#indexes.maintained(this.#target())).length > 0;
  }

  #target() {
    const { table, clock } = this.#options;
    const { account, signal } = this.#sends;
    return { account, table, clock, signal };
  }

  /** Records the rows that an earlier run wrote; the others are still to be written. */
  async #withoutWritten({ batch, positions }: PreparedRows, note: Note): Promise<PreparedRows> {
    const { table } = this.#options;
    const target = { account: this.#sends.account, table, signal: this.#sends.signal };
    const judged = await judgeRows(positions, (position) => storedAsSent(target, batch.entityAt(position)));
    const written = judged.written.map(({ row }) => batch.indexAt(row));
    if (written.length > 0) note({ ...nothing, written, requests: positions.length });
    return { batch, positions: judged.rest };
  }

  /**
   * Like `#withoutWritten`, for overwriting writes: rows that another client has changed since are reported and
   * skipped.
   */
  async #unchanged(
    rows: PreparedRows,
    mode: Exclude<ImportSettings['mode'], 'insert'>,
    thread: ReadingThread,
    note: Note,
  ): Promise<PreparedRows> {
    const { table, clock, begunAtMs } = this.#options;
    const { account, signal } = this.#sends;
    const found = await earlierRows({ account, table, mode, clock, signal, begunAtMs }, rows);
    const written = found.written.map((position) => rows.batch.indexAt(position));
    const rejections = new Map(found.changedSince.map((position) => [position, changedSince()]));
    const rejected = await rejectedRows(rows, rejections, thread);
    if (written.length + rejected.length > 0) note({ ...nothing, written, rejected, requests: found.requests });
    this.#stopAt(rejected);
    return { batch: rows.batch, positions: found.rest };
  }

  #settle(batch: SettledBatch): Promise<void> {
    return this.#options.onSettled(batch);
  }

  #stopAt([first]: readonly RejectedSourceRow[]): void {
    if (first !== undefined && this.#options.settings.rejectedRows === 'stop') this.#fail(stoppedBy(first));
  }

  #fail(failure: StowageError): void {
    this.#failure ??= failure;
    if (failure.kind !== 'cancelled') return;
    // Batches in flight may finish, unless the user wants to stop.
    this.#sends.stop();
    void this.#thread?.dispose();
  }
}

type Note = (batch: SettledBatch) => void;

function changedSince(): StowageError {
  return new StowageError('conflict.etag-changed', 'The row was changed after the import began.');
}

const nothing: SettledBatch = { written: [], rejected: [], batches: 0, requests: 0, retries: 0 };

/** The rows in their original form. */
async function rejectedRows(
  { batch, positions }: PreparedRows,
  rejections: ReadonlyMap<number, StowageError>,
  thread: ReadingThread,
): Promise<readonly RejectedSourceRow[]> {
  if (rejections.size === 0) return [];
  const rows = await thread.rowsOf(batch.id);
  return positions.flatMap((position) => {
    const failure = rejections.get(position);
    const row = rows[position];
    return failure === undefined || row === undefined ? [] : [{ row, code: failure.code, message: reasonOf(failure) }];
  });
}

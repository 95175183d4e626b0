// Turns the rows of an input into transactions, as fast as they are consumed: reads, skips settled rows, groups by
// partition, renders the bytes. Sends nothing over the network and writes no journal.
import type { SettledReading } from '@shared/model/table-import';
import { KiB, MiB } from '@shared/units';
import { OpenBatches, batchLimitsOf } from '../../batch';
import { DelimitedRows, longestRow } from '../rows/delimited-rows';
import { DoneRows } from '../done-rows';
import type { InputBytes } from '../rows/input-text';
import { LineCursor } from '../rows/line-cursor';
import { PlainLines } from '../parts/plain-lines';
import { rawOf } from '../rows/raw-row';
import type { RejectedSourceRow } from '../parts/rejection';
import { type RowPart, rowParts } from '../parts/row-parts';
import { readerFor } from '../rows/row-reader';
import type { SourceRow } from '../rows/source-row';
import { rowsBetweenFlushes } from '../waiting-rows';
import { BytePool } from './byte-pool';
import { type DefaultSpace, type FrameBytes, FillingBatch } from './filling-batch';
import type { FeedTask, FromReader, ToReader } from './messages';

/** The most bytes of large batches that the engine's thread holds, whatever their number. */
const maxHandedBytes = 64 * MiB;
/** The most bytes that rows waiting for others of their partition may take, whatever their number. */
const waitingBytes = 32 * MiB;
/** Keys of waiting rows retain the piece of input they were cut from, so no row waits longer than this. */
const longestWaitBytes = 64 * MiB;
const rejectedTogether = 100;
/** Batches become this small when many partitions wait at once. */
const smallRoom: DefaultSpace = { bodyBytes: KiB, sourceBytes: KiB };
const fewOpen = 100;

export class RowFeed {
  readonly #task: FeedTask;
  readonly #post: (message: FromReader, transfer?: readonly ArrayBuffer[]) => void;
  readonly #pool = new BytePool();
  readonly #open: OpenBatches<FillingBatch>;
  /** The transactions that were handed over and not yet released, in order; null for a group of rejected rows. */
  readonly #handed = new Map<number, FillingBatch | null>();
  readonly #order: RowOrder | null;
  readonly #frame: FrameBytes;
  readonly #delimiter: string;
  readonly #usualRoom: DefaultSpace = { ...smallRoom };
  readonly #done = new DoneRows();
  readonly #part: (row: SourceRow) => RowPart;
  #rejected: RejectedSourceRow[] = [];
  #nextId = 0;
  #waitingBytes = 0;
  #handedBytes = 0;
  #flushedAtBytes = 0;
  #flushedAtRow = 0;
  /** The transactions that were handed over before the last flush but one. */
  #dueBelow = 0;
  #wake: () => void = () => undefined;

  constructor(task: FeedTask, post: (message: FromReader, transfer?: readonly ArrayBuffer[]) => void) {
    this.#task = task;
    this.#post = post;
    this.#delimiter = task.reading.delimiter;
    this.#order = task.keysRepeat === 'never' ? null : new RowOrder();
    this.#done.addText(task.done);
    this.#part = rowParts(task);
    const { head, beforePart, tail } = task.frame;
    this.#frame = { head: Buffer.from(head), beforePart: Buffer.from(beforePart), tail: Buffer.from(tail) };
    this.#open = new OpenBatches(() => {
      const room = this.#open.openCount > fewOpen ? smallRoom : this.#usualRoom;
      return new FillingBatch(this.#pool, this.#frame, room);
    }, batchLimitsOf(task.service));
  }

  /** Resolves when everything was handed over. Throws errors of reading. */
  async run(input: InputBytes): Promise<void> {
    const { reading } = this.#task;
    const reader = await readerFor(input, reading);
    const plain = isByteText(reading) ? PlainLines.of(this.#task, this.#frame.beforePart) : null;
    if (reader instanceof DelimitedRows && plain !== null) await this.#runLines(input, reader, plain);
    else {
      for await (const { rows, bytesDone } of reader.pieces()) {
        await this.#takeRows(rows);
        await this.#passPiece(bytesDone);
      }
    }
    await this.#flush();
  }

  receive(message: Extract<ToReader, { readonly t: 'release' | 'tell-rows' }>): void {
    if (message.t === 'tell-rows') {
      const rows = this.#handed.get(message.id)?.rows(this.#delimiter) ?? [];
      this.#post({ t: 'rows', id: message.id, rows });
      return;
    }
    const batch = this.#handed.get(message.id) ?? null;
    this.#handedBytes -= batch?.bytes ?? 0;
    batch?.release();
    if (message.memory !== null) this.#pool.giveBack(message.memory);
    this.#handed.delete(message.id);
    this.#order?.release(message.id);
    this.#wake();
  }

  async #runLines(input: InputBytes, reader: DelimitedRows, plain: PlainLines): Promise<void> {
    const cursor = new LineCursor(reader, this.#delimiter, longestRow);
    let bytesDone = 0;
    for await (const piece of input.pieces()) {
      cursor.begin(piece);
      for (let found = cursor.next(); found !== 'none'; found = cursor.next()) {
        if (found === 'rows') await this.#takeRows(cursor.rows);
        else if (this.#done.has(cursor.index)) continue;
        else if (!plain.write(cursor.plain)) await this.#takeRows([cursor.plainRow()]);
        else {
          const rowKey = this.#order === null ? '' : plain.rowKey(cursor.plain);
          const { index, line } = cursor;
          this.#location(plain.partitionKey, rowKey, plain.end).addBytes(index, line, plain, cursor.plain);
          if (this.#isBehind(index)) await this.#catchUp(index);
        }
      }
      bytesDone += piece.length;
      await this.#passPiece(bytesDone);
    }
    await this.#takeRows(cursor.end());
    await this.#passPiece(input.bytes);
  }

  async #takeRows(rows: readonly SourceRow[]): Promise<void> {
    for (const row of rows) {
      if (this.#done.has(row.index)) continue;
      const found = this.#part(row);
      if (found.kind === 'rejected') {
        this.#reject(row, found);
        if (this.#isReportDue) await this.#handRejected();
        continue;
      }
      const { partitionKey, rowKey, text } = found;
      const textBytes = Buffer.byteLength(text);
      this.#location(partitionKey, rowKey, textBytes + this.#frame.beforePart.length).addText(row, text, textBytes);
      if (this.#isBehind(row.index)) await this.#catchUp(row.index);
    }
  }

  #isBehind(row: number): boolean {
    return this.#open.hasReady || this.#waitingBytes > waitingBytes || row - this.#flushedAtRow >= rowsBetweenFlushes;
  }

  async #catchUp(row: number): Promise<void> {
    await this.#handReady();
    if (this.#waitingBytes > waitingBytes) await this.#flush();
    if (row - this.#flushedAtRow >= rowsBetweenFlushes) await this.#pass(row);
  }

  async #passPiece(bytesDone: number): Promise<void> {
    if (bytesDone - this.#flushedAtBytes > longestWaitBytes) await this.#flush();
    if (this.#open.isEmpty) this.#flushedAtBytes = bytesDone;
    await this.#handRejected();
    this.#post({ t: 'read', bytesDone });
  }

  /** The batch for a row; the caller adds the row at once. */
  #location(partitionKey: string, rowKey: string, bytes: number): FillingBatch {
    const batch = this.#open.batchFor(partitionKey, this.#order === null ? null : rowKey, bytes);
    if (this.#order !== null) batch.names.push(rowName(partitionKey, rowKey));
    this.#waitingBytes += bytes;
    return batch;
  }

  #reject({ index, line, source }: SourceRow, { code, message }: { readonly code: string; readonly message: string }) {
    this.#rejected.push({ row: { index, line, raw: rawOf({ source }, this.#delimiter) }, code, message });
  }

  get #isReportDue(): boolean {
    return this.#task.settings.rejectedRows === 'stop' || this.#rejected.length === rejectedTogether;
  }

  /**
   * Rows may be settled out of order, but only within a limit, so that the set of settled rows above the mark stays
   * small.
   */
  async #pass(row: number): Promise<void> {
    await this.#handRejected();
    await this.#flush();
    await this.#until(() => this.#oldest() >= this.#dueBelow);
    this.#flushedAtRow = row;
    this.#dueBelow = this.#nextId;
  }

  async #flush(): Promise<void> {
    this.#open.flush();
    await this.#handReady();
  }

  async #handReady(): Promise<void> {
    for (const batch of this.#open.takeReady()) {
      await this.#until(() => this.#handed.size < this.#task.ahead && this.#handedBytes < maxHandedBytes);
      const { body, ends, indexes } = batch.layOut(this.#usualRoom);
      this.#waitingBytes -= body.length - this.#frame.head.length - this.#frame.tail.length;
      this.#handedBytes += batch.bytes;
      const id = this.#take(batch);
      const after = this.#order?.add(id, batch.names) ?? [];
      this.#post({ t: 'batch', id, body, ends, indexes, after }, [body.buffer]);
    }
  }

  async #handRejected(): Promise<void> {
    if (this.#rejected.length === 0) return;
    await this.#until(() => this.#handed.size < this.#task.ahead);
    const rows = this.#rejected;
    this.#rejected = [];
    this.#post({ t: 'rejected', id: this.#take(null), rows });
  }

  #take(batch: FillingBatch | null): number {
    const id = this.#nextId;
    this.#nextId += 1;
    this.#handed.set(id, batch);
    return id;
  }

  #oldest(): number {
    for (const id of this.#handed.keys()) return id;
    return this.#nextId;
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise<void>((resolve) => (this.#wake = resolve));
  }
}

/** Whether its lines can be split at the level of bytes. */
function isByteText({ encoding, delimiter }: SettledReading): boolean {
  return encoding === 'utf-8' && /^[ -~\t]$/.test(delimiter);
}

class RowOrder {
  readonly #lastWith = new Map<string, number>();
  readonly #namesOf = new Map<number, readonly string[]>();

  /** @param names of its rows. @returns earlier unreleased batches that contain one of them */
  add(id: number, names: readonly string[]): readonly number[] {
    const earlier = new Set<number>();
    for (const name of names) {
      const before = this.#lastWith.get(name);
      if (before !== undefined) earlier.add(before);
      this.#lastWith.set(name, id);
    }
    this.#namesOf.set(id, names);
    return [...earlier];
  }

  release(id: number): void {
    for (const name of this.#namesOf.get(id) ?? []) {
      if (this.#lastWith.get(name) === id) this.#lastWith.delete(name);
    }
    this.#namesOf.delete(id);
  }
}

/** One text for the keys of a row. */
function rowName(partitionKey: string, rowKey: string): string {
  return `${partitionKey.length} ${partitionKey} ${rowKey}`;
}

// Turns the rows of an input into transactions, as fast as they are taken: reads, skips what is settled, groups by
// partition, lays the bytes out. Sends nothing over the network and keeps no journal.
import { MiB } from '@shared/units';
import { BatchPlanner, type PlannedOperation, batchLimits } from '../../batch-plan';
import { DoneRows } from '../done-rows';
import type { InputBytes } from '../input-text';
import { rawOf } from '../raw-row';
import type { ReadRow, RejectedSourceRow } from '../refusal';
import { rowParts } from '../row-parts';
import { readerFor } from '../row-reader';
import type { SourceRow } from '../source-row';
import { rowsBetweenFlushes } from '../waiting-rows';
import type { FeedTask, FromReader, ToReader } from './messages';
import { RowOrder } from './row-order';

/** What is kept of a row until it is settled: its cells are not needed any more. */
type KeptRow = Pick<SourceRow, 'index' | 'line' | 'source'>;

interface PlannedRow extends PlannedOperation {
  readonly row: KeptRow;
  readonly text: string;
}

/** Rows that wait for company take at most so much, whatever their number. */
const waitingBytes = 32 * MiB;
/** Texts of a row hold on to the piece of the input they were cut from, so nothing waits while more than this is read. */
const longestWaitBytes = 64 * MiB;
const rejectedTogether = 100;

export class RowFeed {
  readonly #task: FeedTask;
  readonly #post: (message: FromReader, transfer?: readonly ArrayBuffer[]) => void;
  readonly #planner = new BatchPlanner<PlannedRow>(batchLimits);
  /** What was handed over and not released, in the order of handing over. */
  readonly #handed = new Map<number, readonly KeptRow[]>();
  readonly #order: RowOrder | null;
  readonly #head: Buffer;
  readonly #tail: Buffer;
  readonly #beforePart: string;
  readonly #beforePartBytes: number;
  readonly #delimiter: string;
  #rejected: RejectedSourceRow[] = [];
  #nextId = 0;
  #waitingBytes = 0;
  #flushedAtBytes = 0;
  #flushedAtRow = 0;
  /** Handed over before the flush before the last. */
  #dueBelow = 0;
  #wake: () => void = () => undefined;

  constructor(task: FeedTask, post: (message: FromReader, transfer?: readonly ArrayBuffer[]) => void) {
    this.#task = task;
    this.#post = post;
    this.#delimiter = task.reading.delimiter;
    this.#order = task.keysRepeat === 'never' ? null : new RowOrder();
    const { head, beforePart, tail } = task.frame;
    this.#head = Buffer.from(head);
    this.#tail = Buffer.from(tail);
    this.#beforePart = beforePart;
    this.#beforePartBytes = Buffer.byteLength(beforePart);
  }

  /** Resolves when everything was handed over. Throws what reading throws. */
  async run(input: InputBytes): Promise<void> {
    const done = new DoneRows();
    done.addText(this.#task.done);
    const part = rowParts(this.#task);
    let rowsRead = 0;
    for await (const { rows, bytesDone } of readerFor(input, this.#task.reading).pieces()) {
      for (const row of rows) {
        if (done.has(row.index)) continue;
        const found = part(row);
        if (found.kind === 'rejected') {
          this.#rejected.push({ row: this.#read(row), code: found.code, message: found.message });
          if (this.#task.settings.rejectedRows === 'stop' || this.#rejected.length === rejectedTogether)
            await this.#handRejected();
          continue;
        }
        const { partitionKey, rowKey, text } = found;
        const { index, line, source } = row;
        const bytes = this.#beforePartBytes + Buffer.byteLength(text);
        this.#waitingBytes += bytes;
        for (const batch of this.#planner.add({ partitionKey, rowKey, bytes, text, row: { index, line, source } }))
          await this.#hand(batch);
        if (this.#waitingBytes > waitingBytes) await this.#flush();
        if (row.index - this.#flushedAtRow >= rowsBetweenFlushes) await this.#pass(row.index);
      }
      rowsRead += rows.length;
      if (bytesDone - this.#flushedAtBytes > longestWaitBytes) await this.#flush();
      if (this.#planner.isEmpty) this.#flushedAtBytes = bytesDone;
      await this.#handRejected();
      this.#post({ t: 'progress', rows: rowsRead, bytesDone });
    }
    await this.#flush();
  }

  receive(message: Extract<ToReader, { readonly t: 'release' | 'tell-rows' }>): void {
    if (message.t === 'tell-rows') {
      const rows = (this.#handed.get(message.id) ?? []).map((row) => this.#read(row));
      this.#post({ t: 'rows', id: message.id, rows });
      return;
    }
    this.#handed.delete(message.id);
    this.#order?.release(message.id);
    this.#wake();
  }

  /** Rows may be settled out of their order, but not by far: what is known to be settled above the mark stays small. */
  async #pass(row: number): Promise<void> {
    await this.#handRejected();
    await this.#flush();
    await this.#until(() => this.#oldest() >= this.#dueBelow);
    this.#flushedAtRow = row;
    this.#dueBelow = this.#nextId;
  }

  async #flush(): Promise<void> {
    for (const batch of this.#planner.flush()) await this.#hand(batch);
  }

  async #hand(batch: readonly PlannedRow[]): Promise<void> {
    await this.#until(() => this.#handed.size < this.#task.ahead);
    const { body, ends, bytes } = this.#laidOut(batch);
    for (const { bytes: ofRow } of batch) this.#waitingBytes -= ofRow;
    const id = this.#take(batch.map(({ row }) => row));
    const after = this.#order?.add(id, batch) ?? [];
    const indexes = batch.map(({ row }) => row.index);
    this.#post({ t: 'batch', id, body, ends, indexes, after }, [bytes]);
  }

  async #handRejected(): Promise<void> {
    if (this.#rejected.length === 0) return;
    await this.#until(() => this.#handed.size < this.#task.ahead);
    const rows = this.#rejected;
    this.#rejected = [];
    this.#post({ t: 'rejected', id: this.#take([]), rows });
  }

  #laidOut(batch: readonly PlannedRow[]): { body: Uint8Array; ends: number[]; bytes: ArrayBuffer } {
    const ends: number[] = [];
    let end = this.#head.length;
    let text = '';
    for (const planned of batch) {
      text += this.#beforePart + planned.text;
      end += planned.bytes;
      ends.push(end);
    }
    // Memory of its own, to be given away.
    const bytes = new ArrayBuffer(end + this.#tail.length);
    const body = Buffer.from(bytes);
    this.#head.copy(body, 0);
    body.write(text, this.#head.length, 'utf8');
    this.#tail.copy(body, end);
    return { body: new Uint8Array(bytes), ends, bytes };
  }

  #take(rows: readonly KeptRow[]): number {
    const id = this.#nextId;
    this.#nextId += 1;
    this.#handed.set(id, rows);
    return id;
  }

  #read({ index, line, source }: KeptRow): ReadRow {
    return { index, line, raw: rawOf({ source }, this.#delimiter) };
  }

  #oldest(): number {
    for (const id of this.#handed.keys()) return id;
    return this.#nextId;
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise<void>((resolve) => (this.#wake = resolve));
  }
}

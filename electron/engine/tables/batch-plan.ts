// Groups writes into entity group transactions: one partition each, at most 100 operations and 4 MiB, every row at most
// once. Pure; the batches are sent by batch-send.ts.
import { MiB } from '@shared/units';

export interface PlannedOperation {
  readonly partitionKey: string;
  readonly rowKey: string;
  /** Size of the operation in the request. */
  readonly bytes: number;
}

export interface BatchLimits {
  readonly operations: number;
  readonly bytes: number;
  /** How many operations may wait in incomplete batches, over all partitions. */
  readonly waiting: number;
}

/** The service's limits, less 4 KiB for the envelope of the request. */
export const batchLimits: BatchLimits = { operations: 100, bytes: 4 * MiB - 4096, waiting: 10_000 };

/** When too much waits, batches are closed until this share of `waiting` is left. */
const retainedShare = 0.75;

/** Groups operations as they come and holds them until their batch is complete. */
export class BatchPlanner<T extends PlannedOperation> {
  readonly #open: OpenBatches<T[]>;

  constructor(limits: BatchLimits = batchLimits) {
    this.#open = new OpenBatches<T[]>(() => [], limits);
  }

  /** No incomplete batch is held. */
  get isEmpty(): boolean {
    return this.#open.isEmpty;
  }

  /** Adds an operation; returns the batches that became complete, in the order in which they must be sent. */
  add(operation: T): readonly (readonly T[])[] {
    this.#open.place(operation.partitionKey, operation.rowKey, operation.bytes).push(operation);
    return this.#open.takeReady();
  }

  /** Closes and returns all incomplete batches. */
  flush(): readonly (readonly T[])[] {
    this.#open.flush();
    return this.#open.takeReady();
  }
}

const none: readonly never[] = [];

/** The same grouping for callers that keep the operations of a batch in a form of their own, `C`. */
export class OpenBatches<C> {
  readonly #begin: () => C;
  readonly #limits: BatchLimits;
  readonly #open = new Map<string, OpenBatch<C>>();
  #ready: C[] = [];
  #waiting = 0;

  /** @param begin creates an empty batch */
  constructor(begin: () => C, limits: BatchLimits = batchLimits) {
    this.#begin = begin;
    this.#limits = limits;
  }

  get isEmpty(): boolean {
    return this.#waiting === 0;
  }

  /** Number of incomplete batches. */
  get openCount(): number {
    return this.#open.size;
  }

  /**
   * The batch that the operation belongs to. The caller adds it there before calling `takeReady`.
   * @param rowKey null when it is known that no row occurs twice
   */
  place(partitionKey: string, rowKey: string | null, bytes: number): C {
    let batch = this.#open.get(partitionKey);
    if (batch !== undefined && !this.#fits(batch, rowKey, bytes)) {
      this.#close(partitionKey, batch);
      batch = undefined;
    }
    if (batch === undefined) {
      batch = { content: this.#begin(), operations: 0, rowKeys: new Set(), bytes: 0 };
      this.#open.set(partitionKey, batch);
    }
    batch.operations += 1;
    if (rowKey !== null) batch.rowKeys.add(rowKey);
    batch.bytes += bytes;
    this.#waiting += 1;
    if (batch.operations === this.#limits.operations) this.#close(partitionKey, batch);
    if (this.#waiting > this.#limits.waiting) this.#closeFullest();
    return batch.content;
  }

  get hasReady(): boolean {
    return this.#ready.length > 0;
  }

  /** The batches that became complete, in the order in which they are to be sent. */
  takeReady(): readonly C[] {
    if (this.#ready.length === 0) return none;
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  /** Closes all incomplete batches. */
  flush(): void {
    for (const [partitionKey, batch] of this.#open) this.#close(partitionKey, batch);
  }

  #fits(batch: OpenBatch<C>, rowKey: string | null, bytes: number): boolean {
    return batch.bytes + bytes <= this.#limits.bytes && (rowKey === null || !batch.rowKeys.has(rowKey));
  }

  #close(partitionKey: string, batch: OpenBatch<C>): void {
    this.#open.delete(partitionKey);
    this.#waiting -= batch.operations;
    this.#ready.push(batch.content);
  }

  /** Closes several at once, because finding the fullest means looking at all. */
  #closeFullest(): void {
    const retained = Math.floor(this.#limits.waiting * retainedShare);
    const fullestFirst = [...this.#open].sort(([, left], [, right]) => right.operations - left.operations);
    for (const [partitionKey, batch] of fullestFirst) {
      if (this.#waiting <= retained) break;
      this.#close(partitionKey, batch);
    }
  }
}

interface OpenBatch<C> {
  readonly content: C;
  readonly rowKeys: Set<string>;
  operations: number;
  bytes: number;
}

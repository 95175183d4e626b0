// Groups writes into entity group transactions: one partition each, at most 100 operations and 4 MiB, every row
// once. Pure; what comes out is sent by batch-send.ts.
import { MiB } from '@shared/units';

export interface PlannedOperation {
  readonly partitionKey: string;
  readonly rowKey: string;
  /** What the operation takes in the request. */
  readonly bytes: number;
}

export interface BatchLimits {
  readonly operations: number;
  readonly bytes: number;
  /** Operations that may wait for company, over all partitions. */
  readonly waiting: number;
}

/** The service's own limits; the bytes leave room for the envelope of the request. */
export const batchLimits: BatchLimits = { operations: 100, bytes: 4 * MiB - 4096, waiting: 10_000 };

/** Of what may wait, where too much does. */
const keptShare = 0.75;

/** Operations grouped as they come; keeps the operations themselves. */
export class BatchPlanner<T extends PlannedOperation> {
  readonly #open: OpenBatches<T[]>;

  constructor(limits: BatchLimits = batchLimits) {
    this.#open = new OpenBatches<T[]>(() => [], limits);
  }

  /** Nothing waits for company. */
  get isEmpty(): boolean {
    return this.#open.isEmpty;
  }

  /** Takes an operation; answers the batches that are complete now, in the order in which they are to be sent. */
  add(operation: T): readonly (readonly T[])[] {
    this.#open.place(operation.partitionKey, operation.rowKey, operation.bytes).push(operation);
    return this.#open.takeReady();
  }

  /** Everything that still waits. */
  flush(): readonly (readonly T[])[] {
    this.#open.flush();
    return this.#open.takeReady();
  }
}

const none: readonly never[] = [];

/** The same rules for whoever keeps the operations of a batch in a form of their own, `C`. */
export class OpenBatches<C> {
  readonly #begin: () => C;
  readonly #limits: BatchLimits;
  readonly #open = new Map<string, OpenBatch<C>>();
  #ready: C[] = [];
  #waiting = 0;

  /** @param begin makes what an empty batch is kept in */
  constructor(begin: () => C, limits: BatchLimits = batchLimits) {
    this.#begin = begin;
    this.#limits = limits;
  }

  get isEmpty(): boolean {
    return this.#waiting === 0;
  }

  /** Batches that wait for company. */
  get openCount(): number {
    return this.#open.size;
  }

  /**
   * The batch that an operation belongs to. The caller puts it there before it takes what is ready.
   * @param rowKey null where it is known that no row comes twice
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

  /** Makes ready what still waits. */
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

  /** A part of what waits at once, since looking for the fullest takes a look at all. */
  #closeFullest(): void {
    const kept = Math.floor(this.#limits.waiting * keptShare);
    const fullestFirst = [...this.#open].sort(([, left], [, right]) => right.operations - left.operations);
    for (const [partitionKey, batch] of fullestFirst) {
      if (this.#waiting <= kept) break;
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

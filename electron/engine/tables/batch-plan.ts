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

export class BatchPlanner<T extends PlannedOperation> {
  readonly #limits: BatchLimits;
  readonly #open = new Map<string, OpenBatch<T>>();
  #waiting = 0;

  constructor(limits: BatchLimits = batchLimits) {
    this.#limits = limits;
  }

  /** Nothing waits for company. */
  get isEmpty(): boolean {
    return this.#waiting === 0;
  }

  /** Takes an operation; answers the batches that are complete now, in the order in which they are to be sent. */
  add(operation: T): readonly (readonly T[])[] {
    const ready: (readonly T[])[] = [];
    let batch = this.#open.get(operation.partitionKey);
    if (batch !== undefined && !this.#fits(batch, operation)) {
      ready.push(this.#close(operation.partitionKey, batch));
      batch = undefined;
    }
    if (batch === undefined) {
      batch = { operations: [], rowKeys: new Set(), bytes: 0 };
      this.#open.set(operation.partitionKey, batch);
    }
    batch.operations.push(operation);
    batch.rowKeys.add(operation.rowKey);
    batch.bytes += operation.bytes;
    this.#waiting += 1;
    if (batch.operations.length === this.#limits.operations) ready.push(this.#close(operation.partitionKey, batch));
    if (this.#waiting > this.#limits.waiting) ready.push(...this.#closeFullest());
    return ready;
  }

  /** Everything that still waits. */
  flush(): readonly (readonly T[])[] {
    return [...this.#open].map(([partitionKey, batch]) => this.#close(partitionKey, batch));
  }

  #fits(batch: OpenBatch<T>, operation: T): boolean {
    return batch.bytes + operation.bytes <= this.#limits.bytes && !batch.rowKeys.has(operation.rowKey);
  }

  #close(partitionKey: string, batch: OpenBatch<T>): readonly T[] {
    this.#open.delete(partitionKey);
    this.#waiting -= batch.operations.length;
    return batch.operations;
  }

  /** A part of what waits at once, since looking for the fullest takes a look at all. */
  #closeFullest(): readonly (readonly T[])[] {
    const kept = Math.floor(this.#limits.waiting * keptShare);
    const fullestFirst = [...this.#open].sort(
      ([, left], [, right]) => right.operations.length - left.operations.length,
    );
    const closed: (readonly T[])[] = [];
    for (const [partitionKey, batch] of fullestFirst) {
      if (this.#waiting <= kept) break;
      closed.push(this.#close(partitionKey, batch));
    }
    return closed;
  }
}

interface OpenBatch<T> {
  readonly operations: T[];
  readonly rowKeys: Set<string>;
  bytes: number;
}

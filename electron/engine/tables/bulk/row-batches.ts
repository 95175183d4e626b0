// Groups the rows of a bulk change into transactions, in bounded memory. Preview and run both use it, so that they
// arrive at the same batches.
import { type PartTarget, partText } from '@shared/edit/review';
import type { PlannedRequest } from '@shared/model/edit-review';
import type { TableService } from '@shared/model/table-service';
import { MiB } from '@shared/units';
import { utf8Bytes } from '@shared/utf8-bytes';
import { BatchPlanner, type PlannedOperation, batchLimitsOf } from '../batch';

/** Size of the boundary and headers of one part. */
const partOverheadBytes = 140;
/** The most that rows waiting for others of their partition may take in total. */
const waitingBytesAllowed = 32 * MiB;

/** The size of the request as a part of a transaction. */
export function requestBytes(target: PartTarget, request: PlannedRequest): number {
  return utf8Bytes(partText(target, request)) + partOverheadBytes;
}

export class RowBatches<T extends PlannedOperation> {
  readonly #planner: BatchPlanner<T>;
  #waitingBytes = 0;

  constructor(service: TableService) {
    this.#planner = new BatchPlanner<T>(batchLimitsOf(service));
  }

  /** Returns the batches that this row completes. */
  add(row: T): readonly (readonly T[])[] {
    this.#waitingBytes += row.bytes;
    const ready = this.#left(this.#planner.add(row));
    return this.#waitingBytes > waitingBytesAllowed ? [...ready, ...this.flush()] : ready;
  }

  /** Returns everything that still waits. */
  flush(): readonly (readonly T[])[] {
    return this.#left(this.#planner.flush());
  }

  #left(batches: readonly (readonly T[])[]): readonly (readonly T[])[] {
    for (const batch of batches) for (const { bytes } of batch) this.#waitingBytes -= bytes;
    return batches;
  }
}

// The course of a transfer in time slices: bytes that arrived, block size, time-outs. Figures per file show the average
// only; on a network that degrades, the course matters.
import type { Sample } from '@shared/lab/run';
import type { TransferStep } from '@shared/lab/steps';
import type { RequestRecord } from '../../metrics/request-record';
import { isTimeout } from '../bench/meter';
import { type StepContext, positionOf } from './step-context';

interface Slice {
  requests: number;
  bytes: number;
  largestBytes: number;
  retries: number;
  throttled: number;
  timeouts: number;
}

export class TransferSlices {
  readonly #sliceMs: number;
  readonly #startMs: number;
  readonly #slices: Slice[] = [];

  /** `startMs`: the bench's time at which the transfer begins. */
  constructor(sliceMs: number, startMs: number) {
    this.#sliceMs = sliceMs;
    this.#startMs = startMs;
  }

  /** A request that ended at `atMs`. */
  ended(record: RequestRecord, atMs: number): void {
    const index = Math.floor((atMs - this.#startMs) / this.#sliceMs);
    while (this.#slices.length <= index) {
      this.#slices.push({ requests: 0, bytes: 0, largestBytes: 0, retries: 0, throttled: 0, timeouts: 0 });
    }
    const slice = this.#slices[index];
    if (slice === undefined) return;
    const bytes = record.errorCode === '' ? record.bytesUp + record.bytesDown : 0;
    slice.requests += 1;
    slice.bytes += bytes;
    slice.largestBytes = Math.max(slice.largestBytes, bytes);
    slice.retries += record.attempt > 1 ? 1 : 0;
    slice.throttled += record.status === 503 || record.status === 429 ? 1 : 0;
    slice.timeouts += isTimeout(record.errorCode) ? 1 : 0;
  }

  /** One row per slice. They count neither as success nor as failure, as files do. */
  rows(step: TransferStep, context: StepContext): readonly Sample[] {
    return this.#slices.map((slice, index) => {
      const fromMs = this.#startMs + index * this.#sliceMs;
      const seen = slice.largestBytes > 0 ? slice.largestBytes : null;
      return {
        ...positionOf(context, fromMs, fromMs + this.#sliceMs),
        direction: step.direction,
        mode: 'slice',
        fileBytes: slice.bytes,
        blockBytes: step.blockBytes === 'tuned' ? seen : step.blockBytes,
        concurrency: step.concurrency,
        slot: null,
        requests: slice.requests,
        bytesPerSecond: Math.round((slice.bytes / this.#sliceMs) * 1000),
        retries: slice.retries,
        throttled: slice.throttled,
        ok: null,
        error: '',
        timeouts: slice.timeouts,
      };
    });
  }
}

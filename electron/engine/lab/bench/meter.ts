// Counts everything that a run sends, and forwards it to the engine's own measurements.
import type { MetricsSink, RequestRecord } from '../../metrics/request-record';

export interface MeterCounts {
  readonly requests: number;
  readonly bytesUp: number;
  readonly bytesDown: number;
  readonly retries: number;
  readonly throttled: number;
  readonly failed: number;
  readonly timeouts: number;
}

const timeoutCodes: ReadonlySet<string> = new Set(['network.timeout', 'network.stalled', 'OperationTimedOut']);

export const isTimeout = (code: string): boolean => timeoutCodes.has(code);

export class Meter implements MetricsSink {
  readonly #onward: MetricsSink;
  readonly #listeners = new Set<(record: RequestRecord) => void>();
  #counts: MeterCounts = {
    requests: 0,
    bytesUp: 0,
    bytesDown: 0,
    retries: 0,
    throttled: 0,
    failed: 0,
    timeouts: 0,
  };
  #open = 0;
  #maxOpen = 0;
  #mostOpenEver = 0;

  constructor(onward: MetricsSink) {
    this.#onward = onward;
  }

  get counts(): MeterCounts {
    return this.#counts;
  }
  /** The most connections open at one time since `restartConnections`. */
  get peakConnections(): number {
    return this.#maxOpen;
  }
  get peakConnectionsEver(): number {
    return this.#mostOpenEver;
  }

  restartConnections(): void {
    this.#maxOpen = this.#open;
  }

  /** Calls `listen` for every request that ends, until the returned function is called. */
  onRequest(listen: (record: RequestRecord) => void): () => void {
    this.#listeners.add(listen);
    return () => this.#listeners.delete(listen);
  }

  requestStarted(): void {
    this.#onward.requestStarted();
  }

  requestEnded(record: RequestRecord): void {
    const before = this.#counts;
    this.#counts = {
      ...before,
      requests: before.requests + 1,
      bytesUp: before.bytesUp + record.bytesUp,
      bytesDown: before.bytesDown + record.bytesDown,
      throttled: before.throttled + (record.status === 429 || record.status === 503 ? 1 : 0),
      failed: before.failed + (record.errorCode === '' ? 0 : 1),
      timeouts: before.timeouts + (isTimeout(record.errorCode) ? 1 : 0),
    };
    this.#onward.requestEnded(record);
    for (const listen of this.#listeners) listen(record);
  }

  bytesMoved(direction: 'up' | 'down', bytes: number): void {
    this.#onward.bytesMoved(direction, bytes);
  }

  connectionsOpen(delta: 1 | -1): void {
    this.#open += delta;
    this.#maxOpen = Math.max(this.#maxOpen, this.#open);
    this.#mostOpenEver = Math.max(this.#mostOpenEver, this.#open);
    this.#onward.connectionsOpen(delta);
  }

  retried(cause: string): void {
    this.#counts = { ...this.#counts, retries: this.#counts.retries + 1 };
    this.#onward.retried(cause);
  }
}

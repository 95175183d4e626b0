// Counts what the HTTP clients report. Constant memory: it keeps sums and one histogram for the current interval, which
// the sampler takes. Owns no timer.
import { Histogram } from './histogram';
import { type MetricsSink, type RequestRecord, hasFailed, isThrottled } from './request-record';
import type { Totals } from '@shared/model/sample';

/** What happened since the last `takeInterval`. */
export interface Interval {
  readonly uploadBytes: number;
  readonly downloadBytes: number;
  readonly requests: number;
  readonly throttled: number;
  readonly retries: number;
  readonly failed: number;
  readonly latency: Histogram;
}

export class MetricsRecorder implements MetricsSink {
  #uploadBytes = 0;
  #downloadBytes = 0;
  #requests = 0;
  #throttled = 0;
  #retries = 0;
  #failed = 0;
  #latency = new Histogram();
  #spare = new Histogram();
  #totals: Totals = { requests: 0, uploadBytes: 0, downloadBytes: 0, throttled: 0, retries: 0, failed: 0 };
  #inFlight = 0;
  #openConnections = 0;
  readonly #listeners = new Set<(record: RequestRecord) => void>();

  get inFlight(): number {
    return this.#inFlight;
  }
  get openConnections(): number {
    return this.#openConnections;
  }
  get totals(): Totals {
    return this.#totals;
  }

  requestStarted(): void {
    this.#inFlight += 1;
  }

  requestEnded(record: RequestRecord): void {
    this.#inFlight -= 1;
    this.#requests += 1;
    if (isThrottled(record)) this.#throttled += 1;
    if (hasFailed(record)) this.#failed += 1;
    this.#latency.record(record.totalMs);
    for (const listen of this.#listeners) listen(record);
  }

  bytesMoved(direction: 'up' | 'down', bytes: number): void {
    if (direction === 'up') this.#uploadBytes += bytes;
    else this.#downloadBytes += bytes;
  }

  connectionsOpen(delta: 1 | -1): void {
    this.#openConnections += delta;
  }

  retried(): void {
    this.#retries += 1;
  }

  /** Calls `listen` for every request that ends, until the returned function is called. */
  onRequest(listen: (record: RequestRecord) => void): () => void {
    this.#listeners.add(listen);
    return () => this.#listeners.delete(listen);
  }

  /** Returns the counts since the last call; their histogram is valid until the next call. */
  takeInterval(): Interval {
    const interval: Interval = {
      uploadBytes: this.#uploadBytes,
      downloadBytes: this.#downloadBytes,
      requests: this.#requests,
      throttled: this.#throttled,
      retries: this.#retries,
      failed: this.#failed,
      latency: this.#latency,
    };
    this.#totals = {
      requests: this.#totals.requests + interval.requests,
      uploadBytes: this.#totals.uploadBytes + interval.uploadBytes,
      downloadBytes: this.#totals.downloadBytes + interval.downloadBytes,
      throttled: this.#totals.throttled + interval.throttled,
      retries: this.#totals.retries + interval.retries,
      failed: this.#totals.failed + interval.failed,
    };
    this.#uploadBytes = this.#downloadBytes = this.#requests = 0;
    this.#throttled = this.#retries = this.#failed = 0;
    this.#spare.clear();
    [this.#latency, this.#spare] = [this.#spare, this.#latency];
    return interval;
  }
}

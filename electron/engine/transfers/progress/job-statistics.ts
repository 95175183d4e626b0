// Counts what one job costs in requests, retries and latency, from the records its workers send.
import type { SentOperation } from '@shared/model/monitor';
import { Histogram } from '../../metrics/histogram';
import { OperationCounts } from '../../metrics/operation-counts';
import type { RequestRecord } from '../../metrics/request-record';
import type { LatencyShape } from '../api';
import type { JobReport } from '../worker/messages';

export class JobStatistics {
  readonly #latency = new Histogram();
  readonly #operations = new OperationCounts();
  #requests = 0;
  #retries = 0;
  #throttled = 0;

  get requests(): number {
    return this.#requests;
  }
  /** Requests by account and operation, in the order in which they first came. */
  get operations(): readonly SentOperation[] {
    return this.#operations.answer();
  }
  get retries(): number {
    return this.#retries;
  }
  get throttled(): number {
    return this.#throttled;
  }
  /** Milliseconds; zeros before the first request ended. */
  get latencyMs(): LatencyShape {
    const at = (fraction: number): number => this.#latency.percentileMs(fraction);
    return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
  }

  report({ ended, retried }: Pick<JobReport, 'ended' | 'retried'>): void {
    for (const record of ended) this.record(record);
    this.#retries += retried.length;
  }

  record(record: RequestRecord): void {
    this.#requests += 1;
    this.#operations.add(record);
    if (record.status === 429 || record.status === 503) this.#throttled += 1;
    this.#latency.record(record.totalMs);
  }

  retried(): void {
    this.#retries += 1;
  }
}

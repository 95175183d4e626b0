// The requests of one time step: sums and one histogram, which can be merged into longer steps without losing a count.
import { type LatencyBands, type SeriesPoint, otherNames } from '@shared/model/monitor';
import { Histogram } from './histogram';
import type { Interval } from './recorder';

/** Names beyond this number are counted as `otherNames`, which bounds the size of an interval. */
const maxNames = 40;

export class Aggregate {
  uploadBytes = 0;
  downloadBytes = 0;
  throttled = 0;
  retries = 0;
  failed = 0;
  readonly latency = new Histogram();
  readonly operations = new Map<string, number>();
  /** Throttled requests by the cause that the service reported. */
  readonly causes = new Map<string, number>();

  get requests(): number {
    return this.latency.count;
  }

  countOperation(operation: string, requests: number): void {
    count(this.operations, operation, requests);
  }

  countCause(cause: string, requests: number): void {
    count(this.causes, cause, requests);
  }

  /** Sums and latencies, not divided by operation and cause. */
  addInterval(interval: Interval): void {
    this.uploadBytes += interval.uploadBytes;
    this.downloadBytes += interval.downloadBytes;
    this.throttled += interval.throttled;
    this.retries += interval.retries;
    this.failed += interval.failed;
    this.latency.add(interval.latency);
  }

  add(other: Aggregate): void {
    this.addInterval(other);
    for (const [operation, requests] of other.operations) this.countOperation(operation, requests);
    for (const [cause, requests] of other.causes) this.countCause(cause, requests);
  }
}

function count(counts: Map<string, number>, name: string, requests: number): void {
  const counted = counts.has(name) || counts.size < maxNames ? name : otherNames;
  counts.set(counted, (counts.get(counted) ?? 0) + requests);
}

/** Pure: `spanMs` of work, drawn at `atMs`. */
export function pointOf(aggregate: Aggregate, atMs: number, spanMs: number): SeriesPoint {
  const perSecond = (count: number): number => (count * 1000) / spanMs;
  return {
    atMs,
    uploadBytesPerSecond: perSecond(aggregate.uploadBytes),
    downloadBytesPerSecond: perSecond(aggregate.downloadBytes),
    requestsPerSecond: perSecond(aggregate.requests),
    latencyMs: bandsOf(aggregate.latency),
    throttled: aggregate.throttled,
    retries: aggregate.retries,
    failed: aggregate.failed,
  };
}

/** Null when nothing was measured. */
export function bandsOf(latency: Histogram): LatencyBands | null {
  if (latency.count === 0) return null;
  const at = (fraction: number): number => latency.percentileMs(fraction);
  return { p5: at(0.05), p25: at(0.25), p50: at(0.5), p75: at(0.75), p90: at(0.9), p95: at(0.95), p99: at(0.99) };
}

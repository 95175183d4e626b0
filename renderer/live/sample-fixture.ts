// Samples for tests: everything quiet unless said otherwise.
import type { LatencyBands } from '@shared/model/monitor';
import type { Sample } from '@shared/model/sample';

export function sampleAt(atMs: number, change: Partial<Sample> = {}): Sample {
  return {
    atMs,
    intervalMs: 250,
    uploadBytesPerSecond: 0,
    downloadBytesPerSecond: 0,
    requestsPerSecond: 0,
    latencyMs: null,
    inFlight: 0,
    openConnections: 0,
    throttled: 0,
    retries: 0,
    failed: 0,
    loopDelayMs: 0,
    threadUse: [],
    ...change,
  };
}

/** Percentiles around three that are said. */
export function bandsAt({ p50, p95, p99 }: Pick<LatencyBands, 'p50' | 'p95' | 'p99'>): LatencyBands {
  return { p5: p50 / 4, p25: p50 / 2, p50, p75: (p50 + p95) / 2, p90: p95, p95, p99 };
}

// Samples for tests: everything quiet unless said otherwise.
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
    ...change,
  };
}

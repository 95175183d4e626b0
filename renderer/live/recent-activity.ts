// The engine's recent activity, over more than one sample: a slow transaction may not end within its quarter second.
// Pure.
import type { LatencyBands } from '@shared/model/monitor';
import type { Sample } from '@shared/model/sample';

/** The period that is searched for the end of a transaction that takes seconds. */
export const recentMs = 5_000;
const nowMs = 1_000;
/** The number of requests that makes a rate steady. */
const enoughRequests = 8;

export interface RecentActivity {
  /** Of requests that have ended: of the last second, of up to `recentMs` while few end and others are on their way. */
  readonly requestsPerSecond: number;
  /** Requests on their way. */
  readonly inFlight: number;
  /** Of the newest quarter of a second in which a request ended, at most `recentMs` ago; null where none has. */
  readonly latencyMs: LatencyBands | null;
}

export const noActivity: RecentActivity = { requestsPerSecond: 0, inFlight: 0, latencyMs: null };

/** @param samples oldest first; measurements that are too old are ignored */
export function recentActivity(samples: readonly Sample[]): RecentActivity {
  const newest = samples.at(-1);
  if (newest === undefined) return noActivity;
  const recent = samples.filter(({ atMs }) => atMs > newest.atMs - recentMs).reverse();
  return {
    requestsPerSecond: rateOf(recent, newest.inFlight > 0 ? 'busy' : 'quiet'),
    inFlight: newest.inFlight,
    latencyMs: recent.find(({ latencyMs }) => latencyMs !== null)?.latencyMs ?? null,
  };
}

/** @param samples newest first */
function rateOf(samples: readonly Sample[], state: 'busy' | 'quiet'): number {
  let requests = 0;
  let measuredMs = 0;
  for (const { requestsPerSecond, intervalMs } of samples) {
    if (measuredMs >= nowMs && (state === 'quiet' || requests >= enoughRequests)) break;
    requests += (requestsPerSecond * intervalMs) / 1000;
    measuredMs += intervalMs;
  }
  return measuredMs === 0 ? 0 : (requests * 1000) / measuredMs;
}

// Live measurements, sampled at most four times a second from the engine's real requests.
import { z } from 'zod';
import { latencyBands } from './monitor';

/** One interval of work. Rates are per second over `intervalMs`; latency is null when no request ended in it. */
export const sample = z.object({
  atMs: z.number(),
  intervalMs: z.number(),
  uploadBytesPerSecond: z.number(),
  downloadBytesPerSecond: z.number(),
  requestsPerSecond: z.number(),
  /** Milliseconds from sending to the last byte. */
  latencyMs: latencyBands.nullable(),
  inFlight: z.int(),
  openConnections: z.int(),
  /** Counts in the interval. */
  throttled: z.int(),
  retries: z.int(),
  failed: z.int(),
  /** Event-loop delay p99 of the engine in the interval. */
  loopDelayMs: z.number(),
  /** 0…1 for each worker thread that ran, over the interval. */
  threadUse: z.array(z.number()),
});
export type Sample = z.infer<typeof sample>;

/** Totals since the engine started. */
export const totals = z.object({
  requests: z.int(),
  uploadBytes: z.number(),
  downloadBytes: z.number(),
  throttled: z.int(),
  retries: z.int(),
  failed: z.int(),
});
export type Totals = z.infer<typeof totals>;

// The current activity of the whole engine, for Monitor's verdict and for the utilisation of the service's published
// targets.
import { z } from 'zod';
import { transferWaits } from './transfer-trace';

const rate = z.number().min(0);

export const monitorState = z.object({
  /** Wall time of the answer; everything below covers the `overMs` before it. */
  atMs: z.number(),
  overMs: z.number(),
  /** Requests that ended, and those that are under way now. */
  requests: z.int(),
  inFlight: z.int(),
  /** Average number of requests in flight. */
  meanInFlight: rate,
  /**
   * Shares of the total time of all requests including queueing, 0…1: waiting for a connection, and waiting for the
   * first byte, for requests without a large body.
   */
  queueShare: z.number(),
  firstByteShare: z.number(),
  /** Bytes that moved, both directions. */
  bytesPerSecond: rate,
  /** As the service names it: `503 ServerBusy, egress`. The most frequent first. */
  throttles: z.array(z.object({ cause: z.string(), requests: z.int() })),
  /**
   * Other failures of the network or the service: an error code of ours when no answer arrived or it broke off;
   * otherwise the service's answer: `403 AuthenticationFailed`.
   */
  failures: z.array(
    z.object({ kind: z.enum(['no-answer', 'cut-off', 'refused']), cause: z.string(), requests: z.int() }),
  ),
  /** The object with the most traffic; null when there was none. */
  account: z.object({ connectionId: z.string(), requestsPerSecond: rate, entitiesPerSecond: rate }).nullable(),
  partition: z
    .object({
      connectionId: z.string(),
      table: z.string(),
      partition: z.string(),
      requestsPerSecond: rate,
      entitiesPerSecond: rate,
      throttled: z.int(),
    })
    .nullable(),
  blob: z
    .object({
      connectionId: z.string(),
      container: z.string(),
      address: z.string(),
      requestsPerSecond: rate,
      bytesPerSecond: rate,
    })
    .nullable(),
  /** Of the transfers that move now. */
  transfers: z.object({
    jobs: z.int(),
    waits: transferWaits,
    /** 0…1, how busy the busiest worker thread is. */
    threadUse: z.number(),
    inFlight: z.int(),
    /** The concurrency that the user has fixed, summed over such jobs; null when all jobs adapt. */
    fixedConcurrency: z.int().nullable(),
  }),
  /** Delay of the engine's event loop: the median of the intervals' 99th percentiles. */
  loopDelayMs: z.number(),
});
export type MonitorState = z.infer<typeof monitorState>;

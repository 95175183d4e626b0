// What the whole engine does now, for Monitor's verdict and for the share of the service's published targets.
import { z } from 'zod';
import { transferWaits } from './transfer-trace';

const rate = z.number().min(0);

export const monitorStanding = z.object({
  /** Wall time of the question; everything below is about the `overMs` before it. */
  atMs: z.number(),
  overMs: z.number(),
  /** Requests that ended, and those that are under way now. */
  requests: z.int(),
  inFlight: z.int(),
  /** Requests under way on average. */
  meanInFlight: rate,
  /**
   * Of the time of all requests, queue included, 0…1: waiting for a connection; and for the first byte of the answer, of
   * those that do not send a large body first.
   */
  queueShare: z.number(),
  firstByteShare: z.number(),
  /** Bytes that moved, both directions. */
  bytesPerSecond: rate,
  /** As the service says it: `503 ServerBusy, egress`. The most frequent first. */
  throttles: z.array(z.object({ cause: z.string(), requests: z.int() })),
  /**
   * What failed otherwise by the line or the service: nobody answered, or the answer broke off, where the cause is one of
   * our error codes; or the service said no: `403 AuthenticationFailed`.
   */
  failures: z.array(
    z.object({ kind: z.enum(['no-answer', 'cut-off', 'refused']), cause: z.string(), requests: z.int() }),
  ),
  /** Those with most traffic; null where there was none. */
  account: z.object({ connectionId: z.string(), requestsPerSecond: rate, entitiesPerSecond: rate }).nullable(),
  partition: z
    .object({
      ...{ connectionId: z.string(), table: z.string(), partition: z.string() },
      ...{ requestsPerSecond: rate, entitiesPerSecond: rate },
      throttled: z.int(),
    })
    .nullable(),
  blob: z
    .object({
      ...{ connectionId: z.string(), container: z.string(), address: z.string() },
      ...{ requestsPerSecond: rate, bytesPerSecond: rate },
    })
    .nullable(),
  /** Of the transfers that move now. */
  transfers: z.object({
    jobs: z.int(),
    waits: transferWaits,
    /** 0…1, how busy the busiest worker thread is. */
    threadUse: z.number(),
    inFlight: z.int(),
    /** Requests at once that a person has fixed, of all such jobs; null when every job finds its own. */
    fixedConcurrency: z.int().nullable(),
  }),
  /** Delay of the engine's event loop: the median of the 99th percentiles of the intervals. */
  loopDelayMs: z.number(),
});
export type MonitorStanding = z.infer<typeof monitorStanding>;

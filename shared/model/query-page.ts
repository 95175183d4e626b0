// One page of a running table query, with its cost.
import { z } from 'zod';
import type { Entity } from './entity';

const whyEnded = z.enum(['last', 'page-size', 'boundary']);

/** One request for a page, with its timing. Contains no signature, because it is recorded before signing. */
export const sentRequest = z.object({
  method: z.string(),
  /** Service address and path, without a query string. */
  address: z.string(),
  /** The decoded query parameters in the order sent, including the continuation token. */
  parameters: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Wall time when it was passed to the http client, in ms since 1970. */
  startedAtMs: z.number(),
  /** Time until the answered attempt was sent: waiting for a connection, plus earlier attempts with their pauses. */
  queueMs: z.number(),
  /** From sending to the first byte of the answer, then to its last. */
  firstByteMs: z.number(),
  downloadMs: z.number(),
  decodeMs: z.number(),
  status: z.int(),
  /** Rows of the response, before a row limit or a prefix check removes some. */
  rows: z.int(),
  bytes: z.number(),
  retries: z.int(),
  /** As in the page; for this request alone. */
  ended: whyEnded,
});
export type SentRequest = z.infer<typeof sentRequest>;

const pageStats = z.object({
  /** Time from sending to the last byte of the body, and to the first. */
  latencyMs: z.number(),
  firstByteMs: z.number(),
  rows: z.int(),
  /** Body bytes as received. */
  bytes: z.number(),
  retries: z.int(),
  /**
   * Queries sent for this page, retries not counted: more than one where parallel ranges are merged. The last page of
   * those also counts requests without a result, which `sent` does not include. Absent means one.
   */
  requests: z.int().optional(),
  /** Those of them that only looked for keys to split at. Absent means none. */
  probes: z.int().optional(),
  /** CPU time for turning the body into typed rows. */
  decodeMs: z.number(),
  /** Why the service ended the page; `boundary` covers the 5 s limit and partition-server boundaries. */
  ended: whyEnded,
  /** Each request behind this page, in the order they were sent. */
  sent: z.array(sentRequest).optional(),
});
export type PageStats = z.infer<typeof pageStats>;

/** Progress of a parallel scan after a page. */
const scanState = z.object({
  /** Requests that may be in flight: as requested, and as currently allowed after throttling. */
  concurrency: z.int(),
  allowed: z.int(),
  /** Ranges that the keys have been split into until now, and how many of them have been handed out. */
  ranges: z.int(),
  rangesDone: z.int(),
  /** How often the service throttled the query (429, 503). */
  throttles: z.int(),
});
export type ScanState = z.infer<typeof scanState>;

/** What a pending page waits for after one of its requests was denied or failed. */
export const pageWait = z.object({
  /** Why: the service throttles this or other requests of the account, fails, or could not be reached. */
  why: z.enum(['throttled', 'held', 'failing', 'line']),
  /** Number of the next attempt; 2 or more after a failure. */
  attempt: z.int(),
  /** 0 while it is in flight. */
  dueInMs: z.number(),
});
export type PageWait = z.infer<typeof pageWait>;

/** Everything of a page but its rows. */
export const pageWithoutRows = z.object({
  stats: pageStats,
  /** True while rows are left, according to the service and the row limit. A page may be empty and still have more. */
  more: z.boolean(),
  /** Opaque resume point after this page; null when nothing is left. */
  token: z.string().nullable(),
  /** Only for a parallel scan. */
  scan: scanState.optional(),
});
/** A page with its rows as entities, as the engine uses it. */
export type QueryPage = z.infer<typeof pageWithoutRows> & { readonly rows: Entity[] };

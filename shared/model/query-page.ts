// One page of a running table query, with what it cost to get it.
import { z } from 'zod';
import { type PackedRows, unpackRows } from '../rows/packed-rows';
import { entity } from './entity';

const whyEnded = z.enum(['last', 'page-size', 'boundary']);

/** One request that was sent for a page, with where its time went. Holds no signature: it is described before signing. */
export const sentRequest = z.object({
  method: z.string(),
  /** Service address and path, without a query string. */
  address: z.string(),
  /** The query parameters as text, not encoded, in the order sent; continuation among them. */
  parameters: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Wall time when it was handed to the http client, ms since 1970. */
  startedAtMs: z.number(),
  /** Until the answered try was sent: the wait for a connection, and earlier tries with their pauses where there were. */
  queueMs: z.number(),
  /** From sending to the first byte of the answer, then to its last. */
  firstByteMs: z.number(),
  downloadMs: z.number(),
  decodeMs: z.number(),
  status: z.int(),
  /** Rows of the answer, before a row limit or a prefix check takes some away. */
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
   * Queries sent for this page, retries not counted: more than one where parallel ranges are merged. The last page of those
   * counts what was asked for in vain, too, of which `sent` does not tell. Absent means one.
   */
  requests: z.int().optional(),
  /** Those of them that looked for places to cut the range, a row each. Absent means none. */
  probes: z.int().optional(),
  /** Client CPU spent turning the body into typed rows. */
  decodeMs: z.number(),
  /** Why the service ended the page; `boundary` covers the 5 s limit and partition-server boundaries. */
  ended: whyEnded,
  /** Each request behind this page, in the order they were sent. */
  sent: z.array(sentRequest).optional(),
});
export type PageStats = z.infer<typeof pageStats>;

/** How a parallel reading stands after a page. */
const scanState = z.object({
  /** Requests that may be in flight at once: as asked for, and as allowed since the service last asked for patience. */
  concurrency: z.int(),
  allowed: z.int(),
  /** Ranges the keys have been cut into so far, and how many of them have been handed out. */
  ranges: z.int(),
  rangesDone: z.int(),
  /** How often the service asked for patience (429, 503). */
  throttles: z.int(),
});
export type ScanState = z.infer<typeof scanState>;

/** What a page that is due waits for, once a request of it was refused or lost: for the next try. */
export const pageWait = z.object({
  /** The service throttles, or other requests of the account, which all wait then; it fails, or was not reached. */
  why: z.enum(['throttled', 'held', 'failing', 'line']),
  /** Of the next try; from 2 where one was refused. */
  attempt: z.int(),
  /** 0 while that is under way. */
  dueInMs: z.number(),
});
export type PageWait = z.infer<typeof pageWait>;

export const queryPage = z.object({
  rows: z.array(entity),
  stats: pageStats,
  /** True while the service (or the row limit) leaves rows to fetch. A page may be empty and still have more. */
  more: z.boolean(),
  /** Opaque resume point after this page; null when nothing is left. */
  token: z.string().nullable(),
  /** Only of a parallel reading. */
  scan: scanState.optional(),
});
export type QueryPage = z.infer<typeof queryPage>;

/** How the rows of a query are wanted. */
export const pageForm = z.enum(['entities', 'packed']);
export type PageForm = z.infer<typeof pageForm>;

/** The same page with its rows by column, in blocks of `blockRows` and what is left. */
export const packedPage = queryPage
  .omit({ rows: true })
  .extend({ blocks: z.array(z.custom<PackedRows>(isPackedRows, 'rows that do not unpack')) });
export type PackedPage = z.infer<typeof packedPage>;

function isPackedRows(value: unknown): boolean {
  try {
    return z.array(entity).safeParse(unpackRows(value as PackedRows)).success;
  } catch {
    return false;
  }
}

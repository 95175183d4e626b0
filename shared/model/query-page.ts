// One page of a running table query, with what it cost to get it.
import { z } from 'zod';
import { entity } from './entity';

export const pageStats = z.object({
  /** Time from sending to the last byte of the body, and to the first. */
  latencyMs: z.number(),
  firstByteMs: z.number(),
  rows: z.int(),
  /** Body bytes as received. */
  bytes: z.number(),
  retries: z.int(),
  /** Queries sent for this page, retries not counted: more than one where parallel ranges are merged. Absent means one. */
  requests: z.int().optional(),
  /** Client CPU spent turning the body into typed rows. */
  decodeMs: z.number(),
  /** Why the service ended the page; `boundary` covers the 5 s limit and partition-server boundaries. */
  ended: z.enum(['last', 'page-size', 'boundary']),
});
export type PageStats = z.infer<typeof pageStats>;

export const queryPage = z.object({
  rows: z.array(entity),
  stats: pageStats,
  /** True while the service (or the row limit) leaves rows to fetch. A page may be empty and still have more. */
  more: z.boolean(),
  /** Opaque resume point after this page; null when nothing is left. */
  token: z.string().nullable(),
});
export type QueryPage = z.infer<typeof queryPage>;

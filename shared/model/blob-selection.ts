// A selection of blobs and virtual folders in a container, and its totals.
import { z } from 'zod';
import { MiB } from '../units';

/** Blobs up to this size are copied by the service in one request. The service's own limit is 256 MiB. */
export const copiedWholeBytes = 64 * MiB;

/** `prefixes` end in `/`, or are arbitrary name prefixes; the empty one is the whole container. */
export const blobSelection = z.object({ names: z.array(z.string()), prefixes: z.array(z.string()) });
export type BlobSelection = z.infer<typeof blobSelection>;

/** Blobs of one tier that leave it early; at most `maxDays` of their minimum period are left, null when unknown. */
export const earlyStay = z.object({
  tier: z.string(),
  blobs: z.int(),
  bytes: z.number(),
  maxDays: z.int().nullable(),
});
export type EarlyStay = z.infer<typeof earlyStay>;

export const blobSum = z.object({
  blobs: z.int(),
  bytes: z.number(),
  /** Of these blobs, how many are deleted with them; absent if they were not counted. */
  snapshots: z.int().optional(),
  /** By tier, the blobs that would leave it before its minimum period is over. */
  early: z.array(earlyStay),
  /** Number of list requests until now. */
  requests: z.int(),
  state: z.enum(['counting', 'complete']),
});
export type BlobSum = z.infer<typeof blobSum>;

export const deletionFailure = z.object({
  name: z.string(),
  code: z.string(),
  message: z.string(),
  /** What it is worded from. */
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type DeletionFailure = z.infer<typeof deletionFailure>;

export const deletionProgress = z.object({
  deleted: z.int(),
  bytes: z.number(),
  /** Real folders that were deleted with everything in them, which is in none of the other figures. */
  folders: z.int().optional(),
  /** The folders are real, but were emptied blob by blob because the Data Lake endpoint cannot be reached. */
  dfs: z.literal('unreachable').optional(),
  /** Blobs that no longer existed. */
  missing: z.int(),
  failedCount: z.int(),
  /** The first of them. */
  failed: z.array(deletionFailure),
  /** `stopped`: some blobs were not tried. */
  state: z.enum(['running', 'complete', 'stopped']),
  /** Requests in flight when it was stopped that were never answered. */
  unanswered: z.int().optional(),
});
export type DeletionProgress = z.infer<typeof deletionProgress>;

// Some blobs and virtual folders of a container, and what they come to.
import { z } from 'zod';
import { MiB } from '../units';

/** Up to this size the service copies a blob in one request. Its own limit is 256 MiB. */
export const copiedWholeBytes = 64 * MiB;

/** `prefixes` end in `/`, or are any beginning of names; the empty one is the whole container. */
export const blobSelection = z.object({ names: z.array(z.string()), prefixes: z.array(z.string()) });
export type BlobSelection = z.infer<typeof blobSelection>;

/** Blobs of one tier that leave it early; `mostDays` of their least stay are left, null where that is not known. */
export const earlyStay = z.object({
  tier: z.string(),
  blobs: z.int(),
  bytes: z.number(),
  mostDays: z.int().nullable(),
});
export type EarlyStay = z.infer<typeof earlyStay>;

export const blobSum = z.object({
  blobs: z.int(),
  bytes: z.number(),
  /** By tier, those that leave it before its least stay is over. */
  early: z.array(earlyStay),
  /** List requests made so far. */
  requests: z.int(),
  state: z.enum(['counting', 'complete']),
});
export type BlobSum = z.infer<typeof blobSum>;

export const deletionFailure = z.object({ name: z.string(), code: z.string(), message: z.string() });
export type DeletionFailure = z.infer<typeof deletionFailure>;

export const deletionProgress = z.object({
  deleted: z.int(),
  bytes: z.number(),
  /** Gone before we came. */
  missing: z.int(),
  failedCount: z.int(),
  /** The first of them. */
  failed: z.array(deletionFailure),
  /** `stopped`: not all of it was tried. */
  state: z.enum(['running', 'complete', 'stopped']),
  /** Asked for when it was stopped, and never answered. */
  unanswered: z.int().optional(),
});
export type DeletionProgress = z.infer<typeof deletionProgress>;

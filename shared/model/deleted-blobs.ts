// Deleted blobs that the account retains: whether it retains any, which ones, and restoring them.
import { z } from 'zod';
import { blobItem } from './blob';
import { blobSelection, deletionFailure } from './blob-selection';

export const blobRetention = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('on'),
    /** How long a deleted blob is retained. */
    days: z.int(),
    /** The service's time of this answer, if it returned one, ISO; later deletions have this or a later time. */
    asOf: z.string().min(1),
  }),
  z.object({
    /** The account retains earlier versions of blobs, including deleted ones, until they are deleted explicitly. */
    kind: z.literal('versions'),
  }),
  z.object({
    /** `not-told`: the credential has no permission to read this. */
    kind: z.enum(['off', 'not-told', 'emulator', 'hierarchical', 's3']),
  }),
]);
export type BlobRetention = z.infer<typeof blobRetention>;

const deletedBlob = blobItem.extend({
  /** ISO, to the second; empty if the service does not report it. */
  deletedAt: z.string(),
  /** Full days until it is permanently deleted; null when the service does not report it. */
  remainingDays: z.int().nullable(),
  /** Its newest version, if versions are what the account retains; null for a soft-deleted blob. */
  version: z.string().nullable(),
});
export type DeletedBlob = z.infer<typeof deletedBlob>;

export const deletedBlobsFound = z.object({
  /** Since the last event. */
  blobs: z.array(deletedBlob),
  /** Total found until now; may exceed the number listed. */
  found: z.int(),
  foundBytes: z.number(),
  /** Blobs that were examined, deleted or not. */
  seen: z.int(),
  requests: z.int(),
  state: z.enum(['listing', 'complete']),
});
export type DeletedBlobsFound = z.infer<typeof deletedBlobsFound>;

export const restoreWish = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('names'), names: z.array(z.string()) }),
  /** The part of the selection that one deletion has removed. */
  z.object({
    kind: z.literal('selection'),
    selection: blobSelection,
    /** When the deletion began, ISO in the service's time; null if the service does not report it. */
    since: z.string().min(1).nullable(),
    /** The time that was passed to `blobs.delete`: versions do not record when their blob was deleted. */
    deletion: z.string(),
  }),
]);
export type RestoreWish = z.infer<typeof restoreWish>;

export const restoreProgress = z.object({
  restored: z.int(),
  /** Blobs that are no longer retained. */
  missing: z.int(),
  failedCount: z.int(),
  /** The first of them. */
  failed: z.array(deletionFailure),
  /** `stopped`: some blobs were not tried. */
  state: z.enum(['running', 'complete', 'stopped']),
  /** Requests in flight when it was stopped that were never answered. */
  unanswered: z.int().optional(),
});
export type RestoreProgress = z.infer<typeof restoreProgress>;

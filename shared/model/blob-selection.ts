// Some blobs and virtual folders of a container, and what they come to.
import { z } from 'zod';

/** `prefixes` end in `/`, or are any beginning of names; the empty one is the whole container. */
export const blobSelection = z.object({ names: z.array(z.string()), prefixes: z.array(z.string()) });
export type BlobSelection = z.infer<typeof blobSelection>;

export const blobSum = z.object({
  blobs: z.int(),
  bytes: z.number(),
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
  state: z.enum(['running', 'complete']),
});
export type DeletionProgress = z.infer<typeof deletionProgress>;

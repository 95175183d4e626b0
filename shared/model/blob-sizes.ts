// What is stored below a folder: the totals of every folder in it, and their composition.
import { z } from 'zod';
import { blobItem } from './blob';

/** Maximum number of folders that are counted separately; the deepest are merged into their parents. */
export const sizedFolderLimit = 20_000;

const sizedFolder = z.object({
  /** Index of the parent folder; -1 for the requested one, which comes first. */
  parent: z.int(),
  /** Its last segment with the slash; for the first folder the whole prefix. */
  name: z.string(),
  /** Including everything below it. */
  blobs: z.int(),
  bytes: z.number(),
  /** Only directly in it. */
  ownBlobs: z.int(),
  ownBytes: z.number(),
  /** Last change of anything below it; ISO, empty when unknown. */
  newest: z.string(),
});
export type SizedFolder = z.infer<typeof sizedFolder>;

const share = z.object({ name: z.string(), blobs: z.int(), bytes: z.number() });
export type SizeShare = z.infer<typeof share>;

export const blobSizes = z.object({
  /** Parents before their subfolders; at first only the upper levels, at the end all retained ones. */
  folders: z.array(sizedFolder),
  /** Number of levels that are counted separately; deeper folders are part of the sums above them. */
  depth: z.int(),
  /** Largest first; `name` is the ending with its dot, or empty. */
  endings: z.array(share),
  tiers: z.array(share),
  /** By last change, youngest first. */
  ages: z.array(share),
  /** Largest first. */
  largest: z.array(blobItem),
  /** List requests answered until now. */
  requests: z.int(),
  /** When the newest page was listed; ISO. */
  asOf: z.string(),
  state: z.enum(['counting', 'complete']),
});
export type BlobSizes = z.infer<typeof blobSizes>;

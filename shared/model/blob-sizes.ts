// What is stored below a folder: sums of every folder in it, and what they are made of.
import { z } from 'zod';
import { blobItem } from './blob';

/** More folders are not kept apart: the deepest are counted in those above them. */
export const sizedFolderLimit = 20_000;

const sizedFolder = z.object({
  /** Index of the folder it is in; -1 for the one that was asked for, which comes first. */
  parent: z.int(),
  /** Its own segment with the slash; the first one's whole prefix. */
  name: z.string(),
  /** With everything below it. */
  blobs: z.int(),
  bytes: z.number(),
  /** Directly in it. */
  ownBlobs: z.int(),
  ownBytes: z.number(),
  /** Last change of anything below it; ISO, empty when nothing told. */
  newest: z.string(),
});
export type SizedFolder = z.infer<typeof sizedFolder>;

const share = z.object({ name: z.string(), blobs: z.int(), bytes: z.number() });
export type SizeShare = z.infer<typeof share>;

export const blobSizes = z.object({
  /** Parents before their folders; at first only what is near the top, all that is kept when complete. */
  folders: z.array(sizedFolder),
  /** Levels of folders that are kept apart; the rest is in the sums of those above. */
  depth: z.int(),
  /** Largest first; `name` is the ending with its dot, or empty. */
  endings: z.array(share),
  tiers: z.array(share),
  /** By last change, youngest first. */
  ages: z.array(share),
  /** Largest first. */
  largest: z.array(blobItem),
  /** List requests answered so far. */
  requests: z.int(),
  /** When the newest page was listed; ISO. */
  asOf: z.string(),
  state: z.enum(['counting', 'complete']),
});
export type BlobSizes = z.infer<typeof blobSizes>;

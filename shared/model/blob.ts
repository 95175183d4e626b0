// Containers, virtual folders and blobs as the service lists them; names are exact, never normalised.
import { z } from 'zod';

export const listedContainer = z.object({ name: z.string(), lastModified: z.string() });
export type ListedContainer = z.infer<typeof listedContainer>;

export const blobItem = z.object({
  /** Full name inside the container. */
  name: z.string(),
  bytes: z.number(),
  lastModified: z.string(),
  /** Modification time of the file it came from, if its metadata contains one: ISO with nine decimals. */
  fileModified: z.string().optional(),
  etag: z.string(),
  /** The ETag that its source had, if a sync by ETags has copied it and the listing includes metadata. */
  sourceEtag: z.string().optional(),
  contentType: z.string(),
  /** Base64; empty where no checksum is stored. */
  contentMd5: z.string(),
  tier: z.string(),
  /**
   * ISO time since when it is in its tier; absent for tiers without a minimum period, or when the service does not
   * report it.
   */
  tierSince: z.string().optional(),
  blobType: z.enum(['BlockBlob', 'PageBlob', 'AppendBlob']),
  leased: z.boolean(),
  /** A real folder, which accounts with a hierarchical namespace list among the blobs. */
  isFolder: z.literal(true).optional(),
  /** How many snapshots it has; absent if they were not counted. */
  snapshots: z.int().optional(),
});
export type BlobItem = z.infer<typeof blobItem>;

export const blobListing = z.object({
  /** Full prefixes, each ending in `/`. */
  folders: z.array(z.string()),
  blobs: z.array(blobItem),
  /** Opaque; null when the listing is complete. */
  marker: z.string().nullable(),
});
export type BlobListing = z.infer<typeof blobListing>;

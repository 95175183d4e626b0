// Everything that can be viewed and changed on one blob except its content. Texts are exactly as the service stores
// them.
import { z } from 'zod';
import { blobItem } from './blob';

export const namedValue = z.object({ name: z.string(), value: z.string() });
export type NamedValue = z.infer<typeof namedValue>;

/** The headers that the user sets and that every download returns; an empty text is a header that is not set. */
export const blobHttpHeaders = z.object({
  contentType: z.string(),
  contentEncoding: z.string(),
  contentLanguage: z.string(),
  contentDisposition: z.string(),
  cacheControl: z.string(),
});
export type BlobHttpHeaders = z.infer<typeof blobHttpHeaders>;
export type BlobHttpHeader = keyof BlobHttpHeaders;

export const leaseFacts = z.object({
  state: z.enum(['available', 'leased', 'expired', 'breaking', 'broken']),
  /** Empty without a lease. */
  duration: z.enum(['infinite', 'fixed', '']),
});
export type LeaseFacts = z.infer<typeof leaseFacts>;

const tierFacts = z.object({
  /** As the service names it (`Hot`, `Cool`, `Cold`, `Archive`, `P10`); empty when the blob has none. */
  name: z.string(),
  /** The account's default tier, not set on this blob. */
  isInferred: z.boolean(),
  /** ISO time; empty when never changed. */
  changedOn: z.string(),
  /** `rehydrate-pending-to-hot` and the like; empty when no change is in progress. */
  archiveStatus: z.string(),
  /** `High` or `Standard` while rehydrating; else empty. */
  rehydratePriority: z.string(),
});

export const blobDetails = blobItem.extend({
  /** Without any SAS. */
  url: z.string(),
  /** ISO time; empty when the service does not return it. */
  createdOn: z.string(),
  http: blobHttpHeaders,
  metadata: z.array(namedValue),
  tierFacts,
  lease: leaseFacts,
  tagCount: z.int(),
  /** Every header of the answer that is about the blob. */
  headers: z.array(namedValue),
});
export type BlobDetails = z.infer<typeof blobDetails>;

/** `md5`: Base64; null until the whole blob has been read. */
export const md5Progress = z.object({ doneBytes: z.int(), md5: z.string().nullable() });
export type Md5Progress = z.infer<typeof md5Progress>;

/** The result of a change: the blob's new ETag, for the next `If-Match`. */
export const changedBlob = z.object({ etag: z.string() });

/** Properties of the account, if known; otherwise empty and false. */
export const blobAccountFacts = z.object({
  /** `StorageV2`, `BlobStorage`, `BlockBlobStorage`, `Storage`, `FileStorage`. */
  kind: z.string(),
  sku: z.string(),
  isHierarchical: z.boolean(),
  isEmulator: z.boolean(),
});
export type BlobAccountFacts = z.infer<typeof blobAccountFacts>;

/** Identifies an earlier state of a blob: the time of its snapshot, or its version id. */
export const pastBlobId = z.object({ kind: z.enum(['snapshot', 'version']), id: z.string().min(1) });
export type PastBlobId = z.infer<typeof pastBlobId>;
export const pastBlob = pastBlobId.extend(
  blobItem.pick({ bytes: true, lastModified: true, contentMd5: true, contentType: true, tier: true }).shape,
);
export type PastBlob = z.infer<typeof pastBlob>;

export const leaseAction = z.discriminatedUnion('kind', [
  /**
   * In seconds, 15 to 60; -1 for an infinite lease. Who gives the ID knows it also where no answer comes; without one it
   * is made up.
   */
  z.object({ kind: z.literal('acquire'), seconds: z.int(), leaseId: z.string().optional() }),
  z.object({ kind: z.literal('renew'), leaseId: z.string() }),
  z.object({ kind: z.literal('release'), leaseId: z.string() }),
  /** Changes the lease id, so that a client with only the old one no longer holds the lease. */
  z.object({ kind: z.literal('change'), leaseId: z.string(), nextId: z.string() }),
  z.object({ kind: z.literal('break'), afterSeconds: z.int().min(0).max(60) }),
]);
export type LeaseAction = z.infer<typeof leaseAction>;
/** `leaseId` is empty when the service returns none; `secondsLeft` only after a break. */
export const leaseOutcome = z.object({ leaseId: z.string(), secondsLeft: z.number().nullable() });
export type LeaseOutcome = z.infer<typeof leaseOutcome>;

// Everything that can be looked at and changed on one blob besides its bytes. Texts are exactly as the service holds them.
import { z } from 'zod';
import { blobItem } from './blob';

export const namedValue = z.object({ name: z.string(), value: z.string() });
export type NamedValue = z.infer<typeof namedValue>;

/** The headers that a person sets and that every download answers with; an empty text is a header that is not set. */
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
  /** Empty while there is no lease. */
  duration: z.enum(['infinite', 'fixed', '']),
});
export type LeaseFacts = z.infer<typeof leaseFacts>;

const tierFacts = z.object({
  /** In the service's words (`Hot`, `Cool`, `Cold`, `Archive`, `P10`); empty where the blob has none. */
  name: z.string(),
  /** The account's default, never set on this blob. */
  isInferred: z.boolean(),
  /** ISO time; empty when never changed. */
  changedOn: z.string(),
  /** `rehydrate-pending-to-hot` and the like; empty when nothing is under way. */
  archiveStatus: z.string(),
  /** `High` or `Standard` while rehydrating; else empty. */
  rehydratePriority: z.string(),
});

export const blobDetails = blobItem.extend({
  /** Without any SAS. */
  url: z.string(),
  /** ISO time; empty where the service does not tell. */
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

/** A successful change: the ETag that the blob has now, for the next `If-Match`. */
export const changedBlob = z.object({ etag: z.string() });

/** What an account is, as far as it tells; empty and false where it does not. */
export const blobAccountFacts = z.object({
  /** `StorageV2`, `BlobStorage`, `BlockBlobStorage`, `Storage`, `FileStorage`. */
  kind: z.string(),
  sku: z.string(),
  isHierarchical: z.boolean(),
  isEmulator: z.boolean(),
});
export type BlobAccountFacts = z.infer<typeof blobAccountFacts>;

/** Names an earlier state of a blob: the time of its snapshot, or its version, in the service's own words. */
export const pastBlobId = z.object({ kind: z.enum(['snapshot', 'version']), id: z.string().min(1) });
export type PastBlobId = z.infer<typeof pastBlobId>;
export const pastBlob = pastBlobId.extend(
  blobItem.pick({ bytes: true, lastModified: true, contentMd5: true, contentType: true, tier: true }).shape,
);
export type PastBlob = z.infer<typeof pastBlob>;

export const leaseAct = z.discriminatedUnion('kind', [
  /** 15 to 60, or -1 for no end. */
  z.object({ kind: z.literal('acquire'), seconds: z.int() }),
  z.object({ kind: z.literal('renew'), leaseId: z.string() }),
  z.object({ kind: z.literal('release'), leaseId: z.string() }),
  /** Gives the lease another ID, so that whoever knows the old one holds it no longer. */
  z.object({ kind: z.literal('change'), leaseId: z.string(), nextId: z.string() }),
  z.object({ kind: z.literal('break'), afterSeconds: z.int().min(0).max(60) }),
]);
export type LeaseAct = z.infer<typeof leaseAct>;
/** `leaseId` is empty where none is told; `secondsLeft` only after breaking. */
export const leaseOutcome = z.object({ leaseId: z.string(), secondsLeft: z.number().nullable() });
export type LeaseOutcome = z.infer<typeof leaseOutcome>;

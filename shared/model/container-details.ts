// The properties of one container apart from its blobs, and who may read it without the account key.
import { z } from 'zod';
import { leaseFacts, namedValue } from './blob-details';

/** Public access: none, blobs whose names are known, or the list too. */
export const accessLevels = ['none', 'blob', 'container'] as const;
export type AccessLevel = (typeof accessLevels)[number];

export const containerDetails = z.object({
  etag: z.string(),
  /** ISO time. */
  lastModified: z.string(),
  access: z.enum(accessLevels),
  lease: leaseFacts,
  metadata: z.array(namedValue),
  hasImmutabilityPolicy: z.boolean(),
  hasLegalHold: z.boolean(),
});
export type ContainerDetails = z.infer<typeof containerDetails>;

/** A stored access policy: what every signature that names it may do, and when. */
export const storedPolicy = z.object({
  id: z.string(),
  /** Letters of the service; empty if the signature states them. */
  rights: z.string(),
  /** In the service's form, whole seconds written without a fraction; empty if the signature states it. */
  startsOn: z.string(),
  expiresOn: z.string(),
});
export type StoredPolicy = z.infer<typeof storedPolicy>;

export const containerAccess = z.object({
  etag: z.string(),
  level: z.enum(accessLevels),
  policies: z.array(storedPolicy),
});
export type ContainerAccess = z.infer<typeof containerAccess>;

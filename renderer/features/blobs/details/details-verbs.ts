// The actions of the properties panel: their names, which are for blobs and which for containers, and why one is
// disabled.
import { kindTierRefusal } from '@shared/blob-details/support';
import type { BlobItem } from '@shared/model/blob';
import { t } from '@shared/strings/t';
import type { PlaceRefusals } from '../place-refusals';

export const verbLabels = {
  'copy-url': t`Copy URL`,
  'sas-of-blob': t`SAS of the blob`,
  'sas-of-container': t`SAS of the container`,
  access: t`Change public access`,
  policies: t`Edit stored policies`,
  headers: t`Edit HTTP headers`,
  metadata: t`Edit metadata`,
  tier: t`Change access tier`,
  tags: t`Edit index tags`,
  past: t`Show snapshots and versions`,
  lease: t`Change the lease`,
} as const;
export type DetailsVerb = keyof typeof verbLabels;

export const blobVerbs: readonly DetailsVerb[] = [
  ...(['copy-url', 'sas-of-blob', 'headers', 'metadata', 'tier', 'tags', 'past', 'lease'] as const),
];
export const containerVerbs: readonly DetailsVerb[] = [
  ...(['copy-url', 'sas-of-container', 'access', 'policies', 'metadata', 'lease'] as const),
];
/** Why it cannot be done to the blob, or to the container where there is none; null where it can, or nobody knows yet. */
export function verbRefusal(
  verb: DetailsVerb,
  blob: Pick<BlobItem, 'blobType'> | null,
  refusals: PlaceRefusals,
): string | null {
  // All of them begin with what is read of the blob.
  if (blob !== null && refusals.download !== null) return refusals.download;
  switch (verb) {
    case 'copy-url':
    case 'past':
      return null;
    case 'sas-of-blob':
    case 'sas-of-container':
      return refusals.sign;
    case 'headers':
      return refusals.edit;
    case 'tier':
      return refusals.edit ?? (blob === null ? null : kindTierRefusal(blob));
    case 'access':
    case 'policies':
      return refusals.shareContainer;
    case 'metadata':
      return blob === null ? refusals.editContainer : refusals.edit;
    case 'tags':
      return refusals.tags;
    case 'lease':
      return blob === null ? refusals.leaseContainer : refusals.lease;
  }
}

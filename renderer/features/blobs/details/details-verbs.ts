// The verbs of the properties panel: what they are called, which belong to a blob and which to a container, and why one
// cannot be done.
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
/** Why it cannot be done to the blob, or to the container; null where it can, and where it changes nothing. */
export function verbRefusal(verb: DetailsVerb, subject: 'blob' | 'container', refusals: PlaceRefusals): string | null {
  switch (verb) {
    case 'copy-url':
    case 'sas-of-blob':
    case 'sas-of-container':
    case 'past':
      return null;
    case 'headers':
    case 'tier':
      return refusals.edit;
    case 'access':
    case 'policies':
      return refusals.editContainer;
    case 'metadata':
      return subject === 'blob' ? refusals.edit : refusals.editContainer;
    case 'tags':
      return refusals.tags;
    case 'lease':
      return subject === 'blob' ? refusals.lease : refusals.leaseContainer;
  }
}

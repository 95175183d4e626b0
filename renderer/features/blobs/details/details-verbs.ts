// The verbs of the properties panel: what they are called, and which belong to a blob and which to a container.
import { t } from '@shared/strings/t';

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
/** Those that change nothing. */
export const readingVerbs: ReadonlySet<DetailsVerb> = new Set([
  ...(['copy-url', 'sas-of-blob', 'sas-of-container', 'past'] as const),
]);

// The actions of the properties panel: their names, which are for blobs and which for containers, and why one is
// disabled.
import { kindTierDisabledReason } from '@shared/model/action-rules';
import type { BlobItem } from '@shared/model/blob';
import { t } from '@shared/strings/t';
import type { ContainerDisabledReasons } from '../container-disabled-reasons';

export const verbLabels = {
  'copy-url': t`Copy URL`,
  'sas-of-blob': t`Create SAS for blob`,
  'sas-of-container': t`Create SAS for container`,
  'compute-md5': t`Compute MD5`,
  access: t`Change public access`,
  policies: t`Edit stored access policies`,
  headers: t`Edit HTTP headers`,
  metadata: t`Edit metadata`,
  tier: t`Change access tier`,
  tags: t`Edit blob index tags`,
  past: t`View snapshots and versions`,
  lease: t`Manage lease`,
} as const;
export type DetailsVerb = keyof typeof verbLabels;

export const blobActions: readonly DetailsVerb[] = [
  ...(['copy-url', 'sas-of-blob', 'compute-md5', 'headers', 'metadata', 'tier', 'tags', 'past', 'lease'] as const),
];
export const containerActions: readonly DetailsVerb[] = [
  ...(['copy-url', 'sas-of-container', 'access', 'policies', 'metadata', 'lease'] as const),
];
/**
 * Why the action is not possible on the blob, or on the container if there is no blob; null if it is possible, or not
 * known yet.
 */
export function actionDisabledReason(
  action: DetailsVerb,
  blob: Pick<BlobItem, 'blobType'> | null,
  disabledReasons: ContainerDisabledReasons,
): string | null {
  // All of them start from the blob's properties as read.
  if (blob !== null && disabledReasons.download !== null) return disabledReasons.download;
  switch (action) {
    case 'copy-url':
    case 'compute-md5':
    case 'past':
      return null;
    case 'sas-of-blob':
    case 'sas-of-container':
      return disabledReasons.sign;
    case 'headers':
      return disabledReasons.edit;
    case 'tier':
      return disabledReasons.edit ?? (blob === null ? null : kindTierDisabledReason(blob));
    case 'access':
    case 'policies':
      return disabledReasons.shareContainer;
    case 'metadata':
      return blob === null ? disabledReasons.editContainer : disabledReasons.edit;
    case 'tags':
      return disabledReasons.tags;
    case 'lease':
      return blob === null ? disabledReasons.leaseContainer : disabledReasons.lease;
  }
}

// Why an operation is not possible on a blob, given the kinds of its account and of the blob. If either is unknown, the
// service decides.
import type { BlobAccountFacts, BlobDetails } from '../model/blob-details';
import { t } from '../strings/t';

type Blob = Pick<BlobDetails, 'blobType' | 'tierFacts'>;

/** A sentence; null if nothing is known that prevents it. */
export function tierDisabledReason(account: BlobAccountFacts, blob: Blob): string | null {
  const byKind = kindTierDisabledReason(blob);
  if (byKind !== null) return byKind;
  if (account.kind === 'Storage') return t`This account is general-purpose v1. It has no access tiers.`;
  if (account.kind === 'BlockBlobStorage') return t`This is a premium account. It has one tier only.`;
  if (blob.tierFacts.archiveStatus !== '') return t`It is being rehydrated. Wait until that has ended.`;
  return null;
}

/** The reasons for disabling that follow from the kind of the blob alone. */
export function kindTierDisabledReason({ blobType }: Pick<Blob, 'blobType'>): string | null {
  if (blobType === 'AppendBlob') return t`An append blob has no access tier. Only block blobs do.`;
  if (blobType === 'PageBlob') return t`The tier of a page blob belongs to its premium disk, not to the blob.`;
  return null;
}

export function tagsDisabledReason(account: BlobAccountFacts): string | null {
  if (account.isHierarchical) return t`Accounts with a hierarchical namespace have no index tags.`;
  if (account.kind === 'Storage') return t`This account is general-purpose v1. It has no index tags.`;
  if (account.kind === 'BlockBlobStorage') return t`This is a premium account. It has no index tags.`;
  return null;
}

export function versionsDisabledReason(account: BlobAccountFacts): string | null {
  if (account.isEmulator) return t`The emulator keeps no versions.`;
  if (account.isHierarchical) return t`Accounts with a hierarchical namespace keep no versions.`;
  if (account.kind === 'Storage') return t`This account is general-purpose v1. It keeps no versions.`;
  return null;
}

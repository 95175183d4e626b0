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
  if (account.kind === 'BlockBlobStorage') return t`This is a premium account. It has only one tier.`;
  if (blob.tierFacts.archiveStatus !== '') return t`The blob is being rehydrated. Wait until rehydration is complete.`;
  return null;
}

/** The reasons for disabling that follow from the kind of the blob alone. */
export function kindTierDisabledReason({ blobType }: Pick<Blob, 'blobType'>): string | null {
  if (blobType === 'AppendBlob') return t`Append blobs have no access tier; only block blobs do.`;
  if (blobType === 'PageBlob') return t`The tier of a page blob belongs to its premium disk, not to the blob.`;
  return null;
}

export function tagsDisabledReason(account: BlobAccountFacts): string | null {
  if (account.isHierarchical) return t`Accounts with a hierarchical namespace have no blob index tags.`;
  if (account.kind === 'Storage') return t`This account is general-purpose v1. It has no blob index tags.`;
  if (account.kind === 'BlockBlobStorage') return t`This is a premium account. It has no blob index tags.`;
  return null;
}

export function versionsDisabledReason(account: BlobAccountFacts): string | null {
  if (account.isEmulator) return t`The emulator does not support versions.`;
  if (account.isHierarchical) return t`Accounts with a hierarchical namespace do not support versions.`;
  if (account.kind === 'Storage') return t`This account is general-purpose v1. It does not support versions.`;
  return null;
}

// Moves a block blob to another access tier.
import type { AccessTier, RehydratePriority } from '@shared/blob-details/tier-rules';
import type { Account } from '../../azure/account';
import { type WritableBlob, leaseHeader, sendToBlob } from './blob-request';

/**
 * `priority` only applies to moves out of the archive tier. Throws `conflict.archived`, `conflict.leased`,
 * `invalid.refused`.
 */
export async function setTier(
  account: Account,
  blob: WritableBlob,
  change: { readonly tier: AccessTier; readonly priority: RehydratePriority | null },
  signal?: AbortSignal,
): Promise<void> {
  await sendToBlob(account, blob, {
    operation: 'SetBlobTier',
    method: 'PUT',
    query: { comp: 'tier' },
    replay: 'safe',
    signal,
    headers: {
      ...leaseHeader(blob),
      'x-ms-access-tier': change.tier,
      ...(change.priority === null ? {} : { 'x-ms-rehydrate-priority': change.priority }),
    },
  });
}

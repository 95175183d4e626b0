// Why deleted blobs cannot be restored, according to the account's soft delete settings.
import type { BlobRetention } from '../model/deleted-blobs';
import { plural, t } from '../strings/t';

/** A sentence; null if they can be restored. */
export function restoreDisabledReason(retention: BlobRetention): string | null {
  switch (retention.kind) {
    case 'on':
    case 'versions':
      return null;
    case 'off':
      return t`This account keeps no deleted blobs. Soft delete or versions can be turned on in its data protection settings.`;
    case 'not-told':
      return t`These credentials may not ask whether the account keeps deleted blobs. The account key may.`;
    case 'emulator':
      return t`The emulator keeps no deleted blobs.`;
    case 'hierarchical':
      return t`Accounts with a hierarchical namespace restore deleted paths in another way, which is not offered here.`;
  }
}

/** `for 7 days`, `for 1 day`. */
export function retentionText(days: number): string {
  return plural(days)`for ${days} day | for ${days} days`;
}

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
      return t`Soft delete and versioning are off in this account. Turn them on in its data protection settings.`;
    case 'not-told':
      return t`These credentials cannot read the account’s soft-delete settings. The account key can.`;
    case 'emulator':
      return t`The emulator does not retain deleted blobs.`;
    case 's3':
      return t`S3 retains deleted objects only in buckets with versioning, as versions that Stowage does not list. Restore them with a tool for S3.`;
    case 'hierarchical':
      return t`Accounts with a hierarchical namespace restore deleted paths differently; Stowage does not support this.`;
  }
}

/** `7 days`, `1 day`. */
export function retentionText(days: number): string {
  return plural(days)`${days} day | ${days} days`;
}

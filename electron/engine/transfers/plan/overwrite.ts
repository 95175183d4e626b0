// Whether a transfer may replace existing targets, by the chosen policy. Pure: facts come in, a decision goes out.
import { StowageError } from '@shared/errors';
import type { BlobItem } from '@shared/model/blob';
import type { OverwritePolicy, TransferOptions } from '@shared/model/transfer';
import { metadataPrefix } from '../../azure/account';
import type { BlobAddress } from '../../blobs/blob-path';
import type { SkipReason } from '../records/remarks';

/** The facts about the existing blob that a decision needs. */
export interface BlobFacts {
  readonly bytes: number;
  readonly etag: string;
  /** Base64; empty where the service has none. */
  readonly contentMd5: string;
  /** As the service writes it. */
  readonly lastModified: string;
  /** Absent for a file on a disk. */
  readonly blobType?: BlobItem['blobType'];
  readonly tier?: string;
}

/** The condition of a write: none, only when absent, or only while the blob is unchanged. */
export type WriteCondition =
  | { readonly kind: 'none' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'same'; readonly etag: string };

type UploadDecision =
  | {
      readonly kind: 'write';
      readonly condition: WriteCondition;
      /** Not written if the file has this MD5; empty for no such check. */
      readonly unlessMd5: string;
    }
  | { readonly kind: 'skip'; readonly reason: SkipReason };

const write = (condition: WriteCondition, unlessMd5 = ''): UploadDecision => ({ kind: 'write', condition, unlessMd5 });
const skip = (reason: SkipReason): UploadDecision => ({ kind: 'skip', reason });

/**
 * Whether facts about the existing blob are needed before the first byte is sent. Under `never` and `always`, the write
 * of a small file reveals whether there is one.
 */
export function needsBlobFacts(policy: OverwritePolicy, requests: 'one' | 'many'): boolean {
  return requests === 'many' || (policy !== 'never' && policy !== 'always');
}

/**
 * Programs write into a page or append blob in place, and replacing it by a block blob would break that.
 * @throws StowageError `conflict.blob-type` unless the options allow it
 */
export function assertReplaceable(
  blob: Pick<BlobFacts, 'blobType'>,
  options: Pick<TransferOptions, 'changeBlobType'>,
  address: BlobAddress,
): void {
  const error = whyNotReplaced(blob, options, address);
  if (error !== null) throw error;
}

/** The error of `assertReplaceable`; null for none. */
export function whyNotReplaced(
  { blobType = 'BlockBlob' }: Pick<BlobFacts, 'blobType'>,
  { changeBlobType }: Pick<TransferOptions, 'changeBlobType'>,
  { container, name }: BlobAddress,
): StowageError | null {
  if (blobType === 'BlockBlob' || changeBlobType === true) return null;
  return new StowageError('conflict.blob-type', 'A block blob would replace a blob of another type.', {
    context: { container, blob: name, blobType },
  });
}

/** Why the service will refuse to replace the blob; null if it will not. A job leaves the decision to the service. */
export function whyDeniedByService(
  { tier = '' }: Pick<BlobFacts, 'tier'>,
  { container, name }: BlobAddress,
): StowageError | null {
  if (tier !== 'Archive') return null;
  return new StowageError('conflict.archived', 'The blob is in the archive tier.', {
    context: { container, blob: name, operation: 'PutBlob' },
  });
}

/**
 * Under `rename`, a skip means that the next name is attempted. `blob` is null when there is none or it was not looked
 * up.
 */
export function decideUpload(
  policy: OverwritePolicy,
  source: { readonly bytes: number; readonly mtimeMs: number },
  blob: BlobFacts | null,
): UploadDecision {
  if (policy === 'always') return write({ kind: 'none' });
  if (blob === null) return write({ kind: 'absent' });
  const same: WriteCondition = { kind: 'same', etag: blob.etag };
  switch (policy) {
    case 'never':
    case 'rename':
      return skip('already there');
    case 'if-newer':
      return source.mtimeMs > Date.parse(blob.lastModified) ? write(same) : skip('the other one is newer');
    case 'if-different':
      return write(same, blob.bytes === source.bytes ? blob.contentMd5 : '');
  }
}

type DownloadDecision =
  | { readonly kind: 'write'; readonly unlessMd5: string }
  | { readonly kind: 'skip'; readonly reason: SkipReason };

/** `local` is null when there is no such file. */
export function decideDownload(
  policy: OverwritePolicy,
  blob: { readonly bytes: number; readonly lastModified: string; readonly contentMd5: string },
  local: { readonly bytes: number; readonly mtimeMs: number } | null,
): DownloadDecision {
  if (local === null || policy === 'always') return { kind: 'write', unlessMd5: '' };
  const modifiedMs = Date.parse(blob.lastModified);
  switch (policy) {
    case 'never':
    case 'rename':
      return { kind: 'skip', reason: 'already there' };
    case 'if-newer':
      return modifiedMs > local.mtimeMs
        ? { kind: 'write', unlessMd5: '' }
        : { kind: 'skip', reason: 'the other one is newer' };
    case 'if-different':
      if (local.bytes !== blob.bytes) return { kind: 'write', unlessMd5: '' };
      if (blob.contentMd5 !== '') return { kind: 'write', unlessMd5: blob.contentMd5 };
      return modifiedMs === local.mtimeMs ? { kind: 'skip', reason: 'the same' } : { kind: 'write', unlessMd5: '' };
  }
}

// A blob that only reserves the name of an upload until it is complete. Apart from the other settings of uploads, whose
// tables of content types no worker thread needs.

/** Its metadata: the id of the job. */
export const placeholderHeader = `${metadataPrefix}stowage_upload`;

export function isPlaceholderOf(jobId: string, blob: { readonly settings: Readonly<Record<string, string>> }): boolean {
  return blob.settings[placeholderHeader] === jobId;
}

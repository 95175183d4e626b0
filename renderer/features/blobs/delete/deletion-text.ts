// The figures and texts of a deletion that several parts of its dialog share.
import type { DeletionProgress } from '@shared/model/blob-selection';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatBytes, formatCount } from '@shared/units';

/**
 * `1,204 blobs with 3 snapshots, 3.1 GiB without the snapshots`: a listing does not contain the size that only a
 * snapshot occupies.
 */
export function blobsText(blobs: number, bytes: number, snapshots = 0): string {
  if (snapshots === 0) return `${counted(blobs, 'blob')}, ${formatBytes(bytes)}`;
  return t`${counted(blobs, 'blob')} with ${counted(snapshots, 'snapshot')}, ${formatBytes(bytes)} without snapshots`;
}

/**
 * The final event may be missing, for example if the engine has stopped; and requests in flight may never have been
 * answered.
 */
export function stoppedText({ state, deleted, unanswered = 0 }: DeletionProgress): string {
  if (state === 'running') return t`Stopped: at least ${formatCount(deleted)} deleted`;
  if (unanswered === 0) return t`Stopped: ${formatCount(deleted)} deleted`;
  return t`Stopped: ${formatCount(deleted)} deleted, possibly ${formatCount(unanswered)} more`;
}

export function handledBy({ deleted, missing, failedCount }: DeletionProgress): number {
  return deleted + missing + failedCount;
}

/** How many of the blobs that were counted before were not tried; 0 while that is not known. */
export function leftOver(progress: DeletionProgress, total: number): number {
  return progress.state === 'stopped' ? total - handledBy(progress) : 0;
}

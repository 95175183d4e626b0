// Messages about blobs that are downloaded to be dragged out. Pure.
import type { TransferJob } from '@shared/model/transfer';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatBytes } from '@shared/units';
import type { ToastContent } from '@renderer/ui';
import type { ListingEntry } from '../listing/listing';

/** The size of the blobs among them; the contents of a folder have not been counted yet. */
export function knownBytes(entries: readonly ListingEntry[]): number {
  return entries.reduce((bytes, entry) => bytes + (entry.kind === 'blob' ? entry.item.bytes : 0), 0);
}

/** `survey.bin, 1.5 GiB`; without a size if a folder is among them. */
export function withSize(what: string, entries: readonly ListingEntry[]): string {
  if (entries.some(({ kind }) => kind === 'folder')) return what;
  return t`${what}, ${formatBytes(knownBytes(entries))}`;
}

export function readyMessage(what: string): ToastContent {
  return { tone: 'good', title: t`${what} can be dragged out`, text: t`The download is complete: drag it again.` };
}

export function pausedMessage(what: string): ToastContent {
  return {
    tone: 'information',
    title: t`Downloading ${what} is paused`,
    text: t`See Transfers for the reason, and resume it there.`,
  };
}

/** Whether it left files behind and brought others, which can be dragged out. */
export function isPartiallyFetched({ failedCount, filesDone }: TransferJob): boolean {
  return failedCount > 0 && filesDone > 0;
}

/** Of a job that did not bring everything. */
export function failedMessage(what: string, job: TransferJob): ToastContent {
  const failed = counted(job.failedCount, 'file');
  if (!isPartiallyFetched(job)) {
    return { tone: 'bad', title: t`${what} could not be downloaded`, text: t`See Transfers for the reason.` };
  }
  return {
    tone: 'bad',
    title: t`${failed} of ${what} could not be downloaded`,
    text: t`See Transfers for the reason and to retry. If you drag now, only the downloaded files are included.`,
  };
}

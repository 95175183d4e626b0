// Asks where the missing files of an upload are now; those that are there as they were planned go on.
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { type ToastContent, showToast } from '@renderer/ui';
import { reportFailure } from '@renderer/jobs/table-job-actions';

/** The cause by which a source that was moved fails. */
export const lostSource = 'local.not-found';

export function promptForSources(jobId: string): void {
  findSources(jobId).catch(reportFailure);
}

async function findSources(jobId: string): Promise<void> {
  const folder = await call('dialogs.pick-moved-folder', {});
  if (folder === null) return;
  const found = await call('transfers.find-sources', { jobId, folderToken: folder.token });
  showToast({ ...foundText(found), text: folder.name });
}

interface Found {
  readonly found: number;
  readonly changed: number;
  readonly unclear: number;
  readonly missing: number;
}

/** Pure. */
export function foundText({ found, changed, unclear, missing }: Found): Pick<ToastContent, 'tone' | 'title'> {
  const parts = [
    ...(found > 0 ? [t`${counted(found, 'file')} found`] : []),
    ...(changed > 0 ? [t`${counted(changed, 'file')} changed since and skipped`] : []),
    ...(unclear > 0 ? [t`${counted(unclear, 'file')} ambiguous and skipped`] : []),
    ...(missing > 0 ? [t`${counted(missing, 'file')} not found`] : []),
  ];
  return { tone: changed + unclear + missing === 0 ? 'good' : 'information', title: parts.join(', ') };
}

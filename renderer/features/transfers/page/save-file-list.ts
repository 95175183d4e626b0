// Saves the files that a job lists as failed or found, all of them or those of one cause, where the person says.
import type { JobFile, TransferJob } from '@shared/model/transfer';
import { formatCount } from '@shared/units';
import { call } from '@renderer/bridge';
import { showToast } from '@renderer/ui';
import { failedFilesCsv, failedFilesJson } from './failed-csv';

export type ListFormat = 'csv' | 'json';

const filesAtOnce = 1000;

/** Rejects with a StowageError. */
export async function saveFileList(job: TransferJob, code: string | null, format: ListFormat): Promise<void> {
  const files: JobFile[] = [];
  for (let total = 1; files.length < total;) {
    const page = await call('transfers.files', {
      jobId: job.id,
      state: 'failed',
      offset: files.length,
      limit: filesAtOnce,
      ...(code === null ? {} : { code }),
    });
    files.push(...page.files);
    total = page.files.length === 0 ? files.length : page.total;
  }
  const { saved } = await call('files.save-text', {
    suggestedName: `${job.kind === 'verify' ? 'verification' : 'failed-files'}.${format}`,
    text: format === 'csv' ? failedFilesCsv(files) : failedFilesJson(files),
  });
  const what = job.kind === 'verify' ? 'files of the verification' : 'failed files';
  if (saved) showToast({ tone: 'good', title: `Saved ${formatCount(files.length)} ${what}` });
}

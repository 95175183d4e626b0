// Saves the list of a job's files that are shown, of one state and perhaps of one cause, where the person says.
import type { JobFile, TransferJob } from '@shared/model/transfer';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { showToast } from '@renderer/ui';
import { fileListCsv, fileListJson } from './file-list-text';
import type { FileChoice } from './use-files';

export type ListFormat = 'csv' | 'json';

const filesAtOnce = 1000;

/** Rejects with a StowageError. */
export async function saveFileList(job: TransferJob, { state, code }: FileChoice, format: ListFormat): Promise<void> {
  const files: JobFile[] = [];
  for (let total = 1; files.length < total;) {
    const page = await call('transfers.files', {
      jobId: job.id,
      state,
      offset: files.length,
      limit: filesAtOnce,
      ...(code === null ? {} : { code }),
    });
    files.push(...page.files);
    total = page.files.length === 0 ? files.length : page.total;
  }
  const { saved } = await call('files.save-text', {
    suggestedName: `${job.kind === 'verify' && state === 'failed' ? 'verification' : `${state}-files`}.${format}`,
    text: format === 'csv' ? fileListCsv(files) : fileListJson(files),
  });
  if (saved) showToast({ tone: 'good', title: t`Saved ${counted(files.length, 'file')} as a list` });
}

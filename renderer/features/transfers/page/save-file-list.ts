// Saves the displayed list of a job's files, of one state and possibly one cause, to a file that the person chooses.
import type { JobFile, TransferJob } from '@shared/model/transfer';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { showToast } from '@renderer/ui';
import { fileListCsv, fileListJson } from './file-list-text';
import type { FileChoice } from './use-files';

export type ListFormat = 'csv' | 'json';

const filesAtOnce = 1000;
/** Of a list that changes while it is read. */
const maxReadings = 3;

/** Rejects with a StowageError. */
export async function saveFileList(job: TransferJob, { state, code }: FileChoice, format: ListFormat): Promise<void> {
  const { files, is } = await listFiles((offset) =>
    call('transfers.files', {
      jobId: job.id,
      state,
      offset,
      limit: filesAtOnce,
      ...(code === null ? {} : { code }),
    }),
  );
  const { saved } = await call('files.save-text', {
    suggestedName: `${job.kind === 'verify' && state === 'failed' ? 'verification' : `${state}-files`}.${format}`,
    text: format === 'csv' ? fileListCsv(files) : fileListJson(files),
  });
  if (!saved) return;
  const title = t`Saved ${counted(files.length, 'file')} as a list`;
  if (is === 'whole') showToast({ tone: 'good', title });
  else {
    const text = t`Files came and went while they were listed: some may be missing. Save it again later.`;
    showToast({ tone: 'information', title, text });
  }
}

export interface FileList {
  /** Each once, in the order in which they were listed. */
  readonly files: readonly JobFile[];
  /** `part`: the job went on each time the list was read, so that files may have moved from one page to another. */
  readonly is: 'whole' | 'part';
}

/** @param page the files from an offset on, and how many there are */
export async function listFiles(
  page: (offset: number) => Promise<{ readonly total: number; readonly files: readonly JobFile[] }>,
): Promise<FileList> {
  for (let reading = 1; ; reading += 1) {
    const files = new Map<number, JobFile>();
    const totals = new Set<number>();
    let [offset, total] = [0, 1];
    while (offset < total && (totals.size < 2 || reading === maxReadings)) {
      const given = await page(offset);
      for (const file of given.files) files.set(file.file, file);
      totals.add(given.total);
      offset += given.files.length;
      total = given.files.length === 0 ? offset : given.total;
    }
    const isWhole = totals.size < 2;
    if (isWhole || reading === maxReadings) return { files: [...files.values()], is: isWhole ? 'whole' : 'part' };
  }
}

// Saves the displayed list of a job's files, of one state and possibly one cause, to a file that the user chooses.
import { type JobFile, type TransferJob, timingColumns, timingFields } from '@shared/model/transfer';
import { counted } from '@shared/strings/counted';
import { inEnglish, t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { showToast } from '@renderer/ui';
import type { FileChoice } from './use-files';
import { reportLine } from '@shared/charting/csv-line';
import { recordedSentence } from '@shared/error-text';

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
  const title = t`List of ${counted(files.length, 'file')} saved`;
  if (is === 'whole') showToast({ tone: 'good', title });
  else {
    const text = t`The files changed while they were listed, so some may be missing. Save the list again later.`;
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

// Files of a job, above all failed or differing ones, as CSV for spreadsheets or JSON for programs.

const header = ['source', 'target', 'bytes', 'code', 'message', ...timingColumns];

/** RFC 4180, with a header line. */
export function fileListCsv(files: readonly JobFile[]): string {
  const lines = files.map((file) => Object.values(rowOf(file)).map((value) => String(value ?? '')));
  return [header, ...lines].map(reportLine).join('');
}

/** One array, an object a file, the fields of the CSV. */
export function fileListJson(files: readonly JobFile[]): string {
  return `${JSON.stringify(files.map(rowOf), null, 2)}\n`;
}

function rowOf(file: JobFile) {
  const { source, target, bytes, code, state, timing } = file;
  const message = messageOf(file);
  return { source, target, bytes, code, message, ...timingFields(state === 'done' ? bytes : null, timing) };
}

/** In English, as everything in files; the reason of a skip is what was recorded. */
function messageOf(file: JobFile): string {
  return file.code === '' ? file.message : inEnglish(() => recordedSentence(file));
}

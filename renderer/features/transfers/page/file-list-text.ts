// Files of a job, above all failed or differing ones, as CSV for spreadsheets or JSON for programs. Pure.
import { reportLine } from '@shared/charting/csv-line';
import { recordedSentence } from '@shared/error-text';
import { type JobFile, timingColumns, timingFields } from '@shared/model/transfer';
import { inEnglish } from '@shared/strings/t';

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

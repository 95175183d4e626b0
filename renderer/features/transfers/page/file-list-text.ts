// Files of a job, above all failed or differing ones, as CSV for spreadsheets or JSON for programs. Pure.
import { reportLine } from '@shared/charting/csv-line';
import type { JobFile } from '@shared/model/transfer';

const header = ['source', 'target', 'bytes', 'code', 'message'];

/** RFC 4180, with a header line. */
export function fileListCsv(files: readonly JobFile[]): string {
  const lines = files.map(({ source, target, bytes, code, message }) => [
    source,
    target,
    bytes === null ? '' : String(bytes),
    code,
    message,
  ]);
  return [header, ...lines].map(reportLine).join('');
}

/** One array, an object a file, the fields of the CSV. */
export function fileListJson(files: readonly JobFile[]): string {
  const rows = files.map(({ source, target, bytes, code, message }) => ({ source, target, bytes, code, message }));
  return `${JSON.stringify(rows, null, 2)}\n`;
}

// Whether an ETag is the one that the service derives from the timestamp, judged by their bytes in the response.
import { etagOf } from '@shared/model/entity-etag';
import type { ColumnDraft } from './column-draft';
import type { PageBytes } from './page-bytes';

const beginning = Buffer.from(`W/\\"datetime'`, 'latin1');
const suffix = Buffer.from(`'\\"`, 'latin1');
const colon = 0x3a;
/** `%3A` */
const encodedColon = [0x25, 0x33, 0x41] as const;

/** Also true when the row has no ETag but a timestamp to derive it from. */
export function isEtagOf(page: PageBytes, etags: ColumnDraft, timestamps: ColumnDraft, row: number): boolean {
  const start = etags.starts[row] ?? 0;
  const end = etags.ends[row] ?? 0;
  const time = timestamps.starts[row] ?? 0;
  const timeEnd = timestamps.ends[row] ?? 0;
  if (start === end) return time !== timeEnd;
  if (row > 0 && start === etags.starts[row - 1] && time === timestamps.starts[row - 1]) return true;
  return (
    isDefaultForm(page.bytes, start, end, time, timeEnd) ||
    etags.textAt(page, row) === etagOf(timestamps.textAt(page, row))
  );
}

/** True for the form in which the service writes it; false for anything that needs a closer look. */
function isDefaultForm(bytes: Buffer, start: number, end: number, time: number, timeEnd: number): boolean {
  let at = start;
  for (const code of beginning) {
    if (bytes[at] !== code) return false;
    at += 1;
  }
  for (let from = time; from < timeEnd; from += 1) {
    const code = bytes[from] ?? 0;
    if (code === colon) {
      if (bytes[at] !== encodedColon[0] || bytes[at + 1] !== encodedColon[1] || bytes[at + 2] !== encodedColon[2]) {
        return false;
      }
      at += 3;
    } else {
      if (!staysAsItIs(code) || bytes[at] !== code) return false;
      at += 1;
    }
  }
  for (const code of suffix) {
    if (bytes[at] !== code) return false;
    at += 1;
  }
  return at === end;
}

/** Characters that `encodeURIComponent` leaves alone and that occur in times: digits, capital letters, `-` and `.`. */
function staysAsItIs(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || code === 0x2d || code === 0x2e;
}

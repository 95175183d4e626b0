// A rejected row as a person sees it and as it is written to the file of rejected rows: in the input's own format, with
// the line and the reason beside it.
import type { SettledReading } from '@shared/model/table-import';
import type { RawRow } from './rows/raw-row';

export interface Rejection {
  readonly line: number;
  readonly code: string;
  readonly message: string;
  readonly raw: RawRow;
}

const longestShown = 4096;

/** As it stands in the input; of a delimited file, its cells quoted anew. Cut where it is very long. */
export function shownText(raw: RawRow, delimiter: string): string {
  const text = typeof raw === 'string' ? raw : joined(raw, delimiter);
  return text.length > longestShown ? `${text.slice(0, longestShown - 1)}…` : text;
}

/** The file's first text: a header, the start of an array, or nothing. */
export function rejectsHead(reading: SettledReading, headerCells: readonly string[]): string {
  if (reading.format === 'json') return '[';
  if (reading.format === 'jsonl') return '';
  return `${joined([...headerCells, '_reject_line', '_reject_reason'], reading.delimiter)}\r\n`;
}

/** @param position of the row among the rejected ones, from 0 */
export function rejectsLine(
  reading: SettledReading,
  { line, message, raw }: Rejection,
  headerCells: readonly string[],
  position: number,
): string {
  if (reading.format === 'json' || reading.format === 'jsonl') {
    const text = marked(typeof raw === 'string' ? raw : '', line, message);
    return reading.format === 'jsonl' ? `${text}\n` : `${position === 0 ? '\n' : ',\n'}${text}`;
  }
  const cells = typeof raw === 'string' ? [raw] : raw;
  const filled = [...cells, ...headerCells.slice(cells.length).map(() => '')];
  return `${joined([...filled, String(line), message], reading.delimiter)}\r\n`;
}

export function rejectsTail(reading: SettledReading): string {
  return reading.format === 'json' ? '\n]\n' : '';
}

function marked(text: string, line: number, message: string): string {
  const mark = `"_reject_line":${line},"_reject_reason":${JSON.stringify(message)}`;
  const object = /^\s*\{\s*/.exec(text);
  if (object === null || !isObject(text)) return `{${mark},"_reject_text":${JSON.stringify(text)}}`;
  const rest = text.slice(object[0].length);
  return rest.startsWith('}') ? `{${mark}}` : `{${mark},${rest}`;
}

function isObject(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

function joined(cells: readonly string[], delimiter: string): string {
  return cells.map((cell) => quoted(cell, delimiter)).join(delimiter);
}

function quoted(cell: string, delimiter: string): string {
  return cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

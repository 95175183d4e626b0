// A rejected row as shown and as written to the file of rejected rows: in the format of the input, with line number and
// reason.
import { guardedReversibly, unguarded } from '@shared/charting/formula-guard';
import { rejectColumns } from '@shared/import/typed-header';
import type { SettledReading } from '@shared/model/table-import';
import type { RawRow } from './rows/raw-row';

export interface Rejection {
  readonly line: number;
  readonly code: string;
  readonly message: string;
  readonly raw: RawRow;
}

const longestShown = 4096;

/** Its original text; for delimited files its cells, quoted again. Long rows are cut. */
export function shownText(raw: RawRow, delimiter: string): string {
  const text = typeof raw === 'string' ? raw : joined(raw, delimiter);
  return text.length > longestShown ? `${text.slice(0, longestShown - 1)}…` : text;
}

/** The start of the file: a header, the start of an array, or nothing. */
export function rejectsHead(reading: SettledReading, headerCells: readonly string[]): string {
  if (reading.format === 'json') return '[';
  if (isByLine(reading)) return '';
  return guardedLine([...headerCells, ...rejectColumns], reading.delimiter);
}

/** @param position index among the rejected rows */
export function rejectsLine(
  reading: SettledReading,
  { line, message, raw }: Rejection,
  headerCells: readonly string[],
  position: number,
): string {
  if (reading.format === 'json' || isByLine(reading)) {
    const text = marked(typeof raw === 'string' ? raw : '', line, message);
    return isByLine(reading) ? `${text}\n` : `${position === 0 ? '\n' : ',\n'}${text}`;
  }
  const given = typeof raw === 'string' ? [raw] : raw;
  // Rows of such a file that are rejected again have their guards.
  const cells = rejectColumns.every((name) => headerCells.includes(name)) ? given.map(unguarded) : given;
  const filled = [...cells, ...headerCells.slice(cells.length).map(() => '')];
  return guardedLine([...filled, String(line), message], reading.delimiter);
}

export function rejectsTail(reading: SettledReading): string {
  return reading.format === 'json' ? '\n]\n' : '';
}

/** Rejected rows of Parquet are JSON Lines, which users can correct. */
function isByLine({ format }: SettledReading): boolean {
  return format === 'jsonl' || format === 'parquet';
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

/** Users open the file in a spreadsheet to correct it; importing it again removes the guards. */
function guardedLine(cells: readonly string[], delimiter: string): string {
  return `${joined(cells.map(guardedReversibly), delimiter)}\r\n`;
}

function quoted(cell: string, delimiter: string): string {
  return cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

// The only module of the command line that prints: results to standard output, everything else to standard error.
import type { StowageError } from '@shared/errors';
import { csvLine } from '@shared/charting/csv-line';
import { sentence } from '@shared/error-text';
import { withoutNamedSecrets } from '@shared/redact';
import { escapedJson, visibleLine, visibleLines } from '@shared/visible-text';
import { type Fitted, cutTo, fitTo } from './display-width';

export interface Output {
  readonly json: boolean;
  /** One result record: a JSON line with --json, else whatever `asText` makes of it, on as many lines as that has. */
  readonly record: (value: unknown, asText: string) => void;
  /** Several records at once: JSON Lines, or a table with one column per heading. */
  readonly table: (
    headings: readonly string[],
    rows: readonly (readonly string[])[],
    records: readonly unknown[],
    /** Of a table that continues: see `alignColumns`. */
    widths?: number[],
  ) => void;
  /** A piece of a file that goes to standard output as it is. */
  readonly bytes: (piece: Uint8Array) => void;
  /** One line for the user, on standard error, whatever characters the names in it have. */
  readonly info: (line: string) => void;
  /**
   * A progress line that replaces the previous one, truncated to the terminal; only on a terminal and without --json.
   */
  readonly progress: (line: string) => void;
  /** A JSON line on standard error, with --json only. */
  readonly note: (value: unknown) => void;
  readonly fail: (error: StowageError) => void;
  /**
   * Resolves when the reader of standard output is ready for more, or when `signal` aborts. Callers that print page
   * after page wait for it: unread output is buffered in memory.
   */
  readonly taken: (signal: AbortSignal) => Promise<void>;
}

/** Like that of Node; an output that is not a stream accepts everything at once. */
export interface ResultStream {
  write(text: string | Uint8Array): unknown;
  readonly writableNeedDrain?: boolean;
  on?(event: 'drain' | 'close', listen: () => void): unknown;
  off?(event: 'drain' | 'close', listen: () => void): unknown;
}

export interface Streams {
  readonly stdout: ResultStream;
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean | undefined; readonly columns?: number };
}

/** As they are named on the command line; `table` is text for people, in columns where there are several records. */
export const outputFormats = ['table', 'json', 'tsv', 'csv'] as const;
export type OutputFormat = 'text' | Exclude<(typeof outputFormats)[number], 'table'>;

/** `quiet`: failures and results only. */
export function createOutput(streams: Streams, format: OutputFormat, mood: 'talks' | 'quiet' = 'talks'): Output {
  const json = format === 'json';
  const separated = format === 'tsv' || format === 'csv' ? new SeparatedRows(format) : null;
  let progressShown = false;
  const clearProgress = (): void => {
    if (progressShown) streams.stderr.write('\r\u001b[K');
    progressShown = false;
  };
  const writeLine = (line: string): void => {
    clearProgress();
    streams.stderr.write(`${line}\n`);
  };
  // A name may contain terminal control sequences, or be a misplaced connection string.
  const warn = (line: string): void => writeLine(visibleLine(withoutNamedSecrets(line)));
  const info = (line: string): void => {
    if (mood !== 'quiet') warn(line);
  };
  return {
    json,
    record: (value, asText) => {
      clearProgress();
      if (separated !== null) streams.stdout.write(separated.rowsOf([value]));
      else if (!json) streams.stdout.write(`${asText.split('\n').map(visibleLine).join('\n')}\n`);
      else streams.stdout.write(`${jsonLine(value)}\n`);
    },
    table: (headings, rows, records, widths) => {
      clearProgress();
      if (separated !== null) streams.stdout.write(separated.rowsOf(records));
      else if (json) for (const record of records) streams.stdout.write(`${jsonLine(record)}\n`);
      else if (rows.length > 0) streams.stdout.write(alignColumns(headings, rows, widths));
    },
    bytes: (piece) => {
      clearProgress();
      streams.stdout.write(piece);
    },
    info,
    progress: (line) => {
      if (json || mood === 'quiet' || !streams.stderr.isTTY) return;
      // Some terminals report a width of 0.
      const { columns = 0 } = streams.stderr;
      // A line that wraps could not be cleared completely by the next one.
      streams.stderr.write(`\r\u001b[K${cutTo(visibleLine(line), (columns > 0 ? columns : 80) - 1)}`);
      progressShown = true;
    },
    note: (value) => {
      if (json) writeLine(jsonLine(value));
    },
    fail: (error) => warn(`stowage: ${shortened(sentence(error))}`),
    taken: (signal) => drained(streams.stdout, signal),
  };
}

/** Without its middle if it quotes a long text; what to do stands at the end. */
function shortened(text: string): string {
  const longest = 4_000;
  return text.length <= longest ? text : `${text.slice(0, longest / 2)}…${text.slice(-longest / 2)}`;
}

/** Records as rows with a heading, which is repeated where later records have other fields. */
class SeparatedRows {
  readonly #format: 'tsv' | 'csv';
  #heading = '';

  constructor(format: 'tsv' | 'csv') {
    this.#format = format;
  }

  rowsOf(records: readonly unknown[]): string {
    let text = '';
    for (const record of records) {
      const fields = fieldsOf(record);
      const heading = this.#line(fields.map(([name]) => name));
      if (heading !== this.#heading) text += heading;
      this.#heading = heading;
      text += this.#line(fields.map(([, value]) => value));
    }
    return text;
  }

  /**
   * A terminal may show it: control characters become visible, and JSON alone has them as they are. The lines and tabs
   * of a cell stay in CSV, which quotes them.
   */
  #line(values: readonly string[]): string {
    if (this.#format === 'csv') return csvLine(values.map((value) => visibleLines(value)));
    return `${values.map((value) => visibleLine(value)).join('\t')}\n`;
  }
}

/** Nested values as JSON; an absent one is an empty field. A string is JSON already. */
function fieldsOf(record: unknown): readonly (readonly [string, string])[] {
  const value: unknown = typeof record === 'string' ? JSON.parse(record) : record;
  if (typeof value !== 'object' || value === null) return [['value', String(value)]];
  return Object.entries(value).map(([name, field]) => {
    if (field === null || field === undefined) return [name, ''];
    return [name, typeof field === 'object' ? JSON.stringify(field) : String(field)];
  });
}

/** A string is JSON already. A terminal may show it, and a name in it may contain control sequences. */
function jsonLine(value: unknown): string {
  return escapedJson(typeof value === 'string' ? value : JSON.stringify(value));
}

function drained(stream: ResultStream, signal: AbortSignal): Promise<void> {
  if (stream.writableNeedDrain !== true || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      stream.off?.('drain', end);
      stream.off?.('close', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    stream.on?.('drain', end);
    // A reader that is gone.
    stream.on?.('close', end);
    signal.addEventListener('abort', end, { once: true });
  });
}

/** In columns of the terminal. */
const widestColumn = 60;

/**
 * Left-aligned columns, two spaces apart; long cells are cut with an ellipsis, except in the last column. Empty headings
 * are left out.
 * @param widths of the columns so far, for a table that continues; they grow with its cells
 */
export function alignColumns(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  widths: number[] = [],
): string {
  const named = headings.some((heading) => heading !== '') ? [headings] : [];
  const last = headings.length - 1;
  const lines = [...named, ...rows].map((row) =>
    row.map((cell, column) => fitTo(visibleLine(cell), column >= last ? Infinity : widestColumn)),
  );
  for (const cells of lines) {
    cells.forEach(({ width }, column) => {
      widths[column] = Math.max(widths[column] ?? 0, width);
    });
  }
  const line = (cells: readonly Fitted[]): string => {
    let text = '';
    cells.forEach((cell, column) => {
      text += cell.text;
      if (column < cells.length - 1) text += ' '.repeat((widths[column] ?? 0) - cell.width + 2);
    });
    return text.trimEnd();
  };
  return `${lines.map(line).join('\n')}\n`;
}

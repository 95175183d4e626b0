// Splits delimited text into records while it arrives piece by piece. Lines without quotes are cut directly; only
// records with quotes are parsed by character. delimited-rows.ts interprets the cells.
import { StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';

export interface DelimitedRecord {
  readonly cells: readonly string[];
  /** Its first line, from 1. */
  readonly line: number;
  /** Its original text without the line end. */
  readonly source: string;
  /**
   * Why it is not a valid record; its cells are then cut at each delimiter, quotes included, so that nothing is lost.
   */
  readonly problem: string | null;
}

export const misplacedQuote = (): string =>
  t`A quote is not allowed here; double quotes within a cell, and quote the cell.`;

type Walked =
  | { readonly kind: 'record'; readonly record: DelimitedRecord | null; readonly end: number }
  | { readonly kind: 'more' };

const more: Walked = { kind: 'more' };

/**
 * Accepts `\n`, `\r\n`, and a lone `\r` if the first line ends so. Empty lines are not records. The result does not
 * depend on how the text is divided into pieces.
 */
export class RecordSplitter {
  readonly #delimiter: string;
  readonly #longest: number;
  #rest = '';
  #line = 1;
  #lineEnd: '\n' | '\r' | null = null;

  /** @param longest maximum length of a record in UTF-16 units; beyond it a quote was probably never closed */
  constructor(delimiter: string, longest: number) {
    this.#delimiter = delimiter;
    this.#longest = longest;
  }

  /** @throws StowageError `invalid.input` when a quoted cell does not end */
  add(piece: string): DelimitedRecord[] {
    return this.#cut(this.#rest === '' ? piece : this.#rest + piece, 'more-may-come');
  }

  /** Whether everything added was cut. Then the caller may handle the next line itself and report it by `passLine`. */
  get isBetweenRecords(): boolean {
    return this.#rest === '';
  }
  /** The line end; null before the first line. */
  get lineEnd(): '\n' | '\r' | null {
    return this.#lineEnd;
  }
  /** Line number of the next record, from 1. */
  get line(): number {
    return this.#line;
  }
  passLine(): void {
    this.#line += 1;
  }

  /** The rest when no more text comes. Throws as `add`. */
  end(): DelimitedRecord[] {
    return this.#cut(this.#rest, 'is-all');
  }

  #cut(text: string, extent: 'more-may-come' | 'is-all'): DelimitedRecord[] {
    const found: DelimitedRecord[] = [];
    let start = 0;
    let quoteAt = text.indexOf('"');
    while (start < text.length) {
      this.#lineEnd ??= firstLineEnd(text, extent);
      const at = text.indexOf(this.#lineEnd ?? '\n', start);
      if (quoteAt >= 0 && quoteAt < start) quoteAt = text.indexOf('"', start);
      if (quoteAt < 0 || (at >= 0 && quoteAt > at)) {
        if (at < 0 && extent === 'more-may-come') break;
        const line = this.#withoutReturn(text.slice(start, at < 0 ? text.length : at));
        if (line !== '')
          found.push({ cells: line.split(this.#delimiter), line: this.#line, source: line, problem: null });
        this.#line += 1;
        start = at < 0 ? text.length : at + 1;
        continue;
      }
      const walked = this.#walk(text, start, extent);
      if (walked.kind === 'more') break;
      if (walked.record !== null) found.push(walked.record);
      start = walked.end;
    }
    this.#rest = start === 0 ? text : text.slice(start);
    if (this.#rest.length > this.#longest || (extent === 'is-all' && this.#rest !== '')) {
      throw neverEnds(this.#line, this.#rest.includes('"') ? 'quote' : 'line');
    }
    return found;
  }

  /** Parses one record that may contain quotes. */
  #walk(text: string, start: number, extent: 'more-may-come' | 'is-all'): Walked {
    const cells: string[] = [];
    const delimiter = this.#delimiter;
    const lineEnd = this.#lineEnd ?? '\n';
    let at = start;
    for (;;) {
      if (text.charAt(at) !== '"') {
        const end = text.indexOf(lineEnd, at);
        if (end < 0 && extent === 'more-may-come') return more;
        const lineStop = end < 0 ? text.length : end;
        const next = text.indexOf(delimiter, at);
        const isLast = next < 0 || next >= lineStop;
        const cell = isLast ? this.#withoutReturn(text.slice(at, lineStop)) : text.slice(at, next);
        if (cell.includes('"')) return this.#broken(text, start, at, extent);
        cells.push(cell);
        if (isLast) return this.#whole(text, cells, start, end < 0 ? text.length : end + 1);
        at = next + delimiter.length;
        continue;
      }
      const close = closingQuote(text, at);
      if (close < 0) return more;
      const after = close + 1;
      // The character after the quote has not arrived yet.
      if (text.length - after < Math.max(2, delimiter.length) && extent === 'more-may-come') return more;
      cells.push(text.slice(at + 1, close).replaceAll('""', '"'));
      if (text.startsWith(delimiter, after)) at = after + delimiter.length;
      else if (after === text.length) return this.#whole(text, cells, start, after);
      else if (text.startsWith(lineEnd, after)) return this.#whole(text, cells, start, after + 1);
      else if (text.startsWith('\r\n', after)) return this.#whole(text, cells, start, after + 2);
      else return this.#broken(text, start, after, extent);
    }
  }

  #whole(text: string, cells: readonly string[], start: number, end: number): Walked {
    const source = this.#withoutEnd(text.slice(start, end));
    const record = { cells, line: this.#line, source, problem: null };
    this.#line += Math.max(1, countOf(text, this.#lineEnd ?? '\n', start, end));
    return { kind: 'record', record, end };
  }

  /** Continues with the line after the one that contains the quote. */
  #broken(text: string, start: number, at: number, extent: 'more-may-come' | 'is-all'): Walked {
    const lineEnd = this.#lineEnd ?? '\n';
    const end = text.indexOf(lineEnd, at);
    if (end < 0 && extent === 'more-may-come') return more;
    const raw = this.#withoutReturn(text.slice(start, end < 0 ? text.length : end));
    const record = { cells: raw.split(this.#delimiter), line: this.#line, source: raw, problem: misplacedQuote() };
    const next = end < 0 ? text.length : end + 1;
    this.#line += Math.max(1, countOf(text, lineEnd, start, next));
    return { kind: 'record', record, end: next };
  }

  #withoutEnd(record: string): string {
    return this.#withoutReturn(record.endsWith(this.#lineEnd ?? '\n') ? record.slice(0, -1) : record);
  }

  #withoutReturn(line: string): string {
    return this.#lineEnd !== '\r' && line.endsWith('\r') ? line.slice(0, -1) : line;
  }
}

/** Null while unknown: a carriage return at the very end may be the first half of `\r\n`. */
function firstLineEnd(text: string, extent: 'more-may-come' | 'is-all'): '\n' | '\r' | null {
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x22) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (code === 0x0a) return '\n';
    else if (code === 0x0d) {
      if (index + 1 === text.length && extent === 'more-may-come') return null;
      return text.charCodeAt(index + 1) === 0x0a ? '\n' : '\r';
    }
  }
  return null;
}

/** End of the quoted cell that begins at `open`; -1 when it does not end. */
function closingQuote(text: string, open: number): number {
  for (let at = text.indexOf('"', open + 1); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text.charCodeAt(at + 1) !== 0x22) return at;
  }
  return -1;
}

function countOf(text: string, part: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf(part, start); at >= 0 && at < end; at = text.indexOf(part, at + 1)) count += 1;
  return count;
}

function neverEnds(line: number, what: 'quote' | 'line'): StowageError {
  const problem =
    what === 'quote' ? t`a quoted cell starts here and is never closed.` : t`the row is longer than any entity can be.`;
  const fix =
    what === 'quote' ? t`Close the quote, or choose another delimiter.` : t`Check the format and the encoding.`;
  return new StowageError('invalid.input', `Line ${line}: ${problem} ${fix}`, {
    context: { field: t`Line ${line}`, problem, fix },
  });
}

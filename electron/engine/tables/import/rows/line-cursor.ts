// Goes through the bytes of delimited UTF-8 text line by line. Most lines are plain ASCII without quotes: their cells
// are located in the bytes, and no string is created. All other lines go through the splitter.
import type { DelimitedRows } from './delimited-rows';
import { RecordSplitter } from './record-splitter';
import type { SourceRow } from './source-row';
import { createTextPieces } from './text-pieces';

/** The positions of a line's cells in the memory of its piece. */
export interface PlainLine {
  readonly memory: Buffer;
  readonly start: number;
  readonly end: number;
  /** End of each cell; the next one begins after the delimiter. */
  readonly ends: Int32Array;
}

type Changing<T> = { -readonly [K in keyof T]: T[K] };

/** `line`: `plain` holds a line. `rows`: `rows` holds what the splitter found. `none`: the piece is used up. */
export type Found = 'line' | 'rows' | 'none';

const ordinary = 0;
const delimiting = 1;
const lineFeed = 2;
const carriageReturn = 3;
const odd = 4;
const space = 0x20;

export class LineCursor {
  readonly plain: Changing<PlainLine> = { memory: Buffer.alloc(0), start: 0, end: 0, ends: new Int32Array(0) };
  /** Row number and line number of the plain line. */
  index = 0;
  line = 0;
  rows: readonly SourceRow[] = [];
  readonly #reader: DelimitedRows;
  readonly #delimiter: string;
  readonly #splitter: RecordSplitter;
  readonly #decoder = createTextPieces('utf-8');
  readonly #kinds: Uint8Array;
  #at = 0;

  /** @param delimiter one ASCII character. @param longest as for the splitter */
  constructor(reader: DelimitedRows, delimiter: string, longest: number) {
    this.#reader = reader;
    this.#delimiter = delimiter;
    this.#splitter = new RecordSplitter(delimiter, longest);
    this.#kinds = kindsOfBytes(delimiter);
  }

  /** Sets the next piece of the input; earlier results are no longer valid. */
  begin(piece: Buffer): void {
    this.plain.memory = piece;
    this.#at = 0;
  }

  /** Throws as the splitter and the decoder. */
  next(): Found {
    const { memory } = this.plain;
    while (this.#at < memory.length) {
      if (this.#isPlainExpected && this.#findPlain()) return 'line';
      if (this.#at === memory.length) break;
      const end = this.#splitter.lineEnd === '\r' ? -1 : memory.indexOf(0x0a, this.#at);
      const stop = end < 0 ? memory.length : end + 1;
      this.rows = this.#reader.take(this.#splitter.add(this.#decoder.add(memory.subarray(this.#at, stop))));
      this.#at = stop;
      if (this.rows.length > 0) return 'rows';
    }
    return 'none';
  }

  /** The rest when there is no further piece. Throws as `next`. */
  end(): readonly SourceRow[] {
    const rest = this.#splitter.add(this.#decoder.end());
    return this.#reader.take([...rest, ...this.#splitter.end()]);
  }

  /** The plain line in the form of any other row. */
  plainRow(): SourceRow {
    const { memory, start, end } = this.plain;
    const source = memory.toString('latin1', start, end);
    return { index: this.index, line: this.line, cells: source.split(this.#delimiter), source, problem: null };
  }

  get #isPlainExpected(): boolean {
    return this.#splitter.isBetweenRecords && this.#splitter.lineEnd === '\n' && this.#reader.plainWidth > 0;
  }

  /** Whether the line holds only delimiters and spaces: such a row is left to the reader, which skips and counts it. */
  #isBlank(start: number, end: number): boolean {
    const { memory } = this.plain;
    for (let at = start; at < end; at += 1) {
      if (memory[at] !== space && this.#kinds[memory[at] ?? 0] !== delimiting) return false;
    }
    return true;
  }

  /** Skips empty lines. False when the next line is not plain, or incomplete. */
  #findPlain(): boolean {
    const { plain } = this;
    const kinds = this.#kinds;
    const { memory } = plain;
    const { length } = memory;
    const width = this.#reader.plainWidth;
    if (plain.ends.length !== width) plain.ends = new Int32Array(width);
    const { ends } = plain;
    let start = this.#at;
    let cells = 0;
    for (let at = start; at < length; at += 1) {
      const kind = kinds[memory[at] ?? 0] ?? odd;
      if (kind === ordinary) continue;
      if (kind === delimiting) {
        if (cells < width) ends[cells] = at;
        cells += 1;
        continue;
      }
      if (kind === odd) return false;
      const feed = kind === lineFeed ? at : at + 1;
      if (feed === length || memory[feed] !== 0x0a) return false;
      if (at === start) {
        this.#splitter.passLine();
        start = feed + 1;
        this.#at = start;
        at = feed;
        continue;
      }
      if (cells !== width - 1 || this.#isBlank(start, at)) return false;
      ends[cells] = at;
      plain.start = start;
      plain.end = at;
      this.index = this.#reader.countRow();
      this.line = this.#splitter.line;
      this.#splitter.passLine();
      this.#at = feed + 1;
      return true;
    }
    return false;
  }
}

function kindsOfBytes(delimiter: string): Uint8Array {
  const kinds = new Uint8Array(256).fill(odd);
  kinds.fill(ordinary, 0x20, 0x7f);
  kinds[0x22] = odd;
  kinds[0x0a] = lineFeed;
  kinds[0x0d] = carriageReturn;
  kinds[delimiter.charCodeAt(0)] = delimiting;
  return kinds;
}

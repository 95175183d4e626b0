// The positions of one column's values in the bytes of a page. A value equal to the one before has the same position,
// so that runs of equal values are found by comparing two numbers.
import { blockRows } from '@shared/rows/packed-rows';
import { type PageBytes, areSame, textBetween } from './page-bytes';

const quote = 0x22;

export class ColumnDraft {
  readonly name: string;
  /** From after the opening quote of a string to its closing quote. */
  readonly starts = new Int32Array(blockRows);
  readonly ends = new Int32Array(blockRows);
  /** Index into the list of types. */
  readonly types = new Uint8Array(blockRows);
  readonly rows = new Uint16Array(blockRows);
  count = 0;
  /** Whether every string is ASCII without escapes, so that bytes are characters. */
  isPlain = true;
  hasOneType = true;

  constructor(name: string) {
    this.name = name;
  }

  /** The row of the last value; -1 before the first. */
  get lastRow(): number {
    return this.count === 0 ? -1 : (this.rows[this.count - 1] ?? -1);
  }

  add(row: number, type: number, start: number, end: number): void {
    const at = this.count;
    this.starts[at] = start;
    this.ends[at] = end;
    this.types[at] = type;
    this.rows[at] = row;
    if (type !== this.types[0]) this.hasOneType = false;
    this.count = at + 1;
  }

  /** Whether the string that begins at `start` equals the last value, including its closing quote. */
  isRepeated(page: PageBytes, start: number): boolean {
    const from = this.lastStart;
    if (from === 0) return false;
    const end = this.lastEnd;
    return page.bytes[from - 1] === quote && areSame(page, from, start, end - from + 1);
  }

  get lastStart(): number {
    return this.count === 0 ? 0 : (this.starts[this.count - 1] ?? 0);
  }

  get lastEnd(): number {
    return this.count === 0 ? 0 : (this.ends[this.count - 1] ?? 0);
  }

  textAt(page: PageBytes, index: number): string {
    return textBetween(page, this.starts[index] ?? 0, this.ends[index] ?? 0);
  }

  texts(page: PageBytes): string[] {
    return Array.from({ length: this.count }, (_, index) => this.textAt(page, index));
  }
}

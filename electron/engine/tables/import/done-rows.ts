// Which rows of an input are settled, that is written or rejected: all below a mark, and some above it. Compact as long
// as rows are settled in about their order.
import type { JobFact } from '@shared/model/table-job';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';

/** Initial capacity above the mark; doubled when needed. */
const defaultRows = 65_536;

export class DoneRows {
  #mark = 0;
  #most = -1;
  /** One bit per row from `#first` on, which is a multiple of 32 and not above the mark. */
  #bits = new Uint32Array(defaultRows / 32);
  #first = 0;

  /** Every row below is settled. */
  get mark(): number {
    return this.#mark;
  }

  /** The last settled row of the input; -1 for none. */
  get last(): number {
    return this.#most;
  }

  has(index: number): boolean {
    return index < this.#mark || this.#isSet(index);
  }

  add(index: number): void {
    if (this.has(index)) return;
    if (index > this.#most) this.#most = index;
    this.#makeRoom(index);
    const at = index - this.#first;
    this.#bits[at >>> 5] = (this.#bits[at >>> 5] ?? 0) | (1 << (at & 31));
    while (this.#isSet(this.#mark)) this.#mark += 1;
  }

  /** First and last row of each settled stretch, in order. */
  *stretches(): Generator<readonly [number, number]> {
    if (this.#mark > 0) yield [0, this.#mark - 1];
    for (let start = this.#mark; start <= this.#most; start += 1) {
      if (!this.#isSet(start)) continue;
      let end = start;
      while (this.#isSet(end + 1)) end += 1;
      yield [start, end];
      start = end;
    }
  }

  /** All settled rows as text for the journal. */
  text(): string {
    return Array.from(this.stretches(), ([start, end]) =>
      start === end && start > 0 ? `${start}` : span(start, end),
    ).join(',');
  }

  /** Adds the rows in the form of `text` or `rowsText`. */
  addText(text: string): void {
    for (const part of text === '' ? [] : text.split(',')) {
      const [first = 0, last = first] = part.split('-').map(Number);
      if (first === this.#mark && last >= first) this.#raise(last + 1);
      else for (let index = first; index <= last; index += 1) this.add(index);
    }
  }

  #isSet(index: number): boolean {
    const at = index - this.#first;
    return at >= 0 && ((this.#bits[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0;
  }

  #raise(mark: number): void {
    this.#mark = mark;
    this.#most = Math.max(this.#most, mark - 1);
    while (this.#isSet(this.#mark)) this.#mark += 1;
  }

  /** Bits below the mark are discarded to make room. */
  #makeRoom(index: number): void {
    if (index - this.#first < this.#bits.length * 32) return;
    const passed = Math.floor((this.#mark - this.#first) / 32);
    const remaining = this.#bits.subarray(passed);
    this.#first += passed * 32;
    const needed = Math.ceil((index - this.#first + 1) / 32);
    let length = this.#bits.length;
    while (length < needed) length *= 2;
    const bits = new Uint32Array(length);
    bits.set(remaining);
    this.#bits = bits;
  }
}

function span(first: number, last: number): string {
  return `${first}-${last}`;
}

/** Row numbers as `3-17,20`. */
export function rowsText(indexes: readonly number[]): string {
  const sorted = [...indexes].sort((left, right) => left - right);
  const parts: string[] = [];
  for (let start = 0; start < sorted.length;) {
    let end = start;
    while (sorted[end + 1] === (sorted[end] ?? 0) + 1) end += 1;
    parts.push(start === end ? `${sorted[start]}` : `${sorted[start]}-${sorted[end]}`);
    start = end + 1;
  }
  return parts.join(',');
}

const maxNamed = 5;

/**
 * Empty when no row is settled, or all are: `settledRows` of `rows`, including rejected ones. Blank rows of the input have
 * a number, but are never settled.
 */
export function settledFacts(done: DoneRows, settledRows: number, rows: number): JobFact[] {
  if (done.last < 0 || settledRows >= rows) return [];
  const stretches: string[] = [];
  for (const [first, last] of done.stretches()) {
    const [from, to] = [formatCount(first + 1), formatCount(last + 1)];
    stretches.push(first === last ? from : `${from}–${to}`);
    if (stretches.length > maxNamed) break;
  }
  return [{ name: t`Written or rejected`, value: messageOf(stretches, formatCount(done.last + 1)) }];
}

function messageOf(stretches: readonly string[], last: string): string {
  const named = stretches.slice(0, maxNamed).join(', ');
  if (stretches.length > maxNamed) return t`input rows ${named}, and some of the others up to ${last}`;
  return named === last ? t`input row ${named}` : t`input rows ${named}`;
}

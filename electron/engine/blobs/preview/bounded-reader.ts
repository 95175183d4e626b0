// A blob as the Parquet parser reads it, limited to a number of bytes.
import { MiB } from '@shared/units';
import type { Account } from '../../azure/account';
import { OverLimit, type ParquetSource } from './parquet-source';
import type { RequestedVersion } from '../response-version';
import { readRange } from './read-range';

const requestBytes = 4 * MiB;

interface Span {
  readonly start: number;
  /** Of the first byte behind it. */
  readonly end: number;
}

interface ReadRange extends Span {
  readonly bytes: Promise<Uint8Array>;
}

/** Stores what it has read, because the parser requests some bytes again when it reads neighbouring columns. */
export class BoundedReader implements ParquetSource {
  readonly byteLength: number;
  readBytes = 0;
  #allowedBytes = 0;
  #leftBytes = 0;
  readonly #ranges: ReadRange[] = [];

  constructor(
    readonly account: Account,
    readonly blob: RequestedVersion & { readonly totalBytes: number },
    readonly signal: AbortSignal,
  ) {
    this.byteLength = blob.totalBytes;
  }

  /** Allows that many further bytes; bytes that were read before are free. */
  allow(bytes: number): void {
    this.#allowedBytes = bytes;
    this.#leftBytes = bytes;
  }

  /** Bytes that were read before are counted once and not fetched again. */
  async slice(start: number, end = this.byteLength): Promise<ArrayBuffer> {
    if (start < 0 || end > this.byteLength || end < start) throw new RangeError('The file points outside of itself.');
    this.#readMissing(start, end);
    const parts = this.#ranges.filter((range) => range.start < end && range.end > start);
    const read = await Promise.all(parts.map(({ bytes }) => bytes));
    const whole = new Uint8Array(end - start);
    for (const [index, part] of parts.entries()) {
      const from = Math.max(start, part.start);
      const bytes = read[index]?.subarray(from - part.start, Math.min(end, part.end) - part.start) ?? [];
      whole.set(bytes, from - start);
    }
    return whole.buffer;
  }

  #readMissing(start: number, end: number): void {
    const missing = gapsIn(this.#ranges, start, end);
    const newBytes = missing.reduce((sum, gap) => sum + gap.end - gap.start, 0);
    if (newBytes > this.#leftBytes) throw new OverLimit(this.#allowedBytes - this.#leftBytes + newBytes);
    this.#leftBytes -= newBytes;
    for (const gap of missing) this.#ranges.push({ ...gap, bytes: this.#read(gap.start, gap.end) });
  }

  async #read(start: number, end: number): Promise<Uint8Array> {
    const whole = new Uint8Array(end - start);
    for (let offset = start; offset < end; offset += requestBytes) {
      const length = Math.min(requestBytes, end - offset);
      whole.set(await readRange(this.account, this.blob, { offset, length }, this.signal), offset - start);
      this.readBytes += length;
    }
    return whole;
  }
}

/** The parts between `start` and `end`, in order, that none of the ranges covers. The ranges must not overlap. */
function gapsIn(ranges: readonly Span[], start: number, end: number): readonly Span[] {
  const gaps: Span[] = [];
  let at = start;
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    if (range.end <= at || range.start >= end) continue;
    if (range.start > at) gaps.push({ start: at, end: range.start });
    at = range.end;
  }
  if (at < end) gaps.push({ start: at, end });
  return gaps;
}

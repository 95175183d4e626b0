// A blob as the Parquet parser wants it, of which no more is read than was allowed.
import type { AsyncBuffer } from 'hyparquet';
import { MiB } from '@shared/units';
import type { Account } from '../../azure/account';
import { type BlobVersion, readRange } from './read-range';

const requestBytes = 4 * MiB;

/** More would be read than was allowed. */
export class OverLimit extends Error {
  /** @param neededBytes what would have to be allowed, to come further than this time */
  constructor(readonly neededBytes: number) {
    super();
  }
}

interface ReadRange {
  readonly start: number;
  readonly end: number;
  readonly bytes: Promise<Uint8Array>;
}

/** Keeps what it has read: columns of several reads lie so close together that the parser asks for some bytes again. */
export class BoundedReader implements AsyncBuffer {
  readonly byteLength: number;
  readBytes = 0;
  #allowedBytes = 0;
  #leftBytes = 0;
  readonly #ranges: ReadRange[] = [];

  constructor(
    readonly account: Account,
    readonly blob: BlobVersion & { readonly totalBytes: number },
    readonly signal: AbortSignal,
  ) {
    this.byteLength = blob.totalBytes;
  }

  /** From here on, besides what was read before. */
  allow(bytes: number): void {
    this.#allowedBytes = bytes;
    this.#leftBytes = bytes;
  }

  async slice(start: number, end = this.byteLength): Promise<ArrayBuffer> {
    if (start < 0 || end > this.byteLength || end < start) throw new RangeError('The file points outside of itself.');
    const known = this.#ranges.find((range) => range.start <= start && end <= range.end) ?? this.#newRange(start, end);
    return (await known.bytes).slice(start - known.start, end - known.start).buffer;
  }

  /** What lies in ranges that were read before counts once. */
  #newRange(start: number, end: number): ReadRange {
    const newBytes = bytesOutside(this.#ranges, start, end);
    if (newBytes > this.#leftBytes) throw new OverLimit(this.#allowedBytes - this.#leftBytes + newBytes);
    this.#leftBytes -= newBytes;
    const range = { start, end, bytes: this.#read(start, end) };
    this.#ranges.push(range);
    return range;
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

/** Of those from `start` to `end`, which may overlap the ranges in any way. */
function bytesOutside(ranges: readonly ReadRange[], start: number, end: number): number {
  let at = start;
  let outside = 0;
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    outside += Math.max(0, Math.min(range.start, end) - at);
    at = Math.max(at, Math.min(range.end, end));
  }
  return outside + end - at;
}

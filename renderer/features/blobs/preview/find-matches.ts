// The positions of matches in a blob, as a view queries them row by row. Pure.
import { createByteFinder } from '@shared/preview/byte-finder';
import type { FinderOptions } from '@shared/preview/byte-finder';

export interface Matches {
  /** Offsets in the blob, ascending. */
  readonly offsets: readonly number[];
  /** Bytes of each. */
  readonly length: number;
  /** The current match. */
  readonly current: number | null;
}

export interface Match {
  readonly start: number;
  readonly end: number;
  readonly isCurrent: boolean;
}

/** Those that reach into the bytes from `start` to before `end`. */
export function matchesBetween(matches: Matches | null, start: number, end: number): readonly Match[] {
  if (matches === null || matches.length === 0) return [];
  const { offsets, length, current } = matches;
  const found: Match[] = [];
  for (let index = firstAfter(offsets, start - length); index < offsets.length; index += 1) {
    const offset = offsets[index] ?? end;
    if (offset >= end) break;
    found.push({ start: offset, end: offset + length, isCurrent: offset === current });
  }
  return found;
}

/** Index of the first offset greater than `limit`; the length where there is none. */
export function firstAfter(offsets: readonly number[], limit: number): number {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((offsets[middle] ?? Infinity) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Where `needle` starts in bytes that begin at `offset` of the blob. */
export function matchesIn(
  bytes: Uint8Array,
  offset: number,
  needle: Uint8Array,
  options: FinderOptions,
): readonly number[] {
  const parity = options.units === 'bytes' ? 0 : offset % 2;
  return createByteFinder(needle, options)
    .push(bytes.subarray(parity))
    .map((at) => offset + parity + at);
}

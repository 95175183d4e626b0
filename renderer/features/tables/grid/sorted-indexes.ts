// Sorts indexes in turns, so that the window stays responsive: short runs first, then pairs of runs merged until one is
// left.
import type { Yielder } from '../result/row-walk';

export type Compare = (left: number, right: number) => number;

export interface SortPorts {
  readonly turns: Yielder;
  readonly signal: AbortSignal;
}

const runLength = 2048;
const stepsBetweenRests = 1024;

/** The indexes 0 to `count` - 1 in the order of `compare`; undefined when cancelled meanwhile. */
export async function sortedIndexes(
  count: number,
  compare: Compare,
  ports: SortPorts,
): Promise<Uint32Array | undefined> {
  let from = Uint32Array.from({ length: count }, (_, index) => index);
  for (let start = 0; start < count; start += runLength) {
    from.subarray(start, Math.min(count, start + runLength)).sort(compare);
    if ((await rested(ports)) === 'cancelled') return undefined;
  }
  let to = new Uint32Array(count);
  for (let length = runLength; length < count; length *= 2) {
    for (let start = 0; start < count; start += 2 * length) {
      const runs = { start, middle: Math.min(count, start + length), end: Math.min(count, start + 2 * length) };
      if ((await merge(from, to, runs, compare, ports)) === 'cancelled') return undefined;
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Merges the sorted runs from `start` to `middle` and from there to `end`. */
async function merge(
  from: Uint32Array,
  to: Uint32Array,
  { start, middle, end }: { readonly start: number; readonly middle: number; readonly end: number },
  compare: Compare,
  ports: SortPorts,
): Promise<'done' | 'cancelled'> {
  let left = start;
  let right = middle;
  for (let at = start; at < end; at += 1) {
    const leftIndex = from[left] ?? 0;
    const rightIndex = from[right] ?? 0;
    const takesLeft = left < middle && (right >= end || compare(leftIndex, rightIndex) <= 0);
    to[at] = takesLeft ? leftIndex : rightIndex;
    if (takesLeft) left += 1;
    else right += 1;
    if (at % stepsBetweenRests === 0 && (await rested(ports)) === 'cancelled') return 'cancelled';
  }
  return 'done';
}

async function rested({ turns: yielder, signal }: SortPorts): Promise<'rested' | 'cancelled'> {
  await yielder.rest();
  return signal.aborted ? 'cancelled' : 'rested';
}

// Bins with round decimal widths over values whose range is not known in advance. Streamed values are counted in bins
// whose width is a power of ten, which can be merged exactly; the bins that are drawn are 1, 2 or 5 times a power of
// ten wide and each contain a whole number of the counted ones.
import { type AxisGrid, bucketBelow } from './axis-grid';

/** Counted bins per drawn bin, so that any drawn width can be composed of them. */
const countedPerDrawn = 10;
const finestLevel = -300;
/** The most digits of a bin's number: the precision of a double distinguishes the starts of any two bins. */
const maxDigits = 15;

/** The level is the power of ten. A bin includes its start, but not that of the next. */
export const decimalGrid: AxisGrid = {
  levelFor(min, max, limit) {
    let level = minLevel(Math.max(Math.abs(min), Math.abs(max)));
    const span = max / 2 - min / 2;
    if (span > 0) level = Math.max(level, powerOf(span) - powerOf(limit * countedPerDrawn) - 1);
    while (binOf(max, level) - binOf(min, level) >= limit * countedPerDrawn) level += 1;
    return level;
  },
  widthOf: (level) => decimal(1, level),
  bucketOf: binOf,
  coarser: (bin, from, to) => bucketBelow(bin, decimal(1, to - from)),
  startOf: (bin, level) => Math.max(-Number.MAX_VALUE, decimal(bin, level)),
};

export interface DrawnBins {
  readonly width: number;
  /** How many counted bins make up a drawn one. */
  readonly counted: number;
}

/**
 * The narrowest bins of round width of which at most `limit` cover everything from `min` to `max`.
 * @param least the minimum width: 1 if all values are whole numbers
 */
export function drawnBins(
  { min, max, level }: { readonly min: number; readonly max: number; readonly level: number },
  { max: limit, min: lowest }: { readonly max: number; readonly min: number },
): DrawnBins {
  const first = binOf(min, level);
  const last = binOf(max, level);
  // A single value would fit into any width: its second digit is fine enough.
  const narrowest = min === max && min !== 0 ? Math.max(lowest, decimal(1, powerOf(Math.abs(min)) - 1)) : lowest;
  for (let power = 0; ; power += 1) {
    for (const leading of [1, 2, 5]) {
      const counted = decimal(leading, power);
      const drawn = Math.floor(last / counted) - Math.floor(first / counted) + 1;
      const width = decimal(leading, power + level);
      if (drawn <= limit && width >= narrowest) return { width, counted };
    }
  }
}

/** The end of a bin, without the rounding error of adding two doubles. */
export function binEnd(start: number, width: number): number {
  return Number((start + width).toPrecision(maxDigits));
}

/** The double nearest to `digits × 10^power`: the same for 3 × 10 as for 30 × 1. */
function decimal(digits: number, power: number): number {
  const tens = powersOfTen[Math.abs(power)];
  // Both numbers are exact up to there, so the one rounding is that of the result.
  if (tens === undefined) return Number(`${digits}e${power}`);
  return power < 0 ? digits / tens : digits * tens;
}

const powersOfTen: readonly number[] = Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));

function binOf(value: number, level: number): number {
  let bin = Math.floor(level < 0 ? value * decimal(1, -level) : value / decimal(1, level));
  // The product is rounded, as 0.29 × 100 is to less than 29: the starts of the bins decide.
  while (decimal(bin, level) > value) bin -= 1;
  while (decimal(bin + 1, level) <= value) bin += 1;
  return bin;
}

function minLevel(magnitude: number): number {
  return magnitude === 0 ? finestLevel : Math.max(finestLevel, powerOf(magnitude) + 1 - maxDigits);
}

/** The power of ten of the first digit. */
function powerOf(value: number): number {
  return Number(value.toExponential().split('e')[1]);
}

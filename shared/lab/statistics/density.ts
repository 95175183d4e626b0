// The distribution of measured values: equal-width bins and a smooth density estimate. Pure.
import { percentile, sorted, standardDeviation } from './summary';

export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/**
 * Equal-width bins over `within`, which must contain all values; default their range. The last bin includes its upper
 * end. Empty for no values; a single bin of width 0 for a range of width 0.
 */
export function binsOf(
  values: readonly number[],
  binCount = 24,
  within: Pick<Bin, 'from' | 'to'> = extentOf(values),
): readonly Bin[] {
  if (values.length === 0) return [];
  const { from: min, to: max } = within;
  const width = (max - min) / binCount;
  if (width === 0) return [{ from: min, to: max, count: values.length }];
  const counts = new Array<number>(binCount).fill(0);
  for (const value of values) {
    const bin = Math.min(binCount - 1, Math.floor((value - min) / width));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts.map((count, index) => ({ from: min + index * width, to: min + (index + 1) * width, count }));
}

/** The least and the greatest; NaN for none. */
function extentOf(values: readonly number[]): Pick<Bin, 'from' | 'to'> {
  const ascending = sorted(values);
  return { from: ascending[0] ?? Number.NaN, to: ascending.at(-1) ?? Number.NaN };
}

export interface DensityPoint {
  readonly value: number;
  /** Per unit of the value: the area under all points is 1. */
  readonly density: number;
}

/**
 * Bandwidth by Silverman's rule: 0.9 × the lesser of the standard deviation and the interquartile range ÷ 1.34, times
 * n to the power of −1/5. 0 when all values are equal.
 */
export function bandwidthOf(values: readonly number[]): number {
  const ascending = sorted(values);
  const deviation = standardDeviation(values);
  const range = (percentile(ascending, 0.75) - percentile(ascending, 0.25)) / 1.34;
  const spread = range > 0 ? Math.min(deviation, range) : deviation;
  return 0.9 * spread * values.length ** -0.2;
}

/**
 * Gaussian kernel density estimate up to three bandwidths beyond the values. If no value is negative, the part below
 * zero is reflected. Empty for fewer than two distinct values.
 */
export function densityOf(values: readonly number[], pointCount = 96): readonly DensityPoint[] {
  const bandwidth = bandwidthOf(values);
  const ascending = sorted(values);
  const [min, max] = [ascending[0], ascending.at(-1)];
  if (min === undefined || max === undefined || !(bandwidth > 0)) return [];
  const from = min >= 0 ? Math.max(0, min - 3 * bandwidth) : min - 3 * bandwidth;
  const step = (max + 3 * bandwidth - from) / (pointCount - 1);
  const kernel = (distance: number): number => Math.exp(-0.5 * (distance / bandwidth) ** 2);
  const scale = 1 / (values.length * bandwidth * Math.sqrt(2 * Math.PI));
  return Array.from({ length: pointCount }, (_, index) => {
    const value = from + index * step;
    const sum = ascending.reduce((all, one) => all + kernel(value - one) + (min >= 0 ? kernel(value + one) : 0), 0);
    return { value, density: sum * scale };
  });
}

// Statistics of measured values, exact and pure: what the lab's tables and the benchmark print.
import type { Distribution } from '@shared/model/lab';

/** Nearest-rank percentile of ascending values; `fraction` 0…1. NaN when there are none. */
export function percentile(ascending: readonly number[], fraction: number): number {
  if (ascending.length === 0) return NaN;
  const rank = Math.min(ascending.length, Math.max(1, Math.ceil(fraction * ascending.length)));
  return ascending[rank - 1] ?? NaN;
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? NaN : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Sample standard deviation (n − 1); 0 for fewer than two values. */
export function standardDeviation(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const middle = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1));
}

/** All the columns of one result row. Needs at least one value. */
export function distributionOf(
  values: readonly number[],
  about: { readonly label: string; readonly unit: string; readonly failed: number },
  bucketCount = 24,
): Distribution {
  const ascending = [...values].sort((a, b) => a - b);
  const min = ascending[0] ?? 0;
  const max = ascending.at(-1) ?? 0;
  return {
    ...about,
    count: values.length,
    min,
    median: percentile(ascending, 0.5),
    mean: mean(values),
    p90: percentile(ascending, 0.9),
    p95: percentile(ascending, 0.95),
    p99: percentile(ascending, 0.99),
    max,
    histogram: histogramOf(ascending, min, max, bucketCount),
  };
}

function histogramOf(
  values: readonly number[],
  min: number,
  max: number,
  bucketCount: number,
): Distribution['histogram'] {
  const width = (max - min) / bucketCount;
  if (width === 0) return [{ from: min, to: max, count: values.length }];
  const counts = new Array<number>(bucketCount).fill(0);
  for (const value of values) {
    const bucket = Math.min(bucketCount - 1, Math.floor((value - min) / width));
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  return counts.map((count, index) => ({ from: min + index * width, to: min + (index + 1) * width, count }));
}

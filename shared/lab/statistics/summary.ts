// Summary statistics of one set of measured values: percentiles, mean, deviation. Exact and pure.

export interface Summary {
  readonly count: number;
  readonly min: number;
  readonly p5: number;
  readonly p25: number;
  readonly median: number;
  readonly p75: number;
  readonly mean: number;
  readonly sd: number;
  readonly p90: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/**
 * The value that at least `fraction` (0…1) of the values do not exceed: always one that was measured (nearest rank).
 * NaN when there are none.
 */
export function percentile(ascending: readonly number[], fraction: number): number {
  if (ascending.length === 0) return Number.NaN;
  // Products such as 0.07 × 100 come out a hair above the whole number they mean.
  const rank = Math.ceil(fraction * ascending.length - 1e-9);
  return ascending[Math.min(ascending.length, Math.max(1, rank)) - 1] ?? Number.NaN;
}

/** NaN when there are none. */
export function meanOf(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Sample standard deviation (n − 1); NaN for fewer than two values, whose variation is unknown. */
export function standardDeviation(values: readonly number[]): number {
  if (values.length < 2) return Number.NaN;
  const middle = meanOf(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1));
}

/** The middle value, or the mean of the two in the middle. */
export function medianOf(values: readonly number[]): number {
  const ascending = sorted(values);
  const half = ascending.length / 2;
  const upper = ascending[Math.floor(half)] ?? Number.NaN;
  return Number.isInteger(half) ? ((ascending[half - 1] ?? Number.NaN) + upper) / 2 : upper;
}

/** All at once; every field is NaN when there are no values, `count` excepted. */
export function summaryOf(values: readonly number[]): Summary {
  const ascending = sorted(values);
  const at = (fraction: number): number => percentile(ascending, fraction);
  return {
    count: values.length,
    min: ascending[0] ?? Number.NaN,
    p5: at(0.05),
    p25: at(0.25),
    median: medianOf(values),
    p75: at(0.75),
    mean: meanOf(values),
    sd: standardDeviation(values),
    p90: at(0.9),
    p95: at(0.95),
    p99: at(0.99),
    max: ascending.at(-1) ?? Number.NaN,
  };
}

export function sorted(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b);
}

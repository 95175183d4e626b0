// How sure a difference between two sets of values is: intervals by resampling them with a recorded seed. Pure.
import { percentile, sorted } from './summary';
import { seeded } from './seeded';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface BootstrapOptions {
  readonly seed: number;
  /** Default 2,000. */
  readonly resamples?: number;
  /** Of the interval; default 0.95. */
  readonly confidence?: number;
}

/**
 * Percentile interval of `statistic(right) − statistic(left)`. Each side is resampled with replacement to its own size.
 * Both sides need at least one value.
 */
export function differenceInterval(
  left: readonly number[],
  right: readonly number[],
  statistic: (values: readonly number[]) => number,
  options: BootstrapOptions,
): Interval {
  const random = seeded(options.seed);
  return intervalOf(options, () => statistic(resampled(right, random)) - statistic(resampled(left, random)));
}

/** Percentile interval of one statistic. */
export function statisticInterval(
  values: readonly number[],
  statistic: (values: readonly number[]) => number,
  options: BootstrapOptions,
): Interval {
  const random = seeded(options.seed);
  return intervalOf(options, () => statistic(resampled(values, random)));
}

function intervalOf({ resamples = 2000, confidence = 0.95 }: BootstrapOptions, draw: () => number): Interval {
  const drawn = sorted(Array.from({ length: resamples }, draw));
  const tail = (1 - confidence) / 2;
  return { low: percentile(drawn, tail), high: percentile(drawn, 1 - tail) };
}

function resampled(values: readonly number[], random: () => number): number[] {
  return Array.from(values, () => values[Math.floor(random() * values.length)] ?? Number.NaN);
}

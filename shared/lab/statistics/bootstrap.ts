// How certain a difference between two sets of values is: a confidence interval by resampling with a recorded seed.
// Pure.
import { percentile, sorted } from './summary';
import { seeded } from './seeded';

/** The part omitted at either end of the interval, as a fraction. */
const tail = 0.025;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface BootstrapOptions {
  readonly seed: number;
  /** Default 2,000. */
  readonly resamples?: number;
}

/**
 * 95 % percentile interval of `statistic(right) − statistic(left)`. Each side is resampled with replacement to its
 * original size. Both sides need at least one value.
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

function intervalOf({ resamples = 2000 }: BootstrapOptions, draw: () => number): Interval {
  const drawn = sorted(Array.from({ length: resamples }, draw));
  return { low: percentile(drawn, tail), high: percentile(drawn, 1 - tail) };
}

function resampled(values: readonly number[], random: () => number): number[] {
  return Array.from(values, () => values[Math.floor(random() * values.length)] ?? Number.NaN);
}

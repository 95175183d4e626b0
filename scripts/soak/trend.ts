// Whether a figure grows over time, apart from its fluctuations. Pure.

export interface Point {
  /** In any unit of time, the same for all points. */
  readonly at: number;
  readonly value: number;
}

export interface Trend {
  readonly median: number;
  /** How much the figure grows from the first point to the last, by its median slope. */
  readonly growth: number;
  /** The same as a share of the median; 0 when both are 0. */
  readonly share: number;
}

const fewest = 8;
/** Slopes are computed for pairs; more points than this only cost time. */
const max = 400;

/**
 * The median of the slopes between all pairs (Theil–Sen estimator), which tolerates outliers in almost a third of the
 * points. Null for too few points.
 */
export function trendOf(points: readonly Point[]): Trend | null {
  const step = Math.max(1, Math.ceil(points.length / max));
  const taken = points.filter((_, index) => index % step === 0);
  const [first] = taken;
  const last = taken.at(-1);
  if (first === undefined || last === undefined || taken.length < fewest) return null;
  const slopes: number[] = [];
  taken.forEach((from, index) => {
    for (const to of taken.slice(index + 1))
      if (to.at > from.at) slopes.push((to.value - from.value) / (to.at - from.at));
  });
  const middle = median(taken.map(({ value }) => value));
  const growth = slopes.length === 0 ? 0 : median(slopes) * (last.at - first.at);
  return { median: middle, growth, share: growth === 0 ? 0 : growth / Math.max(Math.abs(middle), Number.MIN_VALUE) };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

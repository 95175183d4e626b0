// Against figures computed elsewhere: NumPy 2.4 and SciPy 1.17 for the same values. Percentiles by `numpy.percentile(…,
// method='inverted_cdf')`, deviations with `ddof=1`, bins by `numpy.histogram`, densities as means of
// `scipy.stats.norm.pdf` over the values (and `scipy.stats.gaussian_kde` where zero is distant), intervals by 100,000
// resamples of `numpy.random.Generator.choice` and `scipy.stats.bootstrap(…, method='percentile')`.
import { describe, expect, it } from 'vitest';
import { differenceInterval } from './bootstrap';
import { bandwidthOf, binsOf, densityOf } from './density';
import { meanOf, medianOf, percentile, sorted, summaryOf } from './summary';

/** Latencies in ms, drawn once from log-normal distributions and rounded. */
const first = [
  12.6, 13.4, 27.6, 15.3, 59.6, 93.0, 19.9, 76.8, 28.2, 18.7, 46.7, 29.5, 32.4, 7.0, 29.8, 12.9, 25.3, 20.4, 14.9, 62.8,
  32.7, 13.0, 25.7, 36.9, 45.5, 16.5, 10.9, 12.1, 15.2, 27.5, 19.2, 12.1, 16.4, 6.3, 31.0, 19.4, 14.3, 17.3, 18.7, 65.3,
  17.2, 9.4, 15.7, 15.7, 8.0, 28.4, 35.9, 20.2, 14.3, 21.7, 5.6, 55.9, 26.5, 26.6, 14.8, 6.2, 41.7, 14.3, 11.0, 44.2,
];
const second = [
  12.0, 23.9, 16.8, 14.6, 17.8, 22.3, 10.3, 15.8, 24.5, 26.9, 27.4, 29.9, 30.0, 13.4, 38.5, 15.8, 11.3, 11.6, 31.4,
  11.7, 7.5, 50.7, 7.8, 22.3, 12.2, 10.6, 20.4, 9.6, 19.3, 10.9, 28.4, 14.6, 10.7, 26.6, 29.2, 32.1, 23.6, 11.2, 8.5,
  29.9, 23.6, 28.6, 7.7, 17.7, 14.6, 11.9, 15.2, 19.8, 4.8, 167.6,
];
/** So near to zero that a kernel reaches below it. */
const nearZero = [0.1, 0.2, 0.4, 0.5, 1.1, 1.4, 2.2];

function densityAt(values: readonly number[], value: number): number {
  const points = densityOf(values, 4001);
  return points.reduce((best, one) => (Math.abs(one.value - value) < Math.abs(best.value - value) ? one : best))
    .density;
}

describe('against NumPy and SciPy', () => {
  it('percentiles, mean and deviation', () => {
    const { p5, p25, p75, p90, p95, p99, median, mean, sd } = summaryOf(first);
    expect([p5, p25, percentile(sorted(first), 0.5), p75, p90, p95, p99]).toEqual([
      6.3, 14.3, 19.2, 29.8, 46.7, 62.8, 93.0,
    ]);
    expect(median).toBeCloseTo(19.3, 12);
    expect(mean).toBeCloseTo(25.60166666666667, 12);
    expect(sd).toBeCloseTo(18.02526937824209, 12);
  });

  it('bins', () => {
    const bins = binsOf(first, 12);
    expect(bins.map(({ count }) => count)).toEqual([11, 21, 7, 9, 3, 3, 1, 2, 1, 1, 0, 1]);
    expect([bins[0]?.from, bins.at(-1)?.to]).toEqual([5.6, 93.0]);
    expect(bins[0]!.to - bins[0]!.from).toBeCloseTo(7.283333333333333, 12);
  });

  it('density, away from zero and reflected at it', () => {
    expect(bandwidthOf(first)).toBeCloseTo(4.590279804773508, 12);
    for (const [value, density] of [
      [10, 0.027582201225521717],
      [20, 0.03036627227069002],
      [30, 0.018377716331635777],
      [50, 0.003821201931927427],
    ] as const) {
      expect(densityAt(first, value)).toBeCloseTo(density, 4);
    }
    expect(bandwidthOf(nearZero)).toBeCloseTo(0.46559034205526, 12);
    expect(densityOf(nearZero)[0]).toMatchObject({ value: 0 });
    expect(densityAt(nearZero, 0)).toBeCloseTo(0.786958183177388, 9);
    expect(densityAt(nearZero, 0.25)).toBeCloseTo(0.7397541792414029, 3);
    expect(densityAt(nearZero, 1)).toBeCloseTo(0.39160892414096965, 3);
    const points = densityOf(nearZero, 4001);
    const area = points.reduce((sum, { density }) => sum + density, 0) * (points[1]!.value - points[0]!.value);
    expect(area).toBeCloseTo(1, 2);
  });

  it('bootstrap intervals', () => {
    const options = { seed: 2010, resamples: 20_000 };
    const mean = differenceInterval(first, second, meanOf, options);
    expect(Math.abs(mean.low + 10.67)).toBeLessThan(0.25);
    expect(Math.abs(mean.high - 4.87)).toBeLessThan(0.25);
    const median = differenceInterval(first, second, medianOf, options);
    expect(Math.abs(median.low + 10.0)).toBeLessThan(0.5);
    expect(Math.abs(median.high - 4.25)).toBeLessThan(0.5);
  });
});

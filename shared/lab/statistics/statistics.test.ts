// Against figures that Python's `statistics` module gave for the same values, and against laws.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount } from '../../fixtures/spread-numbers';
import { differenceInterval } from './bootstrap';
import { bandwidthOf, binsOf, densityOf } from './density';
import { seeded, shuffled } from './seeded';
import { meanOf, medianOf, percentile, sorted, standardDeviation, summaryOf } from './summary';

const values = [12.1, 15.3, 9.8, 22.4, 18.0, 14.6, 11.2, 30.5, 16.7, 13.9, 17.3, 12.8];
const before = [20.1, 21.4, 19.8, 22.0, 20.7, 21.1, 19.5, 20.9, 21.8, 20.3];
const after = [18.9, 19.6, 18.2, 20.1, 19.0, 19.9, 18.4, 19.3, 19.7, 18.8];
const measured = fc.array(amount(1e6), { minLength: 1, maxLength: 200 });

describe('summaries', () => {
  it('agree with the reference', () => {
    const { mean, sd, median, p5, p25, p75, p90, p95, p99, min, max, count } = summaryOf(values);
    expect([mean, sd].map((value) => value.toFixed(9))).toEqual(['16.216666667', '5.645727803']);
    expect([median, p5, p25, p75, p90, p95, p99, min, max, count]).toEqual([
      14.95, 9.8, 12.1, 17.3, 22.4, 30.5, 30.5, 9.8, 30.5, 12,
    ]);
  });
  it('take the value at the rank that a fraction means', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
    expect([0.01, 0.07, 0.29, 0.5, 0.9, 0.99, 1].map((share) => percentile(hundred, share))).toEqual([
      1, 7, 29, 50, 90, 99, 100,
    ]);
    expect(percentile([], 0.5)).toBeNaN();
    expect(standardDeviation([3])).toBeNaN();
  });
  it('are ordered and within the values', () => {
    fc.assert(
      fc.property(measured, (list) => {
        const { min, p5, p25, p75, p90, p95, p99, max, mean } = summaryOf(list);
        const columns = [min, p5, p25, p75, p90, p95, p99, max];
        expect(columns).toEqual(sorted(columns));
        expect(mean).toBeGreaterThanOrEqual(min - 1e-6);
        expect(mean).toBeLessThanOrEqual(max + 1e-6);
      }),
    );
  });
});

describe('density', () => {
  it('agrees with a mixture of normal distributions', () => {
    expect(bandwidthOf(values)).toBeCloseTo(2.1247351642, 9);
    const points = densityOf(values, 2001);
    const at = (value: number): number =>
      points.reduce((best, point) => (Math.abs(point.value - value) < Math.abs(best.value - value) ? point : best))
        .density;
    expect(at(10)).toBeCloseTo(0.0503507992, 3);
    expect(at(14)).toBeCloseTo(0.0905835815, 3);
    expect(at(20)).toBeCloseTo(0.0322737252, 3);
  });
  it('covers an area of 1', () => {
    const points = densityOf(values, 400);
    const step = (points[1]?.value ?? 0) - (points[0]?.value ?? 0);
    expect(points.reduce((sum, point) => sum + point.density * step, 0)).toBeCloseTo(1, 2);
    expect(densityOf([5, 5, 5])).toEqual([]);
  });
  it('bins lose no value and touch one another', () => {
    fc.assert(
      fc.property(measured, (list) => {
        const bins = binsOf(list, 12);
        expect(bins.reduce((sum, bin) => sum + bin.count, 0)).toBe(list.length);
        for (const [index, bin] of bins.entries()) {
          const next = bins[index + 1];
          if (next) expect(next.from).toBeCloseTo(bin.to, 6);
        }
      }),
    );
  });
});

describe('bootstrap', () => {
  it('agrees with a reference that used another generator', () => {
    const mean = differenceInterval(before, after, meanOf, { seed: 7, resamples: 20_000 });
    expect(mean.low).toBeCloseTo(-2.19, 1);
    expect(mean.high).toBeCloseTo(-0.95, 1);
    const median = differenceInterval(before, after, medianOf, { seed: 7, resamples: 20_000 });
    expect(Math.abs(median.low + 2.45)).toBeLessThan(0.11);
    expect(Math.abs(median.high + 0.6)).toBeLessThan(0.11);
  });
  it('gives the same interval for the same seed, and another for another', () => {
    const first = differenceInterval(before, after, meanOf, { seed: 1 });
    expect(differenceInterval(before, after, meanOf, { seed: 1 })).toEqual(first);
    expect(differenceInterval(before, after, meanOf, { seed: 2 })).not.toEqual(first);
  });
  it('holds the true difference about as often as it claims', () => {
    const random = seeded(99);
    const drawn = (more: number): number[] => Array.from({ length: 40 }, () => random() + random() + random() + more);
    let held = 0;
    for (let trial = 0; trial < 200; trial += 1) {
      const [left, right] = [drawn(0), drawn(0.5)];
      const { low, high } = differenceInterval(left, right, meanOf, { seed: trial, resamples: 400 });
      if (low <= 0.5 && 0.5 <= high) held += 1;
    }
    expect(held).toBeGreaterThan(180);
    expect(held).toBeLessThan(200);
  });
});

describe('seeded numbers', () => {
  it('are spread evenly and come back with their seed', () => {
    const random = seeded(42);
    const drawn = Array.from({ length: 20_000 }, random);
    expect(meanOf(drawn)).toBeCloseTo(0.5, 1);
    expect(binsOf(drawn, 10).every(({ count }) => count > 1800 && count < 2200)).toBe(true);
    expect(Array.from({ length: 3 }, seeded(42))).toEqual(drawn.slice(0, 3));
  });
  it('put every value in every position', () => {
    const random = seeded(3);
    const firsts = new Set(Array.from({ length: 100 }, () => shuffled([1, 2, 3, 4], random)[0]));
    expect(firsts).toEqual(new Set([1, 2, 3, 4]));
    expect(sorted(shuffled([4, 2, 9], random))).toEqual([2, 4, 9]);
  });
});

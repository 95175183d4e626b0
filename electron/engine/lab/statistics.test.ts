import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distributionOf, percentile, standardDeviation } from './statistics';

const measured = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 300 });

describe('distributionOf', () => {
  it('orders its columns and loses no value in the histogram', () => {
    fc.assert(
      fc.property(measured, (values) => {
        const row = distributionOf(values, { label: 'x', unit: 'ms', failed: 0 });
        const columns = [row.min, row.median, row.p90, row.p95, row.p99, row.max];
        expect(columns).toEqual([...columns].sort((a, b) => a - b));
        expect(row.histogram.reduce((sum, bucket) => sum + bucket.count, 0)).toBe(values.length);
      }),
    );
  });
  it('knows a small case by heart', () => {
    const row = distributionOf([4, 1, 3, 2], { label: 'x', unit: 'ms', failed: 1 }, 3);
    expect(row).toMatchObject({ count: 4, failed: 1, min: 1, median: 2, mean: 2.5, p99: 4, max: 4 });
    expect(row.histogram.map((bucket) => bucket.count)).toEqual([1, 1, 2]);
    expect(standardDeviation([2, 4, 4, 4, 5, 5, 7, 9])).toBeCloseTo(2.138, 3);
    expect(percentile([], 0.5)).toBeNaN();
  });
});

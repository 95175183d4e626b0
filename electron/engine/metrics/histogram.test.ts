import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Histogram } from './histogram';

const durations = fc.array(fc.double({ min: 0, max: 4_000_000, noNaN: true }), { minLength: 1, maxLength: 200 });

describe('Histogram', () => {
  it('reproduces every percentile within 3.2 % or a microsecond of the exact one', () => {
    fc.assert(
      fc.property(durations, fc.double({ min: 0.01, max: 1, noNaN: true }), (values, fraction) => {
        const histogram = new Histogram();
        for (const value of values) histogram.record(value);
        const sorted = [...values].sort((a, b) => a - b);
        const exact = sorted[Math.max(1, Math.ceil(fraction * values.length)) - 1] ?? NaN;
        expect(Math.abs(histogram.percentileMs(fraction) - exact)).toBeLessThanOrEqual(exact * 0.032 + 0.001);
      }),
    );
  });

  it('gives the same answers merged as recorded together', () => {
    fc.assert(
      fc.property(durations, durations, (left, right) => {
        const [a, b, together] = [new Histogram(), new Histogram(), new Histogram()];
        for (const value of left) {
          a.record(value);
          together.record(value);
        }
        for (const value of right) {
          b.record(value);
          together.record(value);
        }
        a.add(b);
        expect([a.count, a.maxMs, a.percentileMs(0.5), a.percentileMs(0.99)]).toEqual([
          together.count,
          together.maxMs,
          together.percentileMs(0.5),
          together.percentileMs(0.99),
        ]);
      }),
    );
  });

  it('is empty again after clear', () => {
    const histogram = new Histogram();
    histogram.record(12);
    histogram.clear();
    expect([histogram.count, histogram.meanMs, histogram.maxMs, histogram.percentileMs(0.5)]).toEqual([0, 0, 0, 0]);
  });
});

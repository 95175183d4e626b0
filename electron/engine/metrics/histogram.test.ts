import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount, share } from '@shared/fixtures/spread-numbers';
import { Histogram } from './histogram';

const durations = fc.array(amount(4_000_000), { minLength: 1, maxLength: 200 });

describe('Histogram', () => {
  it('reproduces every percentile within 3.2 % or a microsecond of the exact one', () => {
    fc.assert(
      fc.property(durations, share, (values, fraction) => {
        const histogram = new Histogram();
        for (const value of values) histogram.record(value);
        const sorted = [...values].sort((a, b) => a - b);
        const exact = sorted[Math.max(1, Math.ceil(fraction * values.length)) - 1] ?? NaN;
        expect(Math.abs(histogram.percentileMs(fraction) - exact)).toBeLessThanOrEqual(exact * 0.032 + 0.001);
        expect(histogram.percentileMs(fraction)).toBeLessThanOrEqual(Math.max(...values));
      }),
    );
  });

  it('returns the same percentiles merged as recorded together', () => {
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

  it('returns the same after it was stored as pairs', () => {
    fc.assert(
      fc.property(durations, (values) => {
        const [whole, half, retained] = [new Histogram(), new Histogram(), new Histogram()];
        values.forEach((value, index) => (index % 2 === 0 ? whole : half).record(value));
        whole.add(half);
        retained.addPairs(whole.toPairs(), whole.maxMs);
        expect([retained.count, retained.maxMs, retained.percentileMs(0.9)]).toEqual([
          whole.count,
          whole.maxMs,
          whole.percentileMs(0.9),
        ]);
      }),
    );
  });

  it('omits pairs of unknown buckets', () => {
    const histogram = new Histogram();
    histogram.addPairs(
      [
        [-1, 5],
        [1_000_000, 5],
      ],
      0,
    );
    expect(histogram.count).toBe(0);
  });

  it('is empty again after clear', () => {
    const histogram = new Histogram();
    histogram.record(12);
    histogram.clear();
    expect([histogram.count, histogram.maxMs, histogram.percentileMs(0.5)]).toEqual([0, 0, 0]);
  });
});

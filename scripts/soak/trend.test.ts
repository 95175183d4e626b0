import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trendOf } from './trend';

const line = (length: number, valueAt: (at: number) => number): { readonly at: number; readonly value: number }[] =>
  Array.from({ length }, (_, at) => ({ at, value: valueAt(at) }));

describe('a trend', () => {
  it('is found beneath ups and downs and wild values', () => {
    const points = line(100, (at) => 200 + at + (at % 7) * 3 + (at % 10 === 0 ? 10_000 : 0));
    expect(trendOf(points)?.growth).toBeGreaterThan(90);
    expect(trendOf(points)?.growth).toBeLessThan(110);
  });

  it('is none where a figure only swings', () => {
    const swinging = trendOf(line(120, (at) => 300 + (at % 12) * 10));
    expect(Math.abs(swinging?.share ?? 1)).toBeLessThan(0.05);
    expect(trendOf(line(20, () => 0))).toEqual({ median: 0, growth: 0, share: 0 });
  });

  it('does not depend on the unit of time, and long runs are thinned', () => {
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 900 }), fc.double({ min: 0.1, max: 50, noNaN: true }), (length, slope) => {
        const points = line(length, (at) => 1000 + at * slope);
        const slower = points.map(({ at, value }) => ({ at: at * 60, value }));
        expect(trendOf(slower)?.share).toBeCloseTo(trendOf(points)?.share ?? -1, 6);
      }),
      { numRuns: 30 },
    );
  });

  it('needs enough points', () => {
    expect(trendOf(line(7, (at) => at))).toBeNull();
  });
});

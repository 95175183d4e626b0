// Figures of one row line up, and bars carry their bounds.
import { describe, expect, it } from 'vitest';
import { barsOf, figure } from './figures';

describe('figure', () => {
  it('has the decimals of the typical value', () => {
    expect(figure(9.3)).toBe('9.30');
    expect(figure(140, 21.7)).toBe('140.0');
    expect(figure(1240.4)).toBe('1,240');
    expect(figure(Number.NaN)).toBe('–');
  });
});

describe('barsOf', () => {
  it('labels a bucket by its bounds', () => {
    const bars = barsOf({
      label: '4 MiB',
      unit: 'ms',
      count: 3,
      failed: 0,
      min: 1,
      median: 12,
      mean: 12,
      p90: 20,
      p95: 20,
      p99: 20,
      max: 20,
      histogram: [{ from: 1, to: 10.5, count: 2 }],
    });
    expect(bars).toEqual([{ label: '1.0–10.5', count: 2 }]);
  });
});

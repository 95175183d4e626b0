import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { durationTickTexts, durationTicks } from './duration-axis';

describe('durationTicks', () => {
  it.each([
    [0, 2_600, ['0 s', '1 s', '2 s']],
    [0, 900, ['0 ms', '500 ms']],
    [0, 1_900, ['0 s', '0.5 s', '1 s', '1.5 s']],
    [0, 23_000, ['0 s', '10 s', '20 s']],
    [0, 5 * 60_000, ['0 s', '2 min', '4 min']],
    [0, 90 * 60_000, ['0 s', '30 min', '1 h', '1 h 30 min']],
    [43_000, 103_000, ['45 s', '1 min', '1 min 15 s', '1 min 30 s']],
    [0, 100 * 3_600_000, ['0 s', '2 d', '4 d']],
  ])('from %i to %i ms are %j', (fromMs, toMs, text) => {
    const ticks = durationTicks(fromMs, toMs, 4);
    expect(ticks.map(durationTickTexts(ticks))).toEqual(text);
  });

  it('are within the range, evenly spaced, and few', () => {
    fc.assert(
      fc.property(fc.nat(10 ** 7), fc.integer({ min: 4, max: 10 ** 9 }), (fromMs, spanMs) => {
        const ticks = durationTicks(fromMs, fromMs + spanMs, 4);
        expect(ticks.length).toBeLessThanOrEqual(5);
        expect(ticks.every((tick) => tick >= fromMs && tick <= fromMs + spanMs)).toBe(true);
        expect(new Set(ticks.slice(1).map((tick, index) => tick - (ticks[index] ?? 0))).size).toBeLessThanOrEqual(1);
      }),
    );
  });
});

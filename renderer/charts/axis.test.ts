// Ticks start at zero, are round and cover the data.
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { amount } from '@shared/fixtures/spread-numbers';
import { GiB, MiB } from '@shared/units';
import {
  agoText,
  latencyScale,
  maxOf,
  rateScale,
  tickText,
  tickTexts,
  ticksFromZero,
  ticksOnGrid,
  timeTicks,
} from './axis';

describe('ticksFromZero', () => {
  it('is round', () => {
    expect(ticksFromZero(212, 4, 1)).toEqual([0, 100, 200, 300]);
    expect(ticksFromZero(9.4, 4, 1)).toEqual([0, 2.5, 5, 7.5, 10]);
    expect(ticksFromZero(0, 4, 1)).toEqual([0, 0.25, 0.5, 0.75, 1]);
  });

  it('always starts at zero and covers the largest value in few steps', () => {
    fc.assert(
      fc.property(amount(1e12), (max) => {
        const ticks = ticksFromZero(max, 4, 1);
        expect(ticks[0]).toBe(0);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(max * 0.999);
        expect(ticks.length).toBeLessThanOrEqual(5);
      }),
    );
  });
});

describe('ticks of counts', () => {
  it('are at whole numbers', () => {
    expect(ticksFromZero(2, 4, 1, 'whole')).toEqual([0, 1, 2]);
    expect(ticksFromZero(9, 4, 4, 'whole')).toEqual([0, 5, 10]);
    expect(ticksFromZero(95, 4, 4, 'whole')).toEqual([0, 25, 50, 75, 100]);
    fc.assert(
      fc.property(amount(1e12), fc.integer({ min: 1, max: 40 }), (max, intervals) => {
        const ticks = ticksFromZero(max, intervals, 1, 'whole');
        expect(ticks.every(Number.isInteger)).toBe(true);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(max * 0.999);
        expect(ticks.length).toBeLessThanOrEqual(intervals + 1);
      }),
    );
  });
});

describe('ticksOnGrid', () => {
  it('has as many steps as the other axis', () => {
    expect(ticksOnGrid(151, 3, 10)).toEqual([0, 100, 200, 300]);
    expect(ticksOnGrid(0, 2, 10)).toEqual([0, 5, 10]);
  });
});

describe('scales', () => {
  it('speaks in the unit of the largest value', () => {
    expect(rateScale(0).unit).toBe('MiB/s');
    expect(rateScale(512).unit).toBe('B/s');
    expect(rateScale(212 * MiB).unit).toBe('MiB/s');
    expect(rateScale(2 * GiB).unit).toBe('GiB/s');
    expect(latencyScale(900).unit).toBe('ms');
    expect(latencyScale(12_000)).toEqual({ unit: 's', per: 1000 });
  });
});

describe('time', () => {
  it('counts back from the right edge', () => {
    expect(timeTicks(60_000, 100_000, 4)).toEqual([40_000, 55_000, 70_000, 85_000, 100_000]);
    expect(agoText(100_000, 100_000)).toBe('now');
    expect(agoText(85_000, 100_000)).toBe('15 s');
    expect(agoText(0, 300_000)).toBe('5 min');
    expect(agoText(0, 225_000)).toBe('3:45 min');
  });
});

describe('figures', () => {
  it('writes ticks without needless digits and ignores gaps', () => {
    expect(tickText(2.5)).toBe('2.5');
    expect(tickText(1200)).toBe('1,200');
    expect([0, 0.5, 1].map(tickTexts([0, 0.5, 1]))).toEqual(['0.0', '0.5', '1.0']);
    expect([0, 200_000].map(tickTexts([0, 200_000]))).toEqual(['0', '200K']);
    expect(maxOf([{ a: null }, { a: 3 }], [(point) => point.a])).toBe(3);
  });
});

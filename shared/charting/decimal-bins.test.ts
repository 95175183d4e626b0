// Each value lies in exactly one bin, bin widths are round numbers, and merging moves nothing over a boundary.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binEnd, decimalGrid, drawnBins } from './decimal-bins';

const maxBins = 60;
/** As in prices and ratings: few digits, so that values lie on boundaries. */
const short = fc
  .tuple(fc.integer({ min: -100_000, max: 100_000 }), fc.integer({ min: -12, max: 6 }))
  .map(([digits, power]) => Number(`${digits}e${power}`));
const value = fc.oneof(short, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.maxSafeInteger());
const values = fc.array(value, { minLength: 1, maxLength: 60 });

function extentOf(all: readonly number[]): { readonly min: number; readonly max: number; readonly level: number } {
  const min = Math.min(...all);
  const max = Math.max(...all);
  return { min, max, level: decimalGrid.levelFor(min, max, maxBins) };
}

describe('a decimal bin', () => {
  it.each([
    [0.29, -2, 29],
    [0.3, -1, 3],
    [1.15, -2, 115],
    [-0.1, -1, -1],
    [-0.11, -1, -2],
    [4.35, -2, 435],
    [1e22, 22, 1],
    [1e23, 23, 1],
  ])('%d lies on the boundary that is written so, at 10^%d', (at, level, bin) => {
    expect(decimalGrid.bucketOf(at, level)).toBe(bin);
  });

  it('holds every value exactly once, between its start and the next', () => {
    fc.assert(
      fc.property(values, (all) => {
        const { level } = extentOf(all);
        for (const each of all) {
          const bin = decimalGrid.bucketOf(each, level);
          expect(Number.isSafeInteger(bin)).toBe(true);
          expect(decimalGrid.startOf(bin, level)).toBeLessThanOrEqual(each);
          expect(decimalGrid.startOf(bin + 1, level)).toBeGreaterThan(each);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is merged into the one that would have been counted in at once', () => {
    fc.assert(
      fc.property(values, fc.integer({ min: 0, max: 20 }), (all, coarser) => {
        const { level } = extentOf(all);
        for (const each of all) {
          const bin = decimalGrid.bucketOf(each, level);
          const merged = decimalGrid.coarser(bin, level, level + coarser);
          expect(merged).toBe(decimalGrid.bucketOf(each, level + coarser));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is never finer for a wider extent, and few enough are counted', () => {
    fc.assert(
      fc.property(values, value, (all, further) => {
        const { min, max, level } = extentOf(all);
        expect(extentOf([...all, further]).level).toBeGreaterThanOrEqual(level);
        expect(decimalGrid.bucketOf(max, level) - decimalGrid.bucketOf(min, level)).toBeLessThan(maxBins * 10);
      }),
      { numRuns: 300 },
    );
  });

  it('ends where the next one starts, as both are written', () => {
    expect([binEnd(0.2, 0.1), binEnd(-0.3, 0.1), binEnd(1.1, 0.02)]).toEqual([0.3, -0.2, 1.12]);
  });

  it('that is drawn is 1, 2 or 5 times a power of ten wide, and at least as wide as requested', () => {
    fc.assert(
      fc.property(values, fc.constantFrom(0, 1), (all, min) => {
        const extent = extentOf(all);
        const { width, counted } = drawnBins(extent, { max: maxBins, min });
        expect(width.toExponential()).toMatch(/^[125]e/);
        const first = Math.floor(decimalGrid.bucketOf(extent.min, extent.level) / counted);
        const last = Math.floor(decimalGrid.bucketOf(extent.max, extent.level) / counted);
        expect(last - first).toBeLessThan(maxBins);
        expect(width).toBeGreaterThanOrEqual(min);
      }),
      { numRuns: 300 },
    );
  });
});

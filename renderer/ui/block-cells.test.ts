// Merging cells hides neither failures nor progress; narrow ones look alike and fill their width.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellGeometry, gathered } from './block-cells';

const cells = fc.string({ unit: fc.constantFrom('0', '1', '2', '3', '4', '5'), minLength: 1, maxLength: 64 });

describe('gathered', () => {
  it('leaves cells that fit unchanged, and fills exactly the room otherwise', () => {
    fc.assert(
      fc.property(cells, fc.integer({ min: 1, max: 80 }), (given, max) => {
        const drawn = gathered(given, max);
        expect(drawn).toHaveLength(Math.min(given.length, max));
        if (given.length <= max) expect(drawn).toBe(given);
      }),
    );
  });

  it('shows a retry wherever there is one, and full or empty only when that is so', () => {
    fc.assert(
      fc.property(cells, fc.integer({ min: 1, max: 64 }), (given, max) => {
        const drawn = gathered(given, max);
        expect(drawn.includes('3')).toBe(given.includes('3'));
        if (!/[13]/.test(given)) expect(drawn.includes('5')).toBe(given.includes('5'));
        if (/^2+$/.test(given)) expect(drawn).toMatch(/^2+$/);
        if (/^0+$/.test(given)) expect(drawn).toMatch(/^0+$/);
        if (/^2+$/.test(drawn)) expect(given).toMatch(/^2+$/);
        if (/^0+$/.test(drawn)) expect(given).toMatch(/^0+$/);
      }),
    );
  });
});

describe('cellGeometry', () => {
  it('gives narrow cells one width, gaps that differ by a pixel, and the last its end at the edge', () => {
    fc.assert(
      fc.property(fc.integer({ min: 40, max: 760 }), fc.integer({ min: 8, max: 64 }), (widthPx, max) => {
        const count = Math.min(max, Math.floor(widthPx / 5));
        const cells = cellGeometry(widthPx, count);
        if (cells.length === 0) return;
        const gaps = cells.slice(0, -1).map(({ marginRight }) => marginRight + 1);
        expect(new Set(cells.map(({ width }) => width)).size).toBe(1);
        expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1);
        expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(1);
        expect(cells.reduce((sum, { width }) => sum + width, 0) + gaps.reduce((sum, gap) => sum + gap, 0)).toBe(
          widthPx,
        );
      }),
    );
  });

  it('leaves wide ones to share their width', () => {
    expect(cellGeometry(1000, 64)).toEqual([]);
  });
});

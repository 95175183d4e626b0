// Tiles have the areas of their values, fill the ground, never overlap, and can all be reached by arrow keys.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Rect, neighbour, treemapLayout } from './treemap-layout';

const values = fc
  .array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 60 })
  .map((all) => all.sort((a, b) => b - a));
const ground = fc.record({
  left: fc.constant(5),
  top: fc.constant(7),
  width: fc.integer({ min: 50, max: 1500 }),
  height: fc.integer({ min: 50, max: 1500 }),
});
const areaOf = ({ width, height }: Rect): number => width * height;

describe('treemapLayout', () => {
  it('gives each value its share of the area', () => {
    fc.assert(
      fc.property(values, ground, (all, area) => {
        const total = all.reduce((sum, value) => sum + value, 0);
        const rects = treemapLayout(all, area);
        expect(rects).toHaveLength(all.length);
        rects.forEach((rect, index) => expect(areaOf(rect)).toBeCloseTo(((all[index] ?? 0) / total) * areaOf(area), 3));
      }),
    );
  });

  it('stays within the area and overlaps nothing', () => {
    const seam = 1e-6;
    fc.assert(
      fc.property(values, ground, (all, area) => {
        const rects = treemapLayout(all, area);
        for (const { left, top, width, height } of rects) {
          expect(left).toBeGreaterThanOrEqual(area.left - seam);
          expect(top).toBeGreaterThanOrEqual(area.top - seam);
          expect(left + width).toBeLessThanOrEqual(area.left + area.width + seam);
          expect(top + height).toBeLessThanOrEqual(area.top + area.height + seam);
        }
        rects.forEach((a, index) => {
          for (const b of rects.slice(index + 1)) {
            const across = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
            const down = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
            expect(Math.min(across, down)).toBeLessThanOrEqual(seam);
          }
        });
      }),
      { numRuns: 40 },
    );
  });

  it('makes equal values nearly square', () => {
    const rects = treemapLayout(Array<number>(16).fill(1), { left: 0, top: 0, width: 800, height: 600 });
    for (const { width, height } of rects) expect(Math.max(width / height, height / width)).toBeLessThan(2);
  });

  it('lays out nothing without an area', () => {
    expect(treemapLayout([3, 2], { left: 0, top: 0, width: 0, height: 0 })).toHaveLength(2);
    expect(treemapLayout([], { left: 0, top: 0, width: 10, height: 10 })).toEqual([]);
  });
});

describe('neighbour', () => {
  const directions = ['left', 'right', 'up', 'down'] as const;

  it('moves in the given direction, and reaches every tile', () => {
    fc.assert(
      fc.property(values, ground, (all, area) => {
        const rects = treemapLayout(all, area);
        const reached = new Set([0]);
        for (const from of reached) {
          for (const direction of directions) {
            const to = neighbour(rects, from, direction);
            if (to !== -1) reached.add(to);
          }
        }
        expect(reached.size).toBe(all.length);
      }),
    );
  });

  it('ends at the edge', () => {
    const rects = treemapLayout([1, 1], { left: 0, top: 0, width: 200, height: 100 });
    expect(neighbour(rects, 0, 'right')).toBe(1);
    expect(neighbour(rects, 1, 'right')).toBe(-1);
    expect(neighbour(rects, 0, 'up')).toBe(-1);
  });
});

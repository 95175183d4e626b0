// Paths keep gaps, show single values and close areas on the base line.
import { describe, expect, it } from 'vitest';
import { areaPath, dotsPath, linePath, stepsPath, strokesPath } from './series-path';

const point = (x: number, y: number | null) => ({ x, y });

describe('linePath', () => {
  it('joins neighbours straight and breaks at gaps', () => {
    expect(linePath([point(0, 10), point(1, 20), point(2, null), point(3, 5), point(4, 6)])).toBe('M0 10L1 20M3 5L4 6');
  });

  it('leaves a value between two gaps to the dots', () => {
    const lonely = [point(0, null), point(1, 7), point(2, null), point(3, 1), point(4, 2)];
    expect(linePath(lonely)).toBe('M3 1L4 2');
    expect(dotsPath(lonely)).toBe('M1 7h0');
  });

  it('is empty when nothing was measured', () => {
    expect(linePath([])).toBe('');
    expect(linePath([point(0, null)])).toBe('');
  });
});

describe('stepsPath', () => {
  it('holds each value until the next one, and breaks at gaps', () => {
    const points = [point(0, 10), point(1, 20), point(2, 20), point(3, null), point(4, 5), point(5, 6)];
    expect(stepsPath(points)).toBe('M0 10H1V20H2V20M4 5H5V6');
  });
});

describe('areaPath', () => {
  it('closes every segment on the base line', () => {
    expect(areaPath([point(0, 10), point(2, 20), point(3, null), point(4, 1)], 100)).toBe('M0 100L0 10L2 20L2 100Z');
  });
});

describe('strokesPath', () => {
  it('leaves zeros out', () => {
    expect(
      strokesPath([
        { x: 1, fromY: 50, toY: 50 },
        { x: 2, fromY: 50, toY: 40 },
      ]),
    ).toBe('M2 50V40');
  });
});

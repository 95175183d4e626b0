// Steps and trends that are there by construction are found, and none where there is only noise.
import { describe, expect, it } from 'vitest';
import { changeOf, courseOf } from './course';
import { seeded } from './seeded';

const noisy = (n: number, level: (index: number) => number, seed: number): number[] => {
  const random = seeded(seed);
  return Array.from({ length: n }, (_, index) => level(index) * (0.95 + 0.1 * random()));
};

describe('the course of values', () => {
  it('finds a step where the level changes', () => {
    const course = courseOf(noisy(50, (index) => (index < 31 ? 2.74 : 0.15), 1));
    expect(course).toMatchObject({ kind: 'step', at: 31 });
    expect(changeOf(course)).toBeCloseTo(0.15 / 2.74 - 1, 1);
  });

  it('finds a trend where values fall evenly', () => {
    const course = courseOf(noisy(50, (index) => 2 - index / 49, 2));
    expect(course.kind).toBe('trend');
    expect(changeOf(course)).toBeCloseTo(-0.5, 1);
  });

  it('finds nothing in noise, in 99 of 100 cases', () => {
    const found = Array.from({ length: 200 }, (_, seed) => courseOf(noisy(20, () => 1, seed + 10)));
    expect(found.filter(({ kind }) => kind !== 'steady').length).toBeLessThanOrEqual(2);
  });

  it('says nothing about a few values, or a change that is not worth it', () => {
    expect(courseOf([1, 1, 1, 9, 9, 9])).toEqual({ kind: 'steady' });
    expect(courseOf([...Array<number>(20).fill(100), ...Array<number>(20).fill(101)])).toEqual({ kind: 'steady' });
  });
});

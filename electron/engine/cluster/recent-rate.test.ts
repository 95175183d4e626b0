// The rate over the last seconds, from sums.
import { expect, it } from 'vitest';
import { RecentRate } from './recent-rate';

const after = (sums: readonly (readonly [number, number])[], nowMs: number): number => {
  const rate = new RecentRate();
  for (const [atMs, sum] of sums) rate.add(atMs, sum);
  return rate.perSecond(nowMs);
};

it('recent rate: is that of the last five seconds', () => {
  const slow = Array.from({ length: 21 }, (_, at) => [at * 500, at * 50] as const);
  const fast = Array.from({ length: 10 }, (_, at) => [10_500 + at * 500, 1000 + (at + 1) * 500] as const);
  expect(after(slow, 10_000)).toBe(100);
  expect(after([...slow, ...fast], 15_000)).toBe(1000);
});

it('recent rate: is 0 before a second report, and when nothing has been reported for long', () => {
  expect(after([[0, 500]], 100)).toBe(0);
  expect(
    after(
      [
        [0, 0],
        [1000, 500],
      ],
      1500,
    ),
  ).toBe(500);
  expect(
    after(
      [
        [0, 0],
        [1000, 500],
      ],
      9000,
    ),
  ).toBe(0);
});

it('recent rate: begins anew when the sum has become smaller', () => {
  expect(
    after(
      [
        [0, 9000],
        [1000, 10_000],
        [2000, 0],
        [3000, 300],
      ],
      3000,
    ),
  ).toBe(300);
});

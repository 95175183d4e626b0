import { expect, it } from 'vitest';
import { heatTimes } from './partition-files';

const atMs = (day: number, hour: number, minute = 0, second = 0): number =>
  Date.UTC(2026, 10, day, hour, minute, second);

it('shows seconds for short steps, and minutes for long ones', () => {
  const short = heatTimes({ stepMs: 5_000, stepsAtMs: [atMs(23, 17, 52, 10), atMs(23, 17, 52, 15)] });
  expect(short(atMs(23, 17, 52, 15))).toBe('17:52:15');
  const long = heatTimes({ stepMs: 300_000, stepsAtMs: [atMs(23, 12, 5), atMs(23, 18)] });
  expect(long(atMs(23, 17, 52, 15))).toBe('17:52');
  const minutes = heatTimes({ stepMs: 60_000, stepsAtMs: [atMs(23, 12, 5), atMs(23, 18)] });
  expect(minutes(atMs(23, 17, 52, 15))).toBe('17:52');
});

it('shows the day when there are two', () => {
  const time = heatTimes({ stepMs: 1_440_000, stepsAtMs: [atMs(22, 18, 16), atMs(23, 17, 56, 44)] });
  const third = heatTimes({ stepMs: 5_000, stepsAtMs: [atMs(22, 23, 59, 50), atMs(22, 23, 59, 55), atMs(23, 0)] });
  expect(third(atMs(23, 0))).toBe('2026-11-23 00:00:00');
  // The first step began on the day before.
  const first = heatTimes({ stepMs: 10_000, stepsAtMs: [atMs(23, 0, 0, 5), atMs(23, 0, 0, 15)] });
  expect(first(atMs(23, 0, 0, 5))).toBe('2026-11-23 00:00:05');
  expect([time(atMs(22, 17, 52, 44)), time(atMs(23, 17, 56, 44))]).toEqual(['2026-11-22 17:52', '2026-11-23 17:56']);
});

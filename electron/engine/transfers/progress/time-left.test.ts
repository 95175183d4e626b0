import { expect, it } from 'vitest';
import { TimeLeft } from './time-left';

const KiB = 1024;
const MiB = 1024 * KiB;
const tickMs = 250;

/** Moves so much a second, for so long. */
function move(left: TimeLeft, seconds: number, bytesPerSecond: number, filesPerSecond: number): void {
  for (let ms = 0; ms < seconds * 1000; ms += tickMs) left.measured(tickMs, bytesPerSecond / 4, filesPerSecond / 4);
}

it('knows nothing before something has moved', () => {
  const left = new TimeLeft();
  expect(left.of(MiB, 1)).toBeNull();
  move(left, 4, 0, 0);
  expect(left.of(MiB, 1)).toBeNull();
});

it('waits until the first burst is over', () => {
  const left = new TimeLeft();
  move(left, 2, 50 * MiB, 0);
  expect(left.of(100 * MiB, 1)).toBeNull();
  move(left, 2, 2 * MiB, 0);
  expect(left.of(100 * MiB, 1)).not.toBeNull();
});

it('goes by the rate where the rest is like what moves', () => {
  const left = new TimeLeft();
  move(left, 20, 4 * MiB, 0);
  expect(left.of(80 * MiB, 1)).toBe(20_000);
  move(left, 20, 2 * MiB, 20);
  expect((left.of(40 * MiB, 400) ?? 0) / 1000).toBeCloseTo(20, 0);
});

it('goes by the rate alone where the line carries nearly what it did at its best', () => {
  const left = new TimeLeft();
  move(left, 60, 10 * MiB, 1);
  move(left, 60, 8 * MiB, 1);
  // Blocks that end together make that much of a difference: it is no time that files take.
  const rate = 8 * MiB + 2 * MiB * 0.5 ** 6;
  expect((left.of(0, 1000) ?? Infinity) / 1000).toBeCloseTo(0, 0);
  expect((left.of(800 * MiB, 1000) ?? 0) / 1000).toBeCloseTo((800 * MiB) / rate, 0);
});

it('takes a large file after many small ones for what the line can carry', () => {
  const left = new TimeLeft();
  move(left, 20, 8 * MiB, 0);
  // 64 files of 16 KiB a second use an eighth of the line.
  move(left, 60, MiB, 64);
  const seconds = (left.of(80 * MiB, 1) ?? 0) / 1000;
  expect(seconds).toBeGreaterThan(8);
  expect(seconds).toBeLessThan(16);
});

it('sees the many small files that come after a large one, once they move', () => {
  const left = new TimeLeft();
  move(left, 60, 8 * MiB, 0);
  move(left, 60, MiB, 64);
  expect((left.of(10 * MiB, 640) ?? 0) / 1000).toBeCloseTo(10, 0);
});

it('takes a line that is full for no cost of its files', () => {
  const left = new TimeLeft();
  move(left, 60, MiB, 2);
  expect(left.of(100 * MiB, 1)).toBe(100_000);
});

it('tells nothing of a large file behind small ones before it moves: they say little of the line', () => {
  const left = new TimeLeft();
  move(left, 60, MiB, 64);
  expect(left.of(1024 * MiB, 1)).toBeNull();
  expect(left.of(MiB, 64)).toBe(1000);
  move(left, 5, 64 * MiB, 0);
  const seconds = (left.of(640 * MiB, 1) ?? 0) / 1000;
  expect(seconds).toBeGreaterThan(9);
  expect(seconds).toBeLessThan(40);
});

it('is not moved by a second that is better or worse than the others', () => {
  const left = new TimeLeft();
  move(left, 30, 2 * MiB, 10);
  const before = left.of(100 * MiB, 500) ?? 0;
  move(left, 0.5, 8 * MiB, 40);
  move(left, 0.5, 0, 0);
  expect(Math.abs((left.of(100 * MiB, 500) ?? 0) - before)).toBeLessThan(before / 8);
});

it('forgets a time in which nothing moved', () => {
  const left = new TimeLeft();
  move(left, 30, 2 * MiB, 0);
  move(left, 600, 0, 0);
  expect((left.of(100 * MiB, 1) ?? 0) / 1000).toBeLessThan(75);
});

it('counts files that have no bytes', () => {
  const left = new TimeLeft();
  move(left, 10, 0, 50);
  expect(left.of(0, 500)).toBe(10_000);
  expect(left.of(MiB, 500)).toBeNull();
});

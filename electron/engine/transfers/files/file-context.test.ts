// How old a blob may be that an earlier run of a job wrote.
import { expect, it } from 'vitest';
import { earlierWithin } from './file-context';

const minuteMs = 60_000;
const within = (earlier: 'yes' | 'no', attempt: number, nowMs: number): number | null =>
  earlierWithin({
    open: { earlier },
    file: { attempt },
    context: { createdAtMs: 100 * minuteMs, clock: { now: () => nowMs } },
  });

it('is as old as the job and a little older, in a later run or attempt', () => {
  expect(within('yes', 0, 160 * minuteMs)).toBe(75 * minuteMs);
  expect(within('no', 1, 100 * minuteMs)).toBe(15 * minuteMs);
});

it('is never from an earlier run where there was none', () => {
  expect(within('no', 0, 160 * minuteMs)).toBeNull();
});

it('is of any age where the clock was put back since the job was made', () => {
  expect(within('yes', 0, 40 * minuteMs)).toBe(Infinity);
});

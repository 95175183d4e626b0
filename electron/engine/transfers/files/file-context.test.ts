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

it('earlier run: allows the age of the job and a little more in a later run or attempt', () => {
  expect(within('yes', 0, 160 * minuteMs)).toBe(75 * minuteMs);
  expect(within('no', 1, 100 * minuteMs)).toBe(15 * minuteMs);
});

it('earlier run: allows nothing when there was none', () => {
  expect(within('no', 0, 160 * minuteMs)).toBeNull();
});

it('earlier run: allows any age when the clock was set back since the job was created', () => {
  expect(within('yes', 0, 40 * minuteMs)).toBe(Infinity);
});

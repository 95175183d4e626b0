import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchGrowth } from './watch-growth';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Whether a process whose memory grows by so many bytes per second for two minutes is noticed. */
function isNoticed(bytesPerSecond: number): boolean {
  let rss = 1_000;
  const reading = vi.spyOn(process.memoryUsage, 'rss').mockImplementation(() => rss);
  const noticed = vi.fn();
  const unwatch = watchGrowth(100, noticed);
  for (let second = 0; second < 120; second += 1) {
    rss += bytesPerSecond;
    vi.advanceTimersByTime(1_000);
  }
  unwatch();
  expect(vi.getTimerCount()).toBe(0);
  reading.mockRestore();
  return noticed.mock.calls.length === 1;
}

it.each([
  [1, false],
  [3, false],
  [4, true],
  [1_000, true],
])(
  'the growth of the process by %i a second is noticed when it exceeds 100 within half a minute: %s',
  (rate, noticed) => {
    expect(isNoticed(rate)).toBe(noticed);
  },
);

// When the progress of reading entities is shown: only once the wait becomes noticeable.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWholeReads } from './whole-reads';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('whole reads: show no progress for quick reads, and progress for long ones', async () => {
  const reads = createWholeReads();
  const reported: unknown[] = [];
  reads.store.subscribe((reading) => reading !== null && reported.push(reading));
  await reads.readAll(['a', 'b'], () => Promise.resolve());
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reported).toEqual([]);

  const goOn: (() => void)[] = [];
  const all = reads.readAll(['a', 'b'], () => new Promise<void>((resolve) => goOn.push(resolve)));
  goOn[0]?.();
  await vi.advanceTimersByTimeAsync(299);
  expect(reported).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(reported).toEqual([{ done: 1, total: 2 }]);
  goOn[1]?.();
  await all;
  expect(reads.store.getState()).toBeNull();
});

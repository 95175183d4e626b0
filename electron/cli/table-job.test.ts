import { expect, it } from 'vitest';
import { progressOf } from './table-job';

it('table job: shows the progress, with an estimate no finer than is realistic', () => {
  const job = { state: 'running', rowsDone: 2_000, rowsTotal: 5_000, rowsPerSecond: 900, rowsRejected: 3 } as const;
  expect(progressOf({ ...job, remainingMs: 213 })).toBe('2,000 of 5,000 rows, 900/s, 3 rejected, 1 s left');
  expect(progressOf({ ...job, remainingMs: 47_900 })).toMatch(/, 50 s left$/);
});

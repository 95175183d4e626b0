// The last line of a command that moved something.
import { expect, it } from 'vitest';
import { MiB } from '@shared/units';
import { type CombinedSummary, describe } from './job-summary';

const summary = {
  files: 303,
  bytes: 5 * MiB,
  failedCount: 2,
  skipped: 1,
  elapsedMs: 10_000,
  bytesPerSecond: MiB / 2,
} as CombinedSummary;

it('summary: shows time and rate of ended jobs, and of stopped ones only complete files, with the rest beside them', () => {
  expect(describe(summary, 'ended')).toBe('303 files, 5.0 MiB in 10 s (512.0 KiB/s), 1 skipped, 2 failed');
  expect(describe(summary, 'stopped')).toBe('303 files, 5.0 MiB done, 1 skipped, 2 failed');
});

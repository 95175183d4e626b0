// Where a job that adapts begins: at the usual place, or where a run of the lab said it should.
import { describe, expect, it } from 'vitest';
import { defaultTransferOptions } from '@shared/model/transfer';
import { KiB } from '@shared/units';
import { JobTuning } from './job-tuning';

const advised = { uploadConcurrency: 12, blockBytes: 512 * KiB, runName: 'Monday' };

describe('the start of a job', () => {
  it('follows what a person took from a run, and says so', () => {
    const tuning = new JobTuning(defaultTransferOptions, advised);
    expect([tuning.concurrency, tuning.blockBytes]).toEqual([12, 512 * KiB]);
    expect(tuning.steps).toEqual([
      { atMs: 0, concurrency: 12, blockBytes: 512 * KiB, reason: 'started as the run Monday advised' },
    ]);
    // Many small files would begin with more otherwise.
    tuning.startWith(Array.from({ length: 40 }, () => ({ bytes: 10 })));
    expect(tuning.concurrency).toBe(12);
  });
  it('is fixed by options that a person chose for this job', () => {
    const tuning = new JobTuning({ ...defaultTransferOptions, concurrency: 3 }, advised);
    expect([tuning.concurrency, tuning.steps]).toEqual([3, []]);
  });
  it('is the usual one without a run', () => {
    const tuning = new JobTuning(defaultTransferOptions);
    expect([tuning.concurrency, tuning.blockBytes, tuning.steps]).toEqual([8, null, []]);
  });
});

// Where a job that adapts begins: at the usual place, or where a run of the lab said it should.
import { describe, expect, it } from 'vitest';
import { defaultTransferOptions } from '@shared/model/transfer';
import { KiB } from '@shared/units';
import { JobTuning } from './job-tuning';
import { endedRequest } from '../metrics/fixtures/ended-request';
import { createLearnedStarts } from './learned-starts';
import type { JobReport } from './worker/messages';

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

describe('requests that time out', () => {
  const timedOut = (totalMs: number): JobReport => ({
    ...{ jobId: 'job', started: 0, uploadBytes: 0, downloadBytes: 0, connections: 0, retried: [] },
    ...{ slowdownMs: 0, slowdownOrigin: 'own' },
    ended: [endedRequest({ status: 500, errorCode: 'OperationTimedOut', totalMs })],
  });
  const usual = { elapsedMs: 500, interval: 'whole', movedBytes: 0, inFlight: 8, threadUse: 0 } as const;

  it('make what is on the line smaller, once: what was sent before says nothing about the smaller ones', () => {
    const tuning = new JobTuning(defaultTransferOptions);
    let told = 0;
    const stop = tuning.onChange(() => (told += 1));
    const stepAt = (atMs: number): number | null => {
      tuning.step({ ...usual, atMs, usualBlockBytes: 4096 * KiB });
      return tuning.blockBytes;
    };
    tuning.report(timedOut(4000));
    expect(stepAt(5000)).toBe(2048 * KiB);
    tuning.report(timedOut(4000));
    expect(stepAt(6000)).toBe(2048 * KiB);
    tuning.report(timedOut(4000));
    expect(stepAt(9500)).toBe(1024 * KiB);
    expect(told).toBe(2);
    stop();
    tuning.report(timedOut(10));
    stepAt(12_000);
    expect(told).toBe(2);
  });
});

describe('what the last job of a connection found', () => {
  const big = [{ bytes: 1e9 }];
  const small = Array.from({ length: 40 }, () => ({ bytes: 10 }));
  let nowMs = 0;
  const starts = createLearnedStarts({ monotonic: () => nowMs });
  const run = (files: readonly { bytes: number }[], key = 'a'): JobTuning => {
    const tuning = new JobTuning(defaultTransferOptions, null, starts(key));
    tuning.startWith(files);
    return tuning;
  };
  const seconds = (tuning: JobTuning, count: number): void => {
    for (let step = 1; step <= 2 * count; step += 1) {
      const atMs = step * 500;
      const movedBytes = step * step * 1e8;
      const inFlight = tuning.concurrency;
      tuning.step({ atMs, elapsedMs: 500, interval: 'whole', movedBytes, inFlight, threadUse: 0, usualBlockBytes: 1 });
    }
    tuning.stop(0);
  };

  it('is where the next one begins, with the same kind of files, for a while', () => {
    seconds(run(big), 10);
    expect(run(big).concurrency).toBe(32);
    expect(run(big).steps[0]?.reason).toBe('started where the last job did best');
    expect(run(small).concurrency).toBe(32);
    expect(run(small).steps).toEqual([]);
    expect(run(big, 'another').concurrency).toBe(8);
    nowMs += 11 * 60_000;
    expect(run(big).concurrency).toBe(8);
  });

  it('is not what a job kept to that never moved anything', () => {
    run(big, 'idle').stop(0);
    expect(starts('idle').of('blocks')).toBeNull();
  });
});

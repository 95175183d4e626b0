// A job with files of two kinds: each finds its optimum, and a mix of all sizes switches no more than needed.
import { describe, expect, it } from 'vitest';
import { defaultTransferOptions } from '@shared/model/transfer';
import { KiB } from '@shared/units';
import { endedRequest } from '../../metrics/fixtures/ended-request';
import type { JobReport } from '../worker/messages';
import { JobTuning } from './job-tuning';
import { createLearnedStarts } from './tuning-inputs';

const advised = { uploadConcurrency: 12, blockBytes: 512 * KiB, runName: 'Monday' };

describe('a job of small files and of files in blocks', () => {
  const some = (requests: number): JobReport => ({
    jobId: 'job',
    started: 0,
    uploadBytes: 0,
    downloadBytes: 0,
    connections: 0,
    retried: [],
    slowdownMs: 0,
    slowdownOrigin: 'own',
    ended: Array.from({ length: requests }, () => endedRequest({})),
  });
  const big = [{ bytes: 1e9 }];
  const starts = createLearnedStarts({ monotonic: () => 0 });
  let atMs = 0;
  let movedBytes = 0;
  /** Half a second of it, in which more moves than in the previous one. */
  const interval = (tuning: JobTuning, requests: number, bytesEach: number, defaultBlockBytes: number): void => {
    atMs += 500;
    movedBytes += requests * bytesEach;
    tuning.report(some(requests));
    const facts = { elapsedMs: 500, interval: 'whole', threadUse: 0 } as const;
    tuning.step({ ...facts, atMs, movedBytes, inFlight: tuning.concurrency, defaultBlockBytes });
  };
  const blocks = (tuning: JobTuning, count: number): void => {
    for (let half = 1; half <= count; half += 1) interval(tuning, 10 * half * half, 4096 * KiB, 4096 * KiB);
  };
  const small = (tuning: JobTuning, count: number): void => {
    for (let half = 1; half <= count; half += 1) interval(tuning, 100 * half * half, 64 * KiB, 0);
  };
  const begun = (connection: string): JobTuning => {
    [atMs, movedBytes] = [0, 0];
    const tuning = new JobTuning(defaultTransferOptions, null, starts(connection));
    tuning.startWith(big);
    return tuning;
  };

  const turns = (tuning: JobTuning): number =>
    tuning.steps.filter(({ reason }) => /: (?:small files|blocks)$/u.test(reason)).length;

  it('finds the optimum for each separately, reports when it switches, and returns to its earlier findings', () => {
    const tuning = begun('a');
    blocks(tuning, 2);
    expect(tuning.concurrency).toBe(16);
    small(tuning, 1);
    expect([tuning.concurrency, turns(tuning)]).toEqual([16, 0]);
    small(tuning, 1);
    const reason = '32 concurrent: small files';
    expect(tuning.steps.at(-1)).toEqual({ atMs, concurrency: 32, blockBytes: 0, reason });
    small(tuning, 4);
    expect(tuning.concurrency).toBe(64);
    blocks(tuning, 2);
    expect(tuning.steps.at(-1)).toMatchObject({ concurrency: 16, reason: '16 concurrent: blocks' });
    tuning.stop(0);
    expect([starts('a').of('blocks'), starts('a').of('small')]).toMatchObject([
      { concurrency: 16, best: { concurrency: 8 } },
      { concurrency: 64, best: { concurrency: 64 } },
    ]);
  });

  it('takes a few requests for no sign, nor large files that go whole for small ones', () => {
    const tuning = begun('b');
    blocks(tuning, 1);
    for (let half = 0; half < 3; half += 1) interval(tuning, 10, KiB, 0);
    expect(turns(tuning)).toBe(0);
    for (let half = 0; half < 6; half += 1) interval(tuning, 16, KiB, 0);
    expect(turns(tuning)).toBe(1);
    const whole = begun('c');
    for (let half = 0; half < 9; half += 1) interval(whole, 40, 2048 * KiB, 0);
    expect(turns(whole)).toBe(0);
  });

  it.each([
    { mix: '90 % of 16 KiB, the others of 2.5 MiB', sizeOf: (one: number) => (one < 0.9 ? 16 : 2560) },
    { mix: 'up to 512 KiB, all alike', sizeOf: (one: number) => 512 * one },
    { mix: '97 % of 40 KiB, the others of 6 MiB', sizeOf: (one: number) => (one < 0.97 ? 40 : 6144) },
  ])('is not turned about by a folder of all sizes: $mix', ({ sizeOf }) => {
    const tuning = begun('f');
    let seed = 7;
    const random = (): number => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return seed / 2 ** 32;
    };
    const tenMinutes = 1_200;
    for (let half = 0; half < tenMinutes; half += 1) {
      const kib = Array.from({ length: 60 }, () => sizeOf(random())).reduce((sum, one) => sum + one, 0);
      interval(tuning, 60, (kib / 60) * KiB, 0);
    }
    expect(turns(tuning)).toBeLessThan(10);
    expect(tuning.steps.length).toBeLessThanOrEqual(500);
  });

  it('follows the moving files, whatever block size is requested or waiting', () => {
    const tuning = new JobTuning(defaultTransferOptions, null, starts('g'));
    [atMs, movedBytes] = [0, 0];
    tuning.startWith(Array.from({ length: 40 }, () => ({ bytes: 10 })));
    for (let half = 0; half < 9; half += 1) interval(tuning, 300, 2 * KiB, 8192 * KiB);
    expect(turns(tuning)).toBe(0);
    expect(tuning.concurrency).toBeGreaterThanOrEqual(32);
  });

  it('retains its tuner when more of the listing is read while it moves', () => {
    const tuning = begun('h');
    blocks(tuning, 3);
    expect(tuning.concurrency).toBe(32);
    tuning.startWith(Array.from({ length: 40 }, () => ({ bytes: 10 })));
    for (const requests of [160, 250]) interval(tuning, requests, 4096 * KiB, 4096 * KiB);
    expect([tuning.concurrency, turns(tuning)]).toEqual([64, 0]);
  });

  it('reacts to a busy service before it switches', () => {
    const tuning = begun('e');
    blocks(tuning, 2);
    small(tuning, 1);
    tuning.report({ ...some(0), ended: [endedRequest({ status: 503, errorCode: 'ServerBusy' })] });
    small(tuning, 1);
    expect(tuning.steps.at(-1)?.reason).toContain('the service is throttling');
  });

  it('retains block sizes reduced by time-outs, and the setting from a run of the lab', () => {
    const tuning = begun('d');
    const timedOut = {
      ...some(0),
      ended: [endedRequest({ status: 500, errorCode: 'OperationTimedOut', totalMs: 10 })],
    };
    tuning.report(timedOut);
    blocks(tuning, 1);
    expect(tuning.blockBytes).toBe(2048 * KiB);
    for (let half = 0; half < 3; half += 1) interval(tuning, 300, 2 * KiB, 2048 * KiB);
    expect([turns(tuning), tuning.concurrency, tuning.blockBytes]).toEqual([1, 32, 2048 * KiB]);
    const advisedTuning = new JobTuning(defaultTransferOptions, advised);
    advisedTuning.startWith(big);
    blocks(advisedTuning, 1);
    small(advisedTuning, 3);
    expect(turns(advisedTuning)).toBe(0);
  });
});

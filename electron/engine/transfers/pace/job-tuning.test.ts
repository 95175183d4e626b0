// Where a job that adapts starts: at the default setting, or at the one recommended by a run of the lab.
import { describe, expect, it, onTestFinished } from 'vitest';
import { defaultTransferOptions } from '@shared/model/transfer';
import german from '@shared/strings/de.json';
import { setLanguage } from '@shared/strings/t';
import { KiB } from '@shared/units';
import { JobTuning } from './job-tuning';
import { endedRequest } from '../../metrics/fixtures/ended-request';
import { createLearnedStarts } from './tuning-inputs';
import type { JobReport } from '../worker/messages';

const advised = { uploadConcurrency: 12, blockBytes: 512 * KiB, runName: 'Monday' };

describe('the start of a job', () => {
  it('uses the settings that the user adopted from a run, and reports them as such', () => {
    const tuning = new JobTuning(defaultTransferOptions, advised);
    expect([tuning.concurrency, tuning.blockBytes]).toEqual([12, 512 * KiB]);
    expect(tuning.steps).toEqual([
      { atMs: 0, concurrency: 12, blockBytes: 512 * KiB, reason: 'started as recommended by the run Monday' },
    ]);
    // Many small files would begin with more otherwise.
    tuning.startWith(Array.from({ length: 40 }, () => ({ bytes: 10 })));
    expect(tuning.concurrency).toBe(12);
  });
  it('is fixed by options that the user chose for this job', () => {
    const tuning = new JobTuning({ ...defaultTransferOptions, concurrency: 3 }, advised);
    expect([tuning.concurrency, tuning.steps]).toEqual([3, []]);
  });
  it('is with more at once for many small files', () => {
    const started = (count: number, bytes: number): JobTuning => {
      const learned = { concurrency: 100, best: { bytesPerSecond: 1, concurrency: 100 } };
      const tuning = new JobTuning(defaultTransferOptions, null, { of: () => learned, keep: () => undefined });
      tuning.startWith(Array.from({ length: count }, () => ({ bytes })));
      return tuning;
    };
    // Learned settings are capped by the limits of the job.
    const learned = [started(32, 256 * KiB), started(31, 1), started(32, 257 * KiB)];
    expect(learned.map((one) => one.concurrency)).toEqual([64, 64, 64]);
    const createDefault = new JobTuning(defaultTransferOptions);
    createDefault.startWith([]);
    createDefault.startWith(Array.from({ length: 32 }, () => ({ bytes: 1 })));
    expect(createDefault.concurrency).toBe(32);
    // More of the list is read while they move: that is no new start.
    createDefault.startWith([{ bytes: 1e9 }]);
    expect([createDefault.concurrency, createDefault.steps]).toEqual([32, []]);
  });
  it('is the usual one without a run', () => {
    const tuning = new JobTuning(defaultTransferOptions);
    expect([tuning.concurrency, tuning.blockBytes, tuning.steps]).toEqual([8, null, []]);
  });
});

describe('requests that time out', () => {
  const timedOut = (totalMs: number): JobReport => ({
    jobId: 'job',
    started: 0,
    uploadBytes: 0,
    downloadBytes: 0,
    connections: 0,
    retried: [],
    slowdownMs: 0,
    slowdownOrigin: 'own',
    ended: [endedRequest({ status: 500, errorCode: 'OperationTimedOut', totalMs })],
  });
  const createDefault = { elapsedMs: 500, interval: 'whole', movedBytes: 0, inFlight: 8, threadUse: 0 } as const;

  it('reduce the bytes in flight once: earlier requests do not apply to the smaller blocks', () => {
    const tuning = new JobTuning(defaultTransferOptions);
    let notifications = 0;
    const stop = tuning.onChange(() => (notifications += 1));
    const stepAt = (atMs: number): number | null => {
      tuning.step({ ...createDefault, atMs, defaultBlockBytes: 4096 * KiB });
      return tuning.blockBytes;
    };
    tuning.report(timedOut(4000));
    expect(stepAt(5000)).toBe(512 * KiB);
    tuning.report(timedOut(4000));
    expect(stepAt(6000)).toBe(512 * KiB);
    tuning.report(timedOut(4000));
    expect(stepAt(8999)).toBe(512 * KiB);
    // Sent at the very time of the change.
    tuning.report(timedOut(4000));
    expect(stepAt(9000)).toBe(64 * KiB);
    expect(notifications).toBe(2);
    stop();
    tuning.report(timedOut(10));
    stepAt(12_000);
    expect(notifications).toBe(2);
  });
});

const rejection = (status: number): JobReport => ({
  jobId: 'job',
  started: 0,
  uploadBytes: 0,
  downloadBytes: 0,
  connections: 0,
  retried: [],
  slowdownMs: 0,
  slowdownOrigin: 'own',
  ended: [endedRequest({ status, errorCode: 'ServerBusy' })],
});

describe('a step', () => {
  const createDefault = (): JobTuning => new JobTuning(defaultTransferOptions);
  /** Where the last job of the connection ended with more. */
  const started = (): JobTuning => {
    const learned = { concurrency: 40, best: { bytesPerSecond: 1, concurrency: 40 } };
    const tuning = new JobTuning(defaultTransferOptions, null, { of: () => learned, keep: () => undefined });
    tuning.startWith([{ bytes: 1e9 }]);
    return tuning;
  };
  const quiet = {
    elapsedMs: 500,
    interval: 'whole',
    inFlight: 8,
    threadUse: 0,
    defaultBlockBytes: 4096 * KiB,
  } as const;
  /** Moves more and more, a second for two steps. */
  const climbing = (tuning: JobTuning, steps: number, waits: object, facts: object = {}): number => {
    for (let step = 1; step <= steps; step += 1) {
      tuning.waited(waits);
      const inFlight = tuning.concurrency;
      tuning.step({ ...quiet, inFlight, atMs: step * 500, movedBytes: step * step * 1e8, ...facts });
    }
    return tuning.concurrency;
  };

  it.each([429, 503])('backs off for a service that responds with %i, once for each request to slow down', (status) => {
    const tuning = new JobTuning(defaultTransferOptions);
    tuning.report(rejection(status));
    expect(tuning.step({ ...quiet, atMs: 500, movedBytes: 0 })).toBe('changed');
    expect([tuning.concurrency, tuning.steps]).toEqual([
      4,
      [{ atMs: 500, concurrency: 4, blockBytes: 4096 * KiB, reason: '4 concurrent: the service is throttling' }],
    ]);
    expect(tuning.step({ ...quiet, atMs: 1000, movedBytes: 0 })).toBe('unchanged');
    tuning.report(rejection(500));
    expect(tuning.step({ ...quiet, atMs: 1500, movedBytes: 0 })).toBe('unchanged');
  });

  it('gives its reason in the current language', () => {
    onTestFinished(() => setLanguage({ tag: 'en', catalogue: {} }));
    const tuning = new JobTuning(defaultTransferOptions, advised);
    tuning.report(rejection(503));
    tuning.step({ ...quiet, inFlight: 12, atMs: 500, movedBytes: 0 });
    setLanguage({ tag: 'de', catalogue: german });
    expect(tuning.steps.map(({ reason }) => reason)).toEqual([
      'begonnen, wie vom Lauf Monday empfohlen',
      '6 gleichzeitig: der Dienst drosselt',
    ]);
  });

  it('gives way from the most it had in flight, and not from less than its usual start', () => {
    const [begun, ending] = [started(), started()];
    begun.step({ ...quiet, inFlight: 20, atMs: 500, movedBytes: 0 });
    for (const tuning of [begun, ending]) {
      tuning.report(rejection(503));
      tuning.step({ ...quiet, inFlight: 1, atMs: 1000, movedBytes: 0 });
    }
    expect([begun.concurrency, ending.concurrency]).toEqual([10, 4]);
  });

  it('changes nothing that the user fixed', () => {
    const tuning = new JobTuning({ ...defaultTransferOptions, concurrency: 3 });
    tuning.report(rejection(503));
    expect(tuning.step({ ...quiet, atMs: 500, movedBytes: 0 })).toBe('unchanged');
    expect([tuning.concurrency, tuning.fixedConcurrency]).toEqual([3, 3]);
    expect(new JobTuning(defaultTransferOptions).fixedConcurrency).toBeNull();
  });

  it('increases concurrency while it gains, but not when a configured cap or the processor is the limit', () => {
    expect(climbing(createDefault(), 6, { lineMs: 100 })).toBe(64);
    expect(climbing(createDefault(), 6, { capMs: 100 })).toBe(8);
    expect(climbing(createDefault(), 6, { cpuMs: 100 })).toBe(8);
    // There was not work for every slot: the rate does not reflect their number.
    expect(climbing(createDefault(), 6, { lineMs: 100 }, { inFlight: 7 })).toBe(8);
  });

  it('does not judge by the interval in which the first bytes moved', () => {
    const tuning = new JobTuning(defaultTransferOptions);
    tuning.waited({ lineMs: 100 });
    expect(tuning.step({ ...quiet, atMs: 500, movedBytes: 1e8 })).toBe('unchanged');
    expect(tuning.step({ ...quiet, atMs: 1000, movedBytes: 2e8 })).toBe('changed');
  });

  it('detects what the job waits for now, and retains the last verdict when it ends', () => {
    const tuning = new JobTuning(defaultTransferOptions);
    tuning.waited({ diskMs: 300, lineMs: 100 });
    tuning.step({ ...quiet, threadUse: 0.4, atMs: 500, movedBytes: 0 });
    expect([tuning.bottleneck, tuning.judgedThreadUse, tuning.recentWaits.diskMs]).toEqual(['disk', 0.4, 150]);
    tuning.waited({ lineMs: 300 });
    tuning.step({ ...quiet, threadUse: 0.3, atMs: 1000, movedBytes: 0 });
    expect([tuning.bottleneck, tuning.totalWaits.lineMs, tuning.totalWaits.diskMs]).toEqual(['line', 400, 300]);
    tuning.stop(0.9);
    expect([tuning.bottleneck, tuning.lastBottleneck, tuning.judgedThreadUse]).toEqual(['none', 'line', 0.3]);
  });

  it('is not needed for the verdict of a job that ends before', () => {
    const tuning = new JobTuning(defaultTransferOptions);
    tuning.waited({ serviceMs: 3 });
    tuning.stop(0.2);
    expect([tuning.lastBottleneck, tuning.judgedThreadUse]).toEqual(['service', 0.2]);
    const idle = new JobTuning(defaultTransferOptions);
    idle.stop(0.2);
    expect([idle.lastBottleneck, idle.judgedThreadUse]).toEqual(['none', 0]);
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
      tuning.step({
        atMs,
        elapsedMs: 500,
        interval: 'whole',
        movedBytes,
        inFlight,
        threadUse: 0,
        defaultBlockBytes: 1,
      });
    }
    tuning.stop(0);
  };

  it('is where the next one begins, with the same kind of files, for a while', () => {
    seconds(run(big), 10);
    expect(run(big).concurrency).toBe(64);
    expect(run(big).steps[0]?.reason).toBe('started with the fastest settings of the last job');
    expect(run(small).concurrency).toBe(32);
    expect(run(small).steps).toEqual([]);
    expect(run(big, 'another').concurrency).toBe(8);
    nowMs += 11 * 60_000;
    expect(run(big).concurrency).toBe(8);
  });

  it('is a step up that the last job had no time to judge, and is judged against what that had', () => {
    const first = run(big, 'short');
    seconds(first, 1);
    expect(first.concurrency).toBe(16);
    const second = run(big, 'short');
    expect([second.concurrency, second.steps[0]?.reason]).toEqual([
      16,
      'started with the settings that the last job would have tried next',
    ]);
    // Twice as many bring no more than eight did.
    for (let step = 1; step <= 4; step += 1) {
      const at = { atMs: step * 500, elapsedMs: 500, interval: 'whole' as const, movedBytes: step * 1e7 };
      second.step({ ...at, inFlight: second.concurrency, threadUse: 0, defaultBlockBytes: 1 });
    }
    expect(second.steps.at(-1)?.reason).toContain('16 concurrent were no faster than 8');
    second.stop(0);
    expect(run(big, 'short').concurrency).toBe(12);
  });

  it('is forgotten in its time, however many jobs begin with it and move nothing', () => {
    seconds(run(big, 'idle ones'), 1);
    for (let job = 0; job < 3; job += 1) {
      nowMs += 4 * 60_000;
      run(big, 'idle ones').stop(0);
    }
    expect(starts('idle ones').of('blocks')).toBeNull();
  });

  it('is never a number that the service throttled', () => {
    seconds(run(big, 'busy'), 1);
    const refusing = run(big, 'busy');
    expect(refusing.concurrency).toBe(16);
    refusing.report(rejection(503));
    const at = { atMs: 500, elapsedMs: 500, interval: 'whole' as const, movedBytes: 1e7 };
    refusing.step({ ...at, inFlight: 16, threadUse: 0, defaultBlockBytes: 1 });
    refusing.stop(0);
    expect(run(big, 'busy').concurrency).toBe(8);
  });

  it('is not the little that a service took which was busy with others', () => {
    seconds(run(big, 'spell'), 10);
    const refused503 = run(big, 'spell');
    for (let step = 1; step <= 12; step += 1) {
      refused503.report(rejection(503));
      const at = { atMs: step * 500, elapsedMs: 500, interval: 'whole' as const, movedBytes: 0 };
      refused503.step({ ...at, inFlight: refused503.concurrency, threadUse: 0, defaultBlockBytes: 1 });
    }
    expect(refused503.concurrency).toBe(1);
    refused503.stop(0);
    expect(run(big, 'spell').concurrency).toBe(32);
  });

  it('is not the setting of a job that never moved anything', () => {
    run(big, 'idle').stop(0);
    expect(starts('idle').of('blocks')).toBeNull();
  });
});

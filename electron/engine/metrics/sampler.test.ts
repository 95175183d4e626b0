import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endedRequest as ended } from './fixtures/ended-request';
import { MetricsRecorder } from './recorder';
import { type MetricsUpdate, Sampler, delayBeyondTimer, sampleIntervalMs, toSample } from './sampler';

const gauges = { inFlight: 3, openConnections: 4, loopDelayMs: 1, threadUse: [] };

describe('event-loop delay', () => {
  it('is what exceeds the period of the timer, and nothing without a tick', () => {
    expect(delayBeyondTimer(5.1)).toBeCloseTo(0.1);
    expect(delayBeyondTimer(25)).toBe(20);
    expect([delayBeyondTimer(4.9), delayBeyondTimer(Number.NaN)]).toEqual([0, 0]);
  });
});

describe('toSample', () => {
  it('turns counts into rates over the actual length of the interval', () => {
    const recorder = new MetricsRecorder();
    recorder.bytesMoved('up', 1_000_000);
    recorder.bytesMoved('down', 500_000);
    for (let i = 0; i < 10; i += 1) {
      recorder.requestStarted();
      recorder.requestEnded(ended({ totalMs: i + 1 }));
    }
    const sample = toSample(recorder.takeInterval(), gauges, { atMs: 1, intervalMs: 500 });
    expect(sample).toMatchObject({
      uploadBytesPerSecond: 2_000_000,
      downloadBytesPerSecond: 1_000_000,
      requestsPerSecond: 20,
      inFlight: 3,
    });
    expect(sample.latencyMs?.p50).toBeCloseTo(5, 0);
    expect(sample.latencyMs?.p99).toBeCloseTo(10, 0);
  });

  it('has no latency when no request ended, and starts each interval from zero', () => {
    const recorder = new MetricsRecorder();
    recorder.requestStarted();
    recorder.requestEnded(ended({ status: 503, errorCode: 'ServerBusy' }));
    recorder.retried();
    recorder.bytesMoved('up', 1_000);
    recorder.bytesMoved('down', 30);
    const first = toSample(recorder.takeInterval(), gauges, { atMs: 1, intervalMs: 250 });
    const second = toSample(recorder.takeInterval(), gauges, { atMs: 2, intervalMs: 250 });
    expect([first.throttled, first.retries, first.failed]).toEqual([1, 1, 1]);
    expect([second.throttled, second.latencyMs, second.requestsPerSecond]).toEqual([0, null, 0]);
    recorder.bytesMoved('up', 1);
    recorder.takeInterval();
    expect(recorder.totals).toEqual({
      requests: 1,
      uploadBytes: 1_001,
      downloadBytes: 30,
      throttled: 1,
      retries: 1,
      failed: 1,
    });
  });
});

describe('a sampler', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => vi.useRealTimers());

  it('stores five minutes, notifies watchers, and ends with its timer', () => {
    let nowMs = 0;
    const clock = { now: () => nowMs, monotonic: () => nowMs, sleep: () => Promise.resolve() };
    const recorder = new MetricsRecorder();
    const sampler = new Sampler(recorder, clock, () => [0.5]);
    const tick = (): void => {
      nowMs += sampleIntervalMs;
      vi.advanceTimersByTime(sampleIntervalMs);
    };
    const updates: MetricsUpdate[] = [];
    const stop = new AbortController();
    void sampler.watch(stop.signal, (update) => updates.push(update));
    recorder.bytesMoved('up', 1_000);
    tick();
    expect(updates.map(({ samples }) => samples.length)).toEqual([0, 1]);
    expect(updates[1]?.samples[0]).toMatchObject({ uploadBytesPerSecond: 4_000, threadUse: [0.5], intervalMs: 250 });
    stop.abort();
    for (let ticks = 0; ticks < 1_300; ticks += 1) tick();
    expect(updates).toHaveLength(2);
    expect(sampler.recent(Infinity)).toHaveLength(1_200);
    expect(sampler.recent(1_000).map(({ atMs }) => atMs)).toEqual([nowMs - 750, nowMs - 500, nowMs - 250, nowMs]);
    sampler.dispose();
    expect(vi.getTimerCount()).toBe(0);
  });
});

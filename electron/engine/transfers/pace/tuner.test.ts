import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KiB, MiB } from '@shared/units';
import { type Observation, type TunerState, startTuner, tune, tunerIntervalMs } from './tuner';

const limits = { minConcurrency: 1, maxConcurrency: 64 };

/** Lets the tuner work on a line whose rate depends on the concurrency alone. */
function settleOn(rateAt: (concurrency: number) => number, steps = 60, start = startTuner(6)): TunerState {
  let state = start;
  for (let step = 1; step <= steps; step += 1) {
    state = tune(
      state,
      seen({ atMs: step * tunerIntervalMs, bytesPerSecond: rateAt(state.setting.concurrency) }),
      limits,
    ).state;
  }
  return state;
}
const seen = (some: Partial<Observation>): Observation => ({
  atMs: 0,
  bytesPerSecond: 100 * MiB,
  saturated: true,
  timeouts: 0,
  timedOutMs: 0,
  throttled: 0,
  inFlight: 0,
  inFlightBytes: 0,
  storedPerSecond: 0,
  storedBytes: 0,
  processor: 'free',
  defaultBlockBytes: 8 * MiB,
  maxInFlight: 64,
  interval: 'whole',
  ...some,
});

/** None of the bytes in flight have arrived. */
const tooSlow = { timeouts: 1, timedOutMs: 3000, inFlight: 16, inFlightBytes: 128 * MiB };
/** The line carries more than was in flight in that time. */
const stray = { ...tooSlow, timedOutMs: 30_000, storedPerSecond: 100 * MiB };

describe('tuner', () => {
  it('stays low where more brings nothing', () => {
    expect(settleOn(() => 1000 * MiB).setting.concurrency).toBe(6);
  });

  it('climbs where every connection adds its rate, within five seconds near the top', () => {
    expect(settleOn((n) => n * 12 * MiB, 10).setting.concurrency).toBeGreaterThanOrEqual(30);
    expect(settleOn((n) => n * 12 * MiB).setting.concurrency).toBe(64);
  });

  it('settles within a step of the knee', () => {
    const knee = settleOn((n) => Math.min(n, 16) * 10 * MiB).setting.concurrency;
    expect(knee).toBeGreaterThanOrEqual(14);
    expect(knee).toBeLessThanOrEqual(24);
  });

  it('halves when the service is busy and shrinks blocks on time-outs, with reasons', () => {
    const busy = tune(startTuner(16), seen({ throttled: 3 }), limits);
    expect(busy.state.setting.concurrency).toBe(8);
    expect(busy.reason?.()).toMatch(/throttling/);
    const slow = tune(startTuner(16), seen(tooSlow), limits);
    expect(slow.state.setting).toEqual({ concurrency: 4, blockBytes: 512 * KiB, budgetBytes: 2 * MiB });
    expect(slow.reason?.()).toMatch(/timed out/);
    expect(slow.state.budget?.ceiling.bytes).toBe(64 * MiB);
  });

  it('backs off from the actual requests in flight when there was not work for every slot', () => {
    const few = { maxInFlight: 20 };
    expect(tune(startTuner(64), seen({ ...few, ...stray }), limits).state.setting.concurrency).toBe(15);
    expect(tune(startTuner(64), seen({ ...few, throttled: 1 }), limits).state.setting.concurrency).toBe(10);
  });

  it('grows blocks back when the line has recovered', () => {
    const shrunk = tune(startTuner(8), seen(stray), limits).state;
    expect(settleOn(() => 100 * MiB, 80, shrunk).setting.blockBytes).toBeNull();
  });

  it('doubles within moments of its start when the rate leaps without a change, and otherwise not', () => {
    const after = (...rates: number[]): number =>
      rates.reduce(
        (state, rate) => tune(state, seen({ bytesPerSecond: rate * MiB, interval: 'short' }), limits).state,
        startTuner(8),
      ).setting.concurrency;
    expect(after(10)).toBe(8);
    expect(after(10, 40)).toBe(16);
    expect(after(10, 40, 90)).toBe(32);
    expect(after(900, 950, 940)).toBe(8);
    expect(after(900, 100, 100)).toBe(8);
  });

  it('adds no requests while the threads are busy, and continues to grow when they are not', () => {
    const rates = [100, 200, 400, 800].map((rate) => rate * MiB);
    const after = (processor: Observation['processor'], from: TunerState): TunerState =>
      rates.reduce((state, bytesPerSecond) => tune(state, seen({ bytesPerSecond, processor }), limits).state, from);
    const busy = after('busy', startTuner(8));
    expect(busy.setting.concurrency).toBe(8);
    expect(busy.best.bytesPerSecond).toBe(800 * MiB);
    expect(settleOn((n) => n * 100 * MiB, 20, busy).setting.concurrency).toBe(64);
  });

  it('takes two more where a settled line brings more than before, and two also where it brings much less', () => {
    const settled = settleOn((n) => Math.min(n, 16) * 10 * MiB);
    const { concurrency } = settled.setting;
    expect(settled.phase).toBe('settle');
    const next = (rate: number): TunerState =>
      [1, 2].reduce<TunerState>(
        (state, step) => tune(state, seen({ atMs: 30_000 + step * 500, bytesPerSecond: rate * MiB }), limits).state,
        { ...settled, rates: [] },
      );
    expect(next(400).setting.concurrency).toBe(concurrency + 2);
    expect(next(40).setting.concurrency).toBe(concurrency + 2);
    expect(next(170).setting.concurrency).toBe(concurrency);
    expect(next(100).setting.concurrency).toBe(concurrency);
  });

  it('needs no second opinion on a gain of three tenths, after which it takes half as many more', () => {
    const before: TunerState = { ...startTuner(16), best: { bytesPerSecond: 100 * MiB, concurrency: 8 } };
    const after = (rate: number): number =>
      tune(before, seen({ bytesPerSecond: rate * MiB }), limits).state.setting.concurrency;
    expect([129, 130, 149, 150].map(after)).toEqual([16, 24, 24, 32]);
  });

  it('checks again after a minute whether more is still too many', () => {
    const best = { bytesPerSecond: 100 * MiB, concurrency: 8 };
    const settled: TunerState = { ...startTuner(8), phase: 'settle', tooMany: 16, best, rates: [100 * MiB] };
    expect(tune(settled, seen({ atMs: 59_999 }), limits).reason).toBeNull();
    const again = tune(settled, seen({ atMs: 60_000 }), limits);
    expect([again.state.setting.concurrency, again.reason?.()]).toEqual([10, '10 concurrent: new attempt']);
    const faster = { ...settled, rates: [400 * MiB] };
    const changed = tune(faster, seen({ atMs: 59_999, bytesPerSecond: 400 * MiB }), limits);
    expect(changed.reason?.()).toBe('10 concurrent: the network changed');
  });

  it('learns nothing from an idle interval', () => {
    const state = startTuner(6);
    expect(tune(state, seen({ saturated: false, bytesPerSecond: 0 }), limits)).toEqual({ state, reason: null });
  });

  it('never leaves its limits', () => {
    const observation = fc.record({
      bytesPerSecond: fc.nat(1e9),
      saturated: fc.boolean(),
      timeouts: fc.nat(2),
      timedOutMs: fc.nat(100_000),
      inFlight: fc.nat(64),
      inFlightBytes: fc.nat(1e9),
      storedPerSecond: fc.nat(1e9),
      storedBytes: fc.nat(1e9),
      throttled: fc.nat(2),
      processor: fc.constantFrom('free', 'busy'),
      defaultBlockBytes: fc.constantFrom(0, 8 * MiB),
      maxInFlight: fc.integer({ min: 1, max: 200 }),
    });
    fc.assert(
      fc.property(fc.array(observation, { maxLength: 100 }), (line) => {
        let state = startTuner(6);
        for (const [step, some] of line.entries()) {
          state = tune(
            state,
            { atMs: step * tunerIntervalMs, interval: step < 4 ? 'short' : 'whole', ...some },
            limits,
          ).state;
          expect(state.setting.concurrency).toBeGreaterThanOrEqual(1);
          expect(state.setting.concurrency).toBeLessThanOrEqual(64);
          expect(state.setting.blockBytes ?? Infinity).toBeGreaterThanOrEqual(64 * KiB);
        }
      }),
    );
  });
});

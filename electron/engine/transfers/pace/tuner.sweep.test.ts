import { describe, expect, it } from 'vitest';
import { KiB, MiB } from '@shared/units';
import { type SimulatedLine, observe, defaultNetwork } from '../fixtures/simulated-line';
import { type TunerSetting, startTuner, tune, tunerIntervalMs } from './tuner';

const limits = { minConcurrency: 1, maxConcurrency: 64 };
/** What a job starts with. */
const startConcurrency = 8;
const learnedByMs = 5000;
const untilMs = 30_000;

const lines: readonly (readonly [string, SimulatedLine])[] = [
  ['fat: few requests fill it and more crowd it', { ...defaultNetwork, crowding: 0.004 }],
  ['thin and long: every connection has its own limit', { ...defaultNetwork, roundTripMs: 40, connectionRate: 12.5e6 }],
  ['long with a common limit', { ...defaultNetwork, roundTripMs: 40, connectionRate: 12.5e6, totalRate: 250e6 }],
  ['throttled beyond 24 requests', { ...defaultNetwork, roundTripMs: 20, connectionRate: 12.5e6, maxAtOnce: 24 }],
  [
    'degrading to a fifth',
    {
      ...defaultNetwork,
      roundTripMs: 40,
      connectionRate: 6e6,
      totalRate: 120e6,
      quality: (atMs) => (atMs > 10_000 ? 0.2 : 1),
    },
  ],
];

function meanRate(line: SimulatedLine, settingAt: (atMs: number) => TunerSetting): number {
  let sum = 0;
  let count = 0;
  for (let atMs = tunerIntervalMs; atMs <= untilMs; atMs += tunerIntervalMs) {
    const { bytesPerSecond } = observe(line, settingAt(atMs), atMs);
    if (atMs <= learnedByMs) continue;
    sum += bytesPerSecond;
    count += 1;
  }
  return sum / count;
}

function bestFixed(line: SimulatedLine): number {
  let best = 0;
  for (let concurrency = 1; concurrency <= limits.maxConcurrency; concurrency += 1) {
    for (const blockBytes of [256 * KiB, 1 * MiB, 4 * MiB, null]) {
      best = Math.max(
        best,
        meanRate(line, () => ({ concurrency, blockBytes, budgetBytes: null })),
      );
    }
  }
  return best;
}

function tuned(line: SimulatedLine): number {
  let state = startTuner(startConcurrency);
  return meanRate(line, (atMs) => {
    const { setting } = state;
    state = tune(state, observe(line, setting, atMs), limits).state;
    return setting;
  });
}

/** The settings in which each interval is, and how often the service was overloaded. */
function course(
  line: SimulatedLine,
  lastMs: number,
): { readonly atMs: number; readonly concurrency: number; readonly throttled: number }[] {
  let state = startTuner(startConcurrency);
  const all = [];
  for (let atMs = tunerIntervalMs; atMs <= lastMs; atMs += tunerIntervalMs) {
    const { concurrency } = state.setting;
    const seen = observe(line, state.setting, atMs);
    all.push({ atMs, concurrency, throttled: seen.throttled });
    state = tune(state, seen, limits).state;
  }
  return all;
}

describe('after a service was busy whatever it was asked', () => {
  const busyFrom = 10_000;
  const far: SimulatedLine = { ...defaultNetwork, roundTripMs: 40, connectionRate: 12.5e6 };
  const cases = [far, { ...far, maxAtOnce: 24 }, { ...defaultNetwork, crowding: 0.004 }].flatMap((line) =>
    [500, 2_000, 9_000].map((busyMs) => [line, busyMs] as const),
  );

  it.each(cases)('is back near where it was within six seconds: %o, busy for %i ms', (line, busyMs) => {
    const until = busyFrom + busyMs;
    const all = course({ ...line, isBusy: (atMs) => atMs > busyFrom && atMs <= until }, until + 60_000);
    const before = all.filter(({ atMs }) => atMs <= busyFrom).at(-1)?.concurrency ?? 0;
    expect(all.find(({ atMs }) => atMs > until + 6_000)?.concurrency).toBeGreaterThanOrEqual(before * 0.75);
    // And it does not run into the limit of the service again and again.
    expect(all.filter(({ atMs, throttled }) => atMs > until && throttled > 0).length).toBeLessThanOrEqual(3);
  });

  it('finds the limit of a service that takes one or two at once', () => {
    for (const maxAtOnce of [1, 2, 3]) {
      const all = course({ ...far, maxAtOnce }, 60_000);
      expect(all.at(-1)?.concurrency).toBe(maxAtOnce);
      expect(all.filter(({ throttled }) => throttled > 0).length).toBeLessThanOrEqual(6);
    }
  });
});

describe('against an exhaustive sweep of fixed settings', () => {
  it.each(lines)('is within a tenth of the best five seconds after the start: %s', (_name, line) => {
    expect(tuned(line) / bestFixed(line)).toBeGreaterThanOrEqual(0.9);
  });
});

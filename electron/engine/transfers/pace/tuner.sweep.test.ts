import { describe, expect, it } from 'vitest';
import { KiB, MiB } from '@shared/units';
import { type SimulatedLine, observe, usualLine } from '../fixtures/simulated-line';
import { type TunerSetting, startTuner, tune, tunerIntervalMs } from './tuner';

const limits = { leastConcurrency: 1, mostConcurrency: 64 };
/** What a job starts with. */
const startConcurrency = 8;
const learnedByMs = 5000;
const untilMs = 30_000;

const lines: readonly (readonly [string, SimulatedLine])[] = [
  ['fat: few requests fill it and more crowd it', { ...usualLine, crowding: 0.004 }],
  ['thin and long: every connection has its own limit', { ...usualLine, roundTripMs: 40, connectionRate: 12.5e6 }],
  ['long with a common limit', { ...usualLine, roundTripMs: 40, connectionRate: 12.5e6, totalRate: 250e6 }],
  ['throttled beyond 24 requests', { ...usualLine, roundTripMs: 20, connectionRate: 12.5e6, mostAtOnce: 24 }],
  [
    'degrading to a fifth',
    {
      ...usualLine,
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
  for (let concurrency = 1; concurrency <= limits.mostConcurrency; concurrency += 1) {
    for (const blockBytes of [256 * KiB, 1 * MiB, 4 * MiB, null]) {
      best = Math.max(
        best,
        meanRate(line, () => ({ concurrency, blockBytes })),
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

describe('against an exhaustive sweep of fixed settings', () => {
  it.each(lines)('is within a tenth of the best five seconds after the start: %s', (_name, line) => {
    expect(tuned(line) / bestFixed(line)).toBeGreaterThanOrEqual(0.9);
  });
});

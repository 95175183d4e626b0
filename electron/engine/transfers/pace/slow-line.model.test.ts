// The law of slow lines: whatever the line and the limit of the service, what is left to the transfer is about as fast
// as the best setting that a user could have fixed, and never fails where that arrives.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultTransferOptions } from '@shared/model/transfer';
import { KiB, MiB } from '@shared/units';
import { type ModelLine, modelUpload } from '../fixtures/model-line';

/** The shortest time in which a setting that a user fixes moves everything; null when none does. */
function bestFixedMs(line: ModelLine, sizes: readonly number[]): number | null {
  const all = [1, 4, 16].flatMap((concurrency) =>
    [64 * KiB, 256 * KiB, 1 * MiB, 4 * MiB].map((blockBytes) => ({ concurrency, blockBytes })),
  );
  const results = all.map((one) => modelUpload(line, sizes, { ...defaultTransferOptions, ...one }));
  const times = results.filter(({ outcome }) => outcome === 'done').map(({ ms }) => ms);
  return times.length === 0 ? null : Math.min(...times);
}

/** What learning the limit may cost: a few requests that time out, by the service's limit or by this machine's. */
function learningMs({ afterLimit, limitMs }: ModelLine): number {
  return afterLimit === 'answer' ? 2 * limitMs : 2 * 160_000;
}

const slowestRate = 50_000;

const lines = fc
  .record({
    log2Rate: fc.double({ min: Math.log2(slowestRate), max: Math.log2(100_000_000), noNaN: true }),
    limitMs: fc.integer({ min: 3_000, max: 90_000 }),
    afterLimit: fc.constantFrom<('answer' | 'silence')[]>('answer', 'answer', 'silence'),
    roundTripMs: fc.constantFrom(1, 40, 150),
    lossEvery: fc.constantFrom(0, 0, 50),
    /** The rate falls to this part, or rises to its inverse, after a third of the time. */
    change: fc.constantFrom(1, 1, 0.25, 4),
    files: fc.constantFrom(1, 1, 4, 40, 1_000),
    seconds: fc.integer({ min: 30, max: 120 }),
  })
  .map(({ log2Rate, change, files, seconds, ...rest }) => {
    const rate = 2 ** log2Rate;
    const changesAtMs = (seconds * 1000) / 3;
    const laterRate = Math.max(slowestRate, rate * change);
    const bytesPerSecond = (atMs: number): number => (atMs < changesAtMs ? rate : laterRate);
    const each = Math.max(1, Math.floor(Math.min(rate * seconds, 96 * MiB) / files));
    return {
      line: { ...rest, bytesPerSecond },
      sizes: Array.from({ length: files }, () => each),
      rate: Math.round(rate),
      change,
    };
  });

describe('slow line: the law', () => {
  it('is as fast as the best fixed setting within a fifth and what learning costs, and never fails where that arrives', () => {
    fc.assert(
      fc.property(lines, ({ line, sizes }) => {
        const best = bestFixedMs(line, sizes);
        if (best === null) return;
        const own = modelUpload(line, sizes, defaultTransferOptions);
        expect(own.outcome).toBe('done');
        expect(own.ms).toBeLessThanOrEqual(best * 1.2 + learningMs(line));
      }),
      { seed: 33, numRuns: 8 },
    );
  }, 60_000);

  it.each([
    [1_500_000, 3_000],
    [300_000, 9_000],
    [400_000, 6_000],
  ])('is within a fifth of the best fixed setting for 60 MiB at %i B/s with a limit of %i ms', (rate, limitMs) => {
    const line: ModelLine = {
      bytesPerSecond: () => rate,
      roundTripMs: 20,
      limitMs,
      afterLimit: 'answer',
      lossEvery: 0,
    };
    const best = bestFixedMs(line, [60 * MiB]) ?? Infinity;
    const own = modelUpload(line, [60 * MiB], defaultTransferOptions);
    expect(own.outcome).toBe('done');
    expect(own.ms / best).toBeLessThan(1.2);
  });
});

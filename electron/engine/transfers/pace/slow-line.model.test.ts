// The property of slow networks: whatever the network and the limit of the service, an adaptive transfer is about as
// fast as the best setting that a user could have fixed, and never fails if that arrives.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultTransferOptions } from '@shared/model/transfer';
import { KiB, MiB } from '@shared/units';
import { type ModelLine, modelUpload } from '../fixtures/model-line';
import { createLearnedStarts } from './tuning-inputs';

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

const steady = { roundTripMs: 20, afterLimit: 'answer', lossEvery: 0 } as const;

/** 1 to 16 files of 1 MiB, or one of 1 to 16 MiB. */
const shortUploads = fc
  .record({
    log2Rate: fc.double({ min: Math.log2(18_750), max: Math.log2(20_000_000), noNaN: true }),
    limitMs: fc.integer({ min: 3_000, max: 90_000 }),
    roundTripMs: fc.constantFrom(1, 20, 150),
    mebibytes: fc.integer({ min: 1, max: 16 }),
    files: fc.constantFrom<('one' | 'many')[]>('one', 'many'),
  })
  .map(({ log2Rate, limitMs, roundTripMs, mebibytes, files }) => ({
    line: { ...steady, bytesPerSecond: () => 2 ** log2Rate, limitMs, roundTripMs },
    sizes: files === 'one' ? [mebibytes * MiB] : Array.from({ length: mebibytes }, () => 1 * MiB),
    rate: Math.round(2 ** log2Rate),
  }));

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

  it('is within a fifth of the best fixed setting for short uploads on lines of any rate and limit', () => {
    fc.assert(
      fc.property(shortUploads, ({ line, sizes }) => {
        const best = bestFixedMs(line, sizes);
        if (best === null) return;
        const own = modelUpload(line, sizes, defaultTransferOptions);
        expect(own.outcome).toBe('done');
        // To learn the rate, the first requests travel once more, and their file is committed.
        expect(own.ms).toBeLessThanOrEqual(best * 1.2 + 2 * line.roundTripMs);
      }),
      { seed: 36, numRuns: 25 },
    );
  }, 60_000);

  it.each([
    [400_000, 6_000, [14]],
    [300_000, 9_000, [9]],
    [18_750, 90_000, [1, 1, 1, 1]],
    [18_750, 45_000, [1]],
    [50_000, 10_000, [4]],
    [1_500_000, 3_000, Array.from({ length: 16 }, () => 1)],
  ])(
    'is within a fifth of the best fixed setting at %i B/s with a limit of %i ms for files of %j MiB',
    (rate, limitMs, mebibytes) => {
      const line = { ...steady, bytesPerSecond: () => rate, limitMs };
      const sizes = mebibytes.map((each) => each * MiB);
      const own = modelUpload(line, sizes, defaultTransferOptions);
      expect(own.outcome).toBe('done');
      expect(own.ms / (bestFixedMs(line, sizes) ?? Infinity)).toBeLessThan(1.2);
    },
  );

  it.each([25_000, 27_000])(
    'loses nothing when a slow line with a limit of %i ms becomes a little slower',
    (limitMs) => {
      const line = { ...steady, bytesPerSecond: (atMs: number) => (atMs < 60_000 ? 18_750 : 16_000), limitMs };
      const sizes = Array.from({ length: 10 }, () => 400_000);
      expect(modelUpload(line, sizes, defaultTransferOptions)).toMatchObject({ outcome: 'done', timedOut: 0 });
    },
  );

  it('continues in the next job of a connection with what the last one has found', () => {
    const line = { ...steady, bytesPerSecond: () => 50_000, limitMs: 10_000 };
    const learned = createLearnedStarts({ monotonic: () => 0 })('upload c');
    const lost = [1, 2].map(() => modelUpload(line, [4 * MiB], defaultTransferOptions, { learned }).timedOut);
    expect(lost[1]).toBeLessThan((lost[0] ?? 0) / 2);
    const fast = createLearnedStarts({ monotonic: () => 0 })('upload f');
    const quick = { ...steady, bytesPerSecond: () => 50_000_000, limitMs: 30_000, roundTripMs: 100 };
    const [first, second] = [1, 2].map(
      () => modelUpload(quick, [16 * MiB], defaultTransferOptions, { learned: fast }).ms,
    );
    expect(second).toBeLessThan(first ?? 0);
  });

  it('opens more connections on an unknown network with a separate rate for each of them', () => {
    const line: ModelLine = { ...steady, bytesPerSecond: () => 40_000_000, eachPerSecond: 100_000, limitMs: 90_000 };
    const eight = modelUpload(line, [64 * MiB], { ...defaultTransferOptions, concurrency: 8, blockBytes: 1 * MiB });
    expect(modelUpload(line, [64 * MiB], defaultTransferOptions).ms).toBeLessThan(eight.ms * 0.9);
  });
});

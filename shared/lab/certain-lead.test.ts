// A fastest setting has a name only where repetitions agree; the findings of every experiment that names one.
import { describe, expect, it } from 'vitest';
import { leadOf } from './certain-lead';
import { experimentOf } from './definitions';
import type { Sample } from './run';

/** One request of a second a repetition, with so many entities. */
const writes = (batchSize: number, entities: readonly number[]): Sample[] =>
  entities.map((count, index) => ({
    node: 'n',
    repetition: index + 1,
    step: `batch ${batchSize}`,
    operation: 'write',
    partitions: 1,
    batchSize,
    concurrency: 1,
    entities: count,
    startMs: index * 5000,
    durationMs: 1000,
    ok: 1,
    throttled: 0,
    retries: 0,
  }));
const firstOf = (samples: readonly Sample[]): string => experimentOf('batch-sweep').analyse(samples).findings[0] ?? '';

describe('the fastest setting', () => {
  it('is named where every repetition of it is above those of the next', () => {
    expect(firstOf([...writes(20, [100, 102, 98]), ...writes(100, [300, 310, 290])])).toBe(
      'One partition, batch 100 × 1 is fastest: 300 entities/s.',
    );
  });

  it('has no certain lead where repetitions overlap', () => {
    expect(firstOf([...writes(20, [100, 300, 200]), ...writes(100, [290, 150, 220])])).toBe(
      'One partition, batch 100 × 1 had the highest rate, 220 entities/s, but no certain lead over One partition, batch 20 × 1.',
    );
  });

  it('is not certain in one repetition, however far it is ahead', () => {
    expect(firstOf([...writes(20, [100]), ...writes(100, [300])])).toBe(
      'One partition, batch 100 × 1 had the highest rate, 300 entities/s. Three or more repetitions show whether that is certain.',
    );
    expect(
      leadOf({ label: 'a', samples: writes(1, [9, 9]) }, { label: 'b', samples: writes(1, [1, 1, 1]) }, 'entities'),
    ).toBe('unrepeated');
  });
});

describe('a degraded network', () => {
  const file = (step: string, blockBytes: number, repetition: number, startMs: number, slot: number): Sample => ({
    node: 'n',
    repetition,
    step,
    direction: 'up',
    mode: 'blocks',
    fileBytes: 1000,
    blockBytes,
    concurrency: 4,
    slot,
    startMs,
    durationMs: 1000,
    bytesPerSecond: 1000,
    ok: 1,
    retries: 0,
    throttled: 0,
    timeouts: 0,
  });

  it('says that adaptive blocks were faster because files moved at once', () => {
    const samples = [1, 2, 3].flatMap((repetition) => [
      file('256.0 KiB, fixed', 262_144, repetition, 0, 0),
      file('256.0 KiB, fixed', 262_144, repetition, 1000, 0),
      file('adaptive', -1, repetition, 5000, 0),
      file('adaptive', -1, repetition, 5000, 1),
    ]);
    const { findings } = experimentOf('degraded-line').analyse(samples);
    expect(findings.slice(0, 2)).toEqual([
      'Adaptive is fastest: 2.0 KiB/s.',
      'Adaptive moved 2 files at once, the others one after another: a single file took 0 % less time.',
    ]);
  });
});

// Laws of the simulated network: nothing exceeds the rates, no piece overtakes another, nothing is admitted beyond the
// limit.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seeded } from '@shared/lab/statistics/seeded';
import { createLineModel, pieceBytes } from './line-model';
import {
  type LineSettings,
  clearLine,
  isClear,
  linePreset,
  linePresetIds,
  linePresets,
  lineSettings,
} from '@shared/lab/line-settings';

const KiB = 1024;
const line = (some: Partial<LineSettings>) => createLineModel({ ...clearLine, ...some }, seeded(1));
const pieces = fc.array(
  fc.record({ connection: fc.integer({ min: 0, max: 3 }), gapMs: fc.integer({ min: 0, max: 40 }) }),
  {
    minLength: 1,
    maxLength: 120,
  },
);

describe('simulated network', () => {
  it('never carries more than its rate, however many connections there are', () => {
    fc.assert(
      fc.property(pieces, fc.integer({ min: 8, max: 4096 }), (sent, rateKiB) => {
        const model = line({ uploadBytesPerSecond: rateKiB * KiB });
        let nowMs = 0;
        let last = 0;
        for (const { connection, gapMs } of sent) {
          nowMs += gapMs;
          last = Math.max(last, model.pass(connection, 'up', pieceBytes, nowMs));
        }
        expect(last).toBeGreaterThanOrEqual(((sent.length * pieceBytes) / (rateKiB * KiB)) * 1000 - 1e-6);
      }),
    );
  });
  it('never lets a piece overtake another of its connection or pass before it is sent', () => {
    fc.assert(
      fc.property(pieces, (sent) => {
        const model = line({ connectionBytesPerSecond: 512 * KiB, lossShare: 0.3, stallMs: 50 });
        const last = new Map<number, number>();
        let nowMs = 0;
        for (const { connection, gapMs } of sent) {
          nowMs += gapMs;
          const passed = model.pass(connection, 'down', pieceBytes, nowMs);
          expect(passed).toBeGreaterThan(nowMs);
          expect(passed).toBeGreaterThan(last.get(connection) ?? -1);
          last.set(connection, passed);
        }
      }),
    );
  });
  it('limits each connection to its own rate without delaying the others', () => {
    const model = line({ connectionBytesPerSecond: 64 * KiB });
    expect([0, 0, 1, 1].map((connection) => model.pass(connection, 'up', 64 * KiB, 0))).toEqual([
      1000, 2000, 1000, 2000,
    ]);
    model.closed(0);
    expect(model.pass(0, 'up', 64 * KiB, 0)).toBe(1000);
  });
  it('pauses for lost pieces about as often as configured', () => {
    const model = line({ lossShare: 0.2, stallMs: 1 });
    const stalls = Array.from({ length: 4000 }, (_, index) => model.pass(index, 'up', pieceBytes, 0));
    const share = stalls.filter((ms) => ms === 1).length / stalls.length;
    expect(share).toBeGreaterThan(0.17);
    expect(share).toBeLessThan(0.23);
  });
  it('delays within its jitter', () => {
    const model = line({ delayMs: 20, jitterMs: 5 });
    const delays = Array.from({ length: 500 }, () => model.delay());
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(15);
    expect(Math.max(...delays)).toBeLessThanOrEqual(25);
    expect(new Set(delays).size).toBeGreaterThan(100);
  });
});

describe('a partition', () => {
  const offers = fc.array(
    fc.record({ gapMs: fc.integer({ min: 0, max: 60 }), entities: fc.integer({ min: 1, max: 100 }) }),
    { minLength: 150, maxLength: 300 },
  );
  /** The number of accepted entities, and how long the attempts took. */
  function offered(partitionOf: (index: number) => string, sent: readonly { gapMs: number; entities: number }[]) {
    const model = line({ partitionEntitiesPerSecond: 500 });
    let [nowMs, accepted] = [0, 0];
    for (const [index, { gapMs, entities }] of sent.entries()) {
      nowMs += gapMs;
      if (model.admit(partitionOf(index), entities, nowMs) === 'taken') accepted += entities;
    }
    return { accepted, nowMs };
  }

  it('accepts no more than its rate and its burst', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ entities: fc.integer({ min: 1, max: 100 }), gapMs: fc.integer({ min: 0, max: 200 }) }), {
          maxLength: 200,
        }),
        (batches) => {
          const model = line({ partitionEntitiesPerSecond: 500 });
          let nowMs = 0;
          let taken = 0;
          for (const { entities, gapMs } of batches) {
            nowMs += gapMs;
            if (model.admit('p', entities, nowMs) === 'taken') taken += entities;
          }
          expect(taken).toBeLessThanOrEqual(300 + (nowMs / 1000) * 500 + 1e-6);
        },
      ),
    );
  });
  it('does not limit other partitions, unlike the account limit', () => {
    const model = line({ partitionEntitiesPerSecond: 500, accountEntitiesPerSecond: 300 });
    expect(model.admit('b', 100, 0)).toBe('taken');
    expect(model.admit('b', 100, 0)).toBe('busy');
    expect(model.admit('a', 100, 0)).toBe('taken');
    expect(model.admit('aa', 100, 0)).toBe('busy');
    expect(model.admit('b', 100, 1000)).toBe('taken');
  });

  it('is shared by all partitions while keys only increase', () => {
    fc.assert(
      fc.property(offers, (sent) => {
        const { accepted, nowMs } = offered((index) => String(index).padStart(6, '0'), sent);
        // For the first 32 partitions it is not yet known that keys only increase.
        const first = sent.slice(0, 32).reduce((sum, { entities }) => sum + entities, 0);
        expect(accepted).toBeLessThanOrEqual((500 * nowMs) / 1000 + 300 + first);
      }),
    );
  });

  it('limits each partition separately when keys are spread', () => {
    const sent = Array.from({ length: 400 }, () => ({ gapMs: 10, entities: 20 }));
    const { accepted, nowMs } = offered((index) => String((index * 7) % 16).padStart(2, '0'), sent);
    expect(accepted).toBe(400 * 20);
    expect(accepted).toBeGreaterThan((500 * nowMs) / 1000 + 300);
  });
});

it('presets: are all valid, and only one changes nothing', () => {
  expect(linePresets.map(({ id }) => id)).toEqual(linePresetIds);
  for (const { settings } of linePresets) expect(lineSettings.parse(settings)).toEqual(settings);
  expect(linePresets.filter(({ settings }) => isClear(settings)).map(({ id }) => id)).toEqual(['none']);
  expect(linePreset('lab-2010').settings.partitionEntitiesPerSecond).toBe(500);
});

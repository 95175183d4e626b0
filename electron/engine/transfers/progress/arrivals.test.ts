// The rate of an upload on simulated lines whose sockets swallow what they can and confirm whole blocks.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KiB, MiB } from '@shared/units';
import { Arrivals } from './arrivals';

interface Line {
  readonly bytesPerSecond: (second: number) => number;
  readonly requests: number;
  readonly blockBytes: number;
  /** What the socket of each request takes at once. */
  readonly bufferBytes: number;
  /** How far apart in a block the requests begin, 0…1. */
  readonly spread: number;
}
const tickMs = 250;
const stepMs = 10;

/** Requests share the line alike, and each is followed by the next. Answers the rate at each tick. */
function shownOn({ bytesPerSecond, requests, blockBytes, bufferBytes, spread }: Line, seconds: number): number[] {
  const arrivals = new Arrivals();
  const shown: number[] = [];
  const first = (index: number): number => blockBytes * (1 - (spread * index) / requests);
  const connections = Array.from({ length: requests }, (_, index) => {
    const bytes = Math.max(1, Math.round(first(index)));
    return { bytes, arrived: 0, began: arrivals.began(bytes) };
  });
  for (let ms = stepMs; ms <= seconds * 1000; ms += stepMs) {
    const each = (bytesPerSecond(ms / 1000) * stepMs) / 1000 / requests;
    for (const lane of connections) {
      lane.arrived += each;
      if (lane.arrived < lane.bytes) continue;
      arrivals.ended(lane.began, lane.bytes, 'done');
      lane.arrived -= lane.bytes;
      lane.bytes = blockBytes;
      lane.began = arrivals.began(blockBytes);
    }
    if (ms % tickMs > 0) continue;
    const sent = connections.reduce((sum, { arrived, bytes }) => sum + Math.min(bytes, arrived + bufferBytes), 0);
    arrivals.measured(tickMs, sent);
    shown.push(arrivals.bytesPerSecond);
  }
  return shown;
}

const steadyLine = fc
  .record({
    perSecond: fc.integer({ min: 256 * KiB, max: 200 * MiB }),
    requests: fc.integer({ min: 1, max: 64 }),
    lumpMs: fc.integer({ min: 300, max: 20_000 }),
    buffered: fc.double({ min: 0, max: 1, noNaN: true }),
    spread: fc.double({ min: 0, max: 0.9, noNaN: true }),
  })
  .map(({ perSecond, requests, lumpMs, buffered, spread }) => {
    const blockBytes = Math.ceil((perSecond * lumpMs) / 1000 / requests);
    return { perSecond, requests, blockBytes, bufferBytes: blockBytes * buffered, spread, lumpMs };
  });

describe('the rate of what is sent', () => {
  it('is steady and right on a steady line, however much of it sockets swallow', () => {
    fc.assert(
      fc.property(steadyLine, ({ perSecond, lumpMs, ...line }) => {
        const settled = Math.ceil((2.5 * lumpMs) / 1000 + 6);
        const shown = shownOn({ ...line, bytesPerSecond: () => perSecond }, settled + 30).slice(settled * 4);
        for (const rate of shown) {
          expect(rate / perSecond).toBeGreaterThan(0.8);
          expect(rate / perSecond).toBeLessThan(1.2);
        }
      }),
    );
  });

  it('is right where a block takes many minutes', () => {
    const [perSecond, requests, minutes] = [100 * KiB, 4, 10];
    const blockBytes = (perSecond * minutes * 60) / requests;
    const line = { requests, blockBytes, bufferBytes: 1 * MiB, spread: 0.7 };
    const shown = shownOn({ ...line, bytesPerSecond: () => perSecond }, minutes * 60 * 4).slice(minutes * 60 * 4 * 2.5);
    expect(Math.max(...shown) / perSecond).toBeLessThan(1.2);
    expect(Math.min(...shown) / perSecond).toBeGreaterThan(0.8);
  });

  it('is never more than what was sent in all the time, before the first answer', () => {
    const line = { requests: 8, blockBytes: 8 * MiB, bufferBytes: 8 * MiB, spread: 0 };
    const shown = shownOn({ ...line, bytesPerSecond: () => 2 * MiB }, 30);
    // All of it lies in buffers at once: the longer it takes, the less it can be, and it is not taken to stand.
    expect((shown[4 * 8] ?? 0) / MiB).toBeCloseTo(64 / 8.25, 0);
    expect((shown[4 * 28] ?? 0) / MiB).toBeCloseTo(64 / 28.25, 0);
  });

  it('falls to a tenth once the line has stood for twice as long as what is under way took, and seconds', () => {
    fc.assert(
      fc.property(steadyLine, ({ perSecond, lumpMs, ...line }) => {
        const stalledAt = Math.ceil((2.5 * lumpMs) / 1000 + 6);
        const seconds = Math.ceil(stalledAt + (2 * lumpMs) / 1000 + 6);
        const shown = shownOn({ ...line, bytesPerSecond: (second) => (second <= stalledAt ? perSecond : 0) }, seconds);
        expect((shown.at(-1) ?? Infinity) / perSecond).toBeLessThan(0.1);
      }),
    );
  });

  it('follows a line that becomes half and twice as fast, as soon as blocks tell', () => {
    const line = { requests: 4, blockBytes: 4 * MiB, bufferBytes: 1 * MiB, spread: 0.5 };
    const shown = shownOn(
      { ...line, bytesPerSecond: (second) => (second <= 20 ? 8 : second <= 40 ? 4 : 16) * MiB },
      60,
    ).map((rate) => rate / MiB);
    for (const [second, rate] of [
      [19, 8],
      [32, 4],
      [48, 16],
    ] as const) {
      expect((shown[second * 4] ?? 0) / rate).toBeGreaterThan(0.85);
      expect((shown[second * 4] ?? 0) / rate).toBeLessThan(1.15);
    }
  });

  it('of small files is what was confirmed, and of what failed nothing is', () => {
    const arrivals = new Arrivals();
    for (let tick = 0; tick < 20; tick += 1) {
      for (let file = 0; file < 100; file += 1) arrivals.ended(arrivals.began(1000), 1000, 'done');
      arrivals.ended(arrivals.began(1e9), 1e9, 'not-done');
      arrivals.measured(tickMs, 0);
    }
    expect(arrivals.bytesPerSecond).toBeCloseTo(400_000, -4);
  });

  it('takes no more to have arrived than was sent, where a socket takes less than the last blocks foretell', () => {
    const arrivals = new Arrivals();
    const first = arrivals.began(1_000_000);
    arrivals.measured(1000, 1_000_000);
    arrivals.ended(first, 1_000_000, 'done');
    arrivals.began(1_000_000);
    arrivals.measured(500, 100_000);
    expect(arrivals.arrivedBytes).toBe(100_000);
    expect(arrivals.bytesPerSecond).toBeCloseTo(1_100_000 / 1.5, -1);
  });
});

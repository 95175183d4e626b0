// The shown rate on simulated lines whose sockets swallow what they can and confirm whole requests.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KiB, MiB } from '@shared/units';
import { ShownRate } from './shown-rate';

interface Line {
  readonly bytesPerSecond: number;
  readonly requests: number;
  readonly blockBytes: number;
  /** What the socket of each request takes at once. */
  readonly bufferBytes: number;
}
const tickMs = 250;

/** All requests begin at one time and share the line; each is followed by the next. Answers the rate at each tick. */
function shownOn(line: Line, seconds: number, stopsAtSecond = Infinity): readonly number[] {
  const { requests, blockBytes, bufferBytes } = line;
  const rate = new ShownRate();
  const shown: number[] = [];
  const [inFlightBytes, stepMs] = [requests * blockBytes, 10];
  let [arrived, sentBefore, doneBefore] = [0, 0, 0];
  for (let ms = stepMs; ms <= seconds * 1000; ms += stepMs) {
    if (ms <= stopsAtSecond * 1000) arrived += (line.bytesPerSecond * stepMs) / 1000;
    if (ms % tickMs > 0) continue;
    // They travel alike: the n-th blocks of all requests end together.
    const rounds = Math.floor(arrived / inFlightBytes + 1e-9);
    const ofRound = arrived - rounds * inFlightBytes;
    const done = rounds * inFlightBytes;
    const sent = done + Math.min(inFlightBytes, ofRound + requests * bufferBytes);
    rate.measured({
      elapsedMs: tickMs,
      bytes: sent - sentBefore,
      doneBytes: done - doneBefore,
      lumpBytes: inFlightBytes,
    });
    [sentBefore, doneBefore] = [sent, done];
    shown.push(rate.bytesPerSecond);
  }
  return shown;
}
const lumpSeconds = ({ requests, blockBytes, bytesPerSecond }: Line): number =>
  (requests * blockBytes) / bytesPerSecond;

const steadyLine: fc.Arbitrary<Line> = fc
  .record({
    bytesPerSecond: fc.integer({ min: 256 * KiB, max: 200 * MiB }),
    requests: fc.integer({ min: 1, max: 16 }),
    lumpMs: fc.integer({ min: 50, max: 8_000 }),
    buffered: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ bytesPerSecond, requests, lumpMs, buffered }) => {
    const blockBytes = (bytesPerSecond * lumpMs) / 1000 / requests;
    return { bytesPerSecond, requests, blockBytes, bufferBytes: blockBytes * buffered };
  });

describe('the shown rate', () => {
  it('is steady and right on a steady line, however much of it sockets swallow', () => {
    fc.assert(
      fc.property(steadyLine, (line) => {
        for (const rate of shownOn(line, 120).slice(60 * 4)) {
          expect(rate / line.bytesPerSecond).toBeGreaterThan(0.8);
          expect(rate / line.bytesPerSecond).toBeLessThan(1.2);
        }
      }),
    );
  });

  it('of eight blocks of 8 MiB on a line of 20 MiB/s says 20, give or take a tenth', () => {
    const line = { bytesPerSecond: 20 * MiB, requests: 8, blockBytes: 8 * MiB, bufferBytes: 8 * MiB };
    const shown = shownOn(line, 60)
      .slice(30 * 4)
      .map((rate) => rate / MiB);
    expect(Math.min(...shown)).toBeGreaterThan(18);
    expect(Math.max(...shown)).toBeLessThan(22);
  });

  it('falls to a tenth once the line has stood for twice as long as what is in flight took, and seconds', () => {
    fc.assert(
      fc.property(steadyLine, (line) => {
        const stillSeconds = Math.ceil(2 * lumpSeconds(line) + 6);
        const shown = shownOn(line, 60 + stillSeconds, 60);
        expect((shown.at(-1) ?? Infinity) / line.bytesPerSecond).toBeLessThan(0.1);
      }),
    );
  });

  it('follows within two seconds where everything is counted as it moves', () => {
    const rate = new ShownRate();
    const move = (seconds: number, perSecond: number): void => {
      for (let tick = 0; tick < seconds * 4; tick += 1) {
        rate.measured({ elapsedMs: tickMs, bytes: perSecond / 4, doneBytes: perSecond / 4, lumpBytes: 0 });
      }
    };
    move(10, 1000);
    expect(rate.bytesPerSecond).toBeCloseTo(1000);
    move(2, 5000);
    expect(rate.bytesPerSecond).toBeGreaterThan(3000);
    move(3, 5000);
    expect(rate.bytesPerSecond).toBeGreaterThan(4700);
  });

  it('is the mean in the first moments, and so not none', () => {
    const rate = new ShownRate();
    rate.measured({ elapsedMs: 200, bytes: 1000, doneBytes: 1000, lumpBytes: 0 });
    expect(rate.bytesPerSecond).toBeCloseTo(5000);
  });
});

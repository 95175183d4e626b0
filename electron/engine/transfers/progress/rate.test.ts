// The rate that is shown of a job, and its remaining time: steady, never above what is possible, and null while unknown.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KiB, MiB } from '@shared/units';
import { JobProgress } from './job-progress';
import { Arrivals, ShownRate, TimeLeft } from './rate';

// The shown rate on simulated networks whose sockets buffer as much as they can and confirm whole requests.
describe('the shown rate', () => {
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

    it('of eight blocks of 8 MiB on a network of 20 MiB/s shows 20, within a tenth', () => {
      const line = { bytesPerSecond: 20 * MiB, requests: 8, blockBytes: 8 * MiB, bufferBytes: 8 * MiB };
      const shown = shownOn(line, 60)
        .slice(30 * 4)
        .map((rate) => rate / MiB);
      expect(Math.min(...shown)).toBeGreaterThan(18);
      expect(Math.max(...shown)).toBeLessThan(22);
    });

    it('falls to a tenth once the network has stalled for twice the duration of the requests in flight, plus seconds', () => {
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
});

// The rate of an upload on simulated networks whose sockets buffer as much as they can and confirm whole blocks.
describe('the rate of what arrives', () => {
  interface Line {
    readonly bytesPerSecond: (second: number) => number;
    readonly requests: number;
    readonly blockBytes: number;
    /** What the socket of each request takes at once. */
    readonly bufferBytes: number;
    /** The offset in a block at which the requests start, 0…1. */
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
      const shown = shownOn({ ...line, bytesPerSecond: () => perSecond }, minutes * 60 * 4).slice(
        minutes * 60 * 4 * 2.5,
      );
      expect(Math.max(...shown) / perSecond).toBeLessThan(1.2);
      expect(Math.min(...shown) / perSecond).toBeGreaterThan(0.8);
    });

    it('is never more than the average since the start, before the first response', () => {
      const line = { requests: 8, blockBytes: 8 * MiB, bufferBytes: 8 * MiB, spread: 0 };
      const shown = shownOn({ ...line, bytesPerSecond: () => 2 * MiB }, 30);
      // All of it lies in buffers at once: the longer it takes, the less it can be, and it is not taken to stand.
      expect((shown[4 * 8] ?? 0) / MiB).toBeCloseTo(64 / 8.25, 0);
      expect((shown[4 * 28] ?? 0) / MiB).toBeCloseTo(64 / 28.25, 0);
    });

    it('falls to a tenth once the network has stalled for twice the duration of the requests in flight, plus seconds', () => {
      fc.assert(
        fc.property(steadyLine, ({ perSecond, lumpMs, ...line }) => {
          const stalledAt = Math.ceil((2.5 * lumpMs) / 1000 + 6);
          const seconds = Math.ceil(stalledAt + (2 * lumpMs) / 1000 + 6);
          const shown = shownOn(
            { ...line, bytesPerSecond: (second) => (second <= stalledAt ? perSecond : 0) },
            seconds,
          );
          expect((shown.at(-1) ?? Infinity) / perSecond).toBeLessThan(0.1);
        }),
      );
    });

    it('follows a network that halves and doubles its speed, as soon as blocks reveal it', () => {
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

    it('of small files counts confirmed bytes, and none of failed files', () => {
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
});

// Whatever happens to a job, its rate, its bytes in flight and its remaining time are plausible numbers.
describe('any rate', () => {
  const quiet = { jobId: 'j', started: 0, ended: [], downloadBytes: 0, connections: 0, retried: [] };
  const moved = (uploadBytes: number) => ({ ...quiet, uploadBytes, slowdownMs: 0, slowdownOrigin: 'told' as const });

  const event = fc.oneof(
    fc.record({
      kind: fc.constant('start' as const),
      bytes: fc.oneof(fc.constant(0), fc.nat(1e3), fc.integer({ min: 1, max: 1e9 })),
    }),
    fc.record({ kind: fc.constant('stop' as const), which: fc.nat(20), isDone: fc.boolean() }),
    // What a request that failed had moved is taken back.
    fc.record({ kind: fc.constant('moved' as const), bytes: fc.integer({ min: -1e6, max: 1e9 }) }),
    // From no time at all to hours of sleep.
    fc.record({ kind: fc.constant('tick' as const), ms: fc.oneof(fc.constant(250), fc.nat(5), fc.nat(1e7)) }),
  );

  it('of an upload is never negative or infinite, and never exceeds the bytes in flight', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 300, size: 'max' }), (events) => {
        const progress = new JobProgress('bytes sent');
        const open: { readonly bytes: number; readonly began: number }[] = [];
        let [nowMs, files] = [0, 0];
        progress.measureRate(nowMs);
        for (const one of events) {
          if (one.kind === 'start') open.push({ bytes: one.bytes, began: progress.started(one.bytes) });
          else if (one.kind === 'moved') progress.moved(moved(one.bytes));
          else if (one.kind === 'tick') progress.measureRate((nowMs += one.ms), files);
          else {
            const [ended] = open.splice(one.which % Math.max(1, open.length), 1);
            if (ended === undefined) continue;
            progress.stopped(0, ended.bytes, one.isDone ? 'done' : 'not-done', ended.began);
            files += 1;
          }
          const inFlight = open.reduce((sum, { bytes }) => sum + bytes, 0);
          expect(progress.unconfirmedBytes()).toBeGreaterThanOrEqual(0);
          expect(progress.unconfirmedBytes()).toBeLessThanOrEqual(inFlight);
          const left = progress.timeLeft(1e6, 3) ?? 0;
          expect(Number.isFinite(progress.bytesPerSecond) && progress.bytesPerSecond >= 0).toBe(true);
          expect(Number.isFinite(left) && left >= 0).toBe(true);
        }
      }),
    );
  });
});

describe('the remaining time', () => {
  const KiB = 1024;
  const MiB = 1024 * KiB;
  const tickMs = 250;

  /** Moves so much a second, for so long. */
  function move(left: TimeLeft, seconds: number, bytesPerSecond: number, filesPerSecond: number): void {
    for (let ms = 0; ms < seconds * 1000; ms += tickMs) left.measured(tickMs, bytesPerSecond / 4, filesPerSecond / 4);
  }

  it('knows nothing before something has moved', () => {
    const left = new TimeLeft();
    expect(left.of(MiB, 1)).toBeNull();
    move(left, 4, 0, 0);
    expect(left.of(MiB, 1)).toBeNull();
  });

  it('waits until the first burst is over', () => {
    const left = new TimeLeft();
    move(left, 2, 50 * MiB, 0);
    expect(left.of(100 * MiB, 1)).toBeNull();
    move(left, 2, 2 * MiB, 0);
    expect(left.of(100 * MiB, 1)).not.toBeNull();
  });

  it('follows the rate when the rest is like what moves now', () => {
    const left = new TimeLeft();
    move(left, 20, 4 * MiB, 0);
    expect(left.of(80 * MiB, 1)).toBe(20_000);
    move(left, 20, 2 * MiB, 20);
    expect((left.of(40 * MiB, 400) ?? 0) / 1000).toBeCloseTo(20, 0);
  });

  it('goes by the rate alone where the line carries nearly what it did at its best', () => {
    const left = new TimeLeft();
    move(left, 60, 10 * MiB, 1);
    move(left, 60, 8 * MiB, 1);
    // Blocks that end together make that much of a difference: it is no time that files take.
    const rate = 8 * MiB + 2 * MiB * 0.5 ** 6;
    expect((left.of(0, 1000) ?? Infinity) / 1000).toBeCloseTo(0, 0);
    expect((left.of(800 * MiB, 1000) ?? 0) / 1000).toBeCloseTo((800 * MiB) / rate, 0);
  });

  it('takes a large file after many small ones for what the line can carry', () => {
    const left = new TimeLeft();
    move(left, 20, 8 * MiB, 0);
    // 64 files of 16 KiB a second use an eighth of the line.
    move(left, 60, MiB, 64);
    const seconds = (left.of(80 * MiB, 1) ?? 0) / 1000;
    expect(seconds).toBeGreaterThan(8);
    expect(seconds).toBeLessThan(16);
  });

  it('sees the many small files that come after a large one, once they move', () => {
    const left = new TimeLeft();
    move(left, 60, 8 * MiB, 0);
    move(left, 60, MiB, 64);
    expect((left.of(10 * MiB, 640) ?? 0) / 1000).toBeCloseTo(10, 0);
  });

  it('takes a line that is full for no cost of its files', () => {
    const left = new TimeLeft();
    move(left, 60, MiB, 2);
    expect(left.of(100 * MiB, 1)).toBe(100_000);
  });

  it('is unknown for a large file behind small ones until it moves, because they do not predict it', () => {
    const left = new TimeLeft();
    move(left, 60, MiB, 64);
    expect(left.of(1024 * MiB, 1)).toBeNull();
    expect(left.of(MiB, 64)).toBe(1000);
    move(left, 5, 64 * MiB, 0);
    const seconds = (left.of(640 * MiB, 1) ?? 0) / 1000;
    expect(seconds).toBeGreaterThan(9);
    expect(seconds).toBeLessThan(40);
  });

  it('is not moved by a second that is better or worse than the others', () => {
    const left = new TimeLeft();
    move(left, 30, 2 * MiB, 10);
    const before = left.of(100 * MiB, 500) ?? 0;
    move(left, 0.5, 8 * MiB, 40);
    move(left, 0.5, 0, 0);
    expect(Math.abs((left.of(100 * MiB, 500) ?? 0) - before)).toBeLessThan(before / 8);
  });

  it('forgets a time in which nothing moved', () => {
    const left = new TimeLeft();
    move(left, 30, 2 * MiB, 0);
    move(left, 600, 0, 0);
    expect((left.of(100 * MiB, 1) ?? 0) / 1000).toBeLessThan(75);
  });

  it('counts files that have no bytes', () => {
    const left = new TimeLeft();
    move(left, 10, 0, 50);
    expect(left.of(0, 500)).toBe(10_000);
    expect(left.of(MiB, 500)).toBeNull();
  });
});

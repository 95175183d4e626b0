// When an attempt times out, and how much time it has on a slow network.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aliveBytes, limitsFor, limitsWithin, StallWindow, AttemptPhases } from './timeouts';

describe('time-outs of an attempt', () => {
  it('detect a silent connection within 30 s whatever is sent', () => {
    fc.assert(
      fc.property(
        fc.nat(4_000_000_000),
        fc.constantFrom('PutBlock', 'GetBlob', 'QueryEntities', 'CopyBlob'),
        (bodyBytes, operation) => {
          expect(limitsFor({ operation, bodyBytes, range: undefined }).stallMs).toBeLessThanOrEqual(30_000);
        },
      ),
    );
  });
  it('are shorter where a request ends sooner, but leave an operation that moves data the time for it', () => {
    const limits = limitsFor({ operation: 'BlobBatch', bodyBytes: 100, range: undefined });
    expect(limitsWithin(limits, 1_000, 'BlobBatch').headerMs).toBe(30_000);
    expect(limitsWithin(limits, 1_000, 'ListBlobs').headerMs).toBe(5_000);
    expect(limitsWithin(limits, 60_000, 'BlobBatch').headerMs).toBe(60_000);
    expect(limitsWithin(limits, 1e9, 'BlobBatch')).toEqual(limits);
  });
  it('allow a slow network the time for the bytes to transfer', () => {
    const small = limitsFor({ operation: 'PutBlock', bodyBytes: 1_000, range: undefined });
    const large = limitsFor({ operation: 'PutBlock', bodyBytes: 100_000_000, range: undefined });
    expect(large.totalMs - small.totalMs).toBeGreaterThan((100_000_000 / (16 * 1024)) * 1000);
    const ranged = limitsFor({ operation: 'GetBlob', bodyBytes: 0, range: 'bytes=0-8388607' });
    expect(ranged.totalMs).toBeLessThan(limitsFor({ operation: 'GetBlob', bodyBytes: 0, range: undefined }).totalMs);
  });
  it('are a quarter of a minute to connect, 35 s plus buffered bytes to answer, and 512 B/s for data to move', () => {
    const answerMs = 35_000;
    expect(limitsFor({ operation: 'QueryEntities', bodyBytes: 0, range: undefined })).toEqual({
      connectMs: 15_000,
      headerMs: answerMs,
      stallMs: 20_000,
      totalMs: 15_000 + answerMs + 512_000,
    });
    const ranged = { operation: 'GetBlob', bodyBytes: 0, range: 'bytes=100-8291' } as const;
    expect(limitsFor(ranged).totalMs).toBe(15_000 + answerMs + 16_000);
    // One byte of a block is data, and its answer may be just as slow.
    const empty = limitsFor({ operation: 'PutBlock', bodyBytes: 0, range: undefined });
    const one = limitsFor({ operation: 'PutBlock', bodyBytes: 1, range: undefined });
    expect(one.totalMs - one.headerMs).toBeGreaterThan(10 * (empty.totalMs - empty.headerMs));
    const sent = (bodyBytes: number): number =>
      limitsFor({ operation: 'PutBlock', bodyBytes, range: undefined }).headerMs - answerMs;
    // A write may need all of the 90 s that the service allows, however much was passed to the socket.
    expect([655, 65_536, 2 * 1024 * 1024, 1e9].map(sent)).toEqual([910, 91_000, 122_000, 122_000]);
  });
  it('allow the service time for its internal work', () => {
    const of = (operation: string, bodyBytes = 0): number =>
      limitsFor({ operation, bodyBytes, range: undefined }).headerMs;
    expect(['BlobBatch', 'CopyBlob', 'PutBlockFromURL'].map((operation) => of(operation))).toEqual([
      125_000, 300_000, 300_000,
    ]);
    // The service gives up a block list after a minute; the list of 50,000 blocks has 3.2 MB.
    expect([0, 65_536, 3_200_000].map((bytes) => of('PutBlockList', bytes))).toEqual([65_000, 66_000, 97_000]);
  });
});

describe('a stall', () => {
  it('takes three times as long on a slow network on which others move, and no longer on a fast or silent one', () => {
    const stalledAt = (othersPerMs: number): number => {
      const window = new StallWindow(0);
      let nowMs = 0;
      while (!window.isStalled(nowMs, 20_000, othersPerMs * nowMs)) nowMs += 100;
      return nowMs;
    };
    expect([0, 20, 10_000].map(stalledAt)).toEqual([20_000, 60_000, 20_000]);
  });
  it('is a whole window with almost no bytes moved', () => {
    const window = new StallWindow(0);
    window.moved(aliveBytes - 1);
    expect(window.isStalled(999, 1_000)).toBe(false);
    expect(window.isStalled(1_000, 1_000)).toBe(true);
  });
  it('is not reported while bytes keep moving slowly', () => {
    const window = new StallWindow(0);
    for (let nowMs = 0; nowMs < 20_000; nowMs += 500) {
      window.moved(aliveBytes / 2);
      expect(window.isStalled(nowMs, 1_500)).toBe(false);
    }
  });
});

const limits = { connectMs: 10, headerMs: 20, stallMs: 30, totalMs: 100 };

/** An attempt that has had a connection since 1000. */
function connected(): AttemptPhases {
  const phases = new AttemptPhases(0);
  phases.gotConnection(1000);
  return phases;
}

describe('attempt', () => {
  it('is never overdue while it waits for a connection or after it has ended', () => {
    const phases = new AttemptPhases(0);
    expect(phases.overdue(1_000_000, limits)).toBeNull();
    phases.gotConnection(1000);
    phases.enter('sending', 1000);
    phases.end();
    expect(phases.overdue(1_000_000, limits)).toBeNull();
  });

  it.each([
    ['connecting', { code: 'network.timeout', reason: 'connect', limitMs: 10 }],
    ['waiting', { code: 'network.timeout', reason: 'header', limitMs: 20 }],
    ['sending', { code: 'network.stalled', limitMs: 30 }],
    ['receiving', { code: 'network.stalled', limitMs: 30 }],
  ] as const)('is limited in phase %s from the beginning of that phase', (phase, overdue) => {
    const phases = connected();
    phases.enter(phase, 1005);
    expect(phases.overdue(1005 + overdue.limitMs - 1, limits)).toBeNull();
    expect(phases.overdue(1005 + overdue.limitMs, limits)).toEqual(overdue);
  });

  it('is in time while its bytes move, until the total limit has passed', () => {
    const phases = connected();
    phases.enter('receiving', 1000);
    for (const nowMs of [1030, 1060, 1090]) {
      phases.moved(aliveBytes);
      expect(phases.overdue(nowMs, limits)).toBeNull();
    }
    phases.moved(aliveBytes);
    expect(phases.overdue(1100, limits)).toEqual({ code: 'network.timeout', reason: 'total', limitMs: 100 });
  });

  it('does not stall while its consumer pauses it, and has the full time again when it continues', () => {
    const phases = connected();
    phases.enter('receiving', 1000);
    phases.holdBack();
    expect(phases.overdue(1040, limits)).toBeNull();
    phases.letGo();
    expect(phases.overdue(1069, limits)).toBeNull();
    expect(phases.overdue(1070, limits)).toMatchObject({ code: 'network.stalled' });
  });
});

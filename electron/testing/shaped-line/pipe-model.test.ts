import { describe, expect, it } from 'vitest';
import { type LineShape, PipeModel, SharedLink } from './pipe-model';

const shape: LineShape = { roundTripMs: 40, bytesPerMs: 12_500, totalBytesPerMs: null };

/** Milliseconds until the last of `bytes` has arrived, checked every millisecond. */
function sendAll(bytes: number, models: readonly PipeModel[]): number {
  const left = models.map(() => bytes);
  let lastMs = 0;
  for (let nowMs = 0; left.some((one) => one > 0); nowMs += 1) {
    models.forEach((model, index) => {
      for (let sent = model.next(left[index] ?? 0, nowMs); sent !== null; sent = model.next(left[index] ?? 0, nowMs)) {
        left[index] = (left[index] ?? 0) - sent.bytes;
        lastMs = Math.max(lastMs, sent.arriveMs);
      }
    });
  }
  return lastMs;
}

describe('one direction of a shaped connection', () => {
  it('delivers the bytes of the first window after half a round trip', () => {
    expect(sendAll(10_000, [new PipeModel(shape, new SharedLink(null), 0)])).toBeCloseTo(20.8);
  });

  it('starts slowly: more than the first window needs more round trips', () => {
    const arrival = sendAll(100_000, [new PipeModel(shape, new SharedLink(null), 0)]);
    // Windows of 14,600, 29,200 and 58,400 bytes.
    expect(arrival).toBeGreaterThan(100);
    expect(arrival).toBeLessThan(110);
  });

  it('transfers no more than its rate once the window is open', () => {
    const arrival = sendAll(12_500_000, [new PipeModel(shape, new SharedLink(null), 0)]);
    expect(arrival).toBeGreaterThan(1000);
    expect(arrival).toBeLessThan(1300);
  });

  it('waits for the connection to open', () => {
    expect(sendAll(1000, [new PipeModel(shape, new SharedLink(null), 500)])).toBeCloseTo(520.08);
  });

  it('shares the total limit of all connections', () => {
    const link = new SharedLink(25_000);
    const four = Array.from({ length: 4 }, () => new PipeModel(shape, link, 0));
    const arrival = sendAll(12_500_000, four);
    expect(arrival).toBeGreaterThan(2000);
    expect(arrival).toBeLessThan(2300);
  });
});

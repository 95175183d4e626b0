import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../testing/clock';
import { createRateCap } from './rate-cap';

describe('rate cap', () => {
  it('keeps the average at the cap for any size of piece', async () => {
    const clock = createFakeClock();
    const cap = createRateCap(() => 1000, clock);
    let doneBytes = 0;
    const pieces = [100, 2500, 900, 1500].map((bytes) => cap.take(bytes).then(() => (doneBytes += bytes)));
    await clock.advance(2000);
    expect(doneBytes).toBeLessThanOrEqual(1000 * 2 + 250 + 2500);
    await clock.advance(2749);
    expect(doneBytes).toBeLessThan(5000);
    await clock.advance(1);
    await Promise.all(pieces);
    expect(doneBytes).toBe(5000);
  });

  it('gives credit for idle time, of a second at most, and reports how long it waited', async () => {
    const clock = createFakeClock();
    const cap = createRateCap(() => 1000, clock);
    expect(await cap.take(250)).toBe(0);
    await clock.advance(500);
    expect(await cap.take(500)).toBe(0);
    await clock.advance(60_000);
    expect(await cap.take(1000)).toBe(0);
    const waited = cap.take(100);
    await clock.advance(100);
    expect(await waited).toBe(100);
    expect(await cap.take(0)).toBe(0);
  });

  it('charges no waiting caller for those that cancelled earlier', async () => {
    const clock = createFakeClock();
    const cap = createRateCap(() => 1000, clock);
    const done: string[] = [];
    const left = new AbortController();
    const before = cap.take(500).then(() => done.push('before'));
    const given = cap.take(100_000, left.signal).catch((thrown: unknown) => thrown);
    const behind = cap.take(500).then(() => done.push('behind'));
    await clock.advance(100);
    left.abort();
    expect(await given).toMatchObject({ code: 'cancelled.by-user' });
    const last = cap.take(250).then(() => done.push('last'));
    await clock.advance(149);
    expect(done).toEqual([]);
    await clock.advance(1);
    expect(done).toEqual(['before']);
    await clock.advance(499);
    expect(done).toEqual(['before']);
    await clock.advance(1);
    expect(done).toEqual(['before', 'behind']);
    await clock.advance(250);
    await Promise.all([before, behind, last]);
    expect(done).toEqual(['before', 'behind', 'last']);
  });

  it('does not shorten the wait of earlier callers when a later one cancels', async () => {
    const clock = createFakeClock();
    const cap = createRateCap(() => 1000, clock);
    const left = new AbortController();
    let waitedMs = 0;
    const before = cap.take(1250).then((ms) => (waitedMs = ms));
    const given = cap.take(100_000, left.signal).catch((thrown: unknown) => thrown);
    await clock.advance(100);
    left.abort();
    await given;
    await clock.advance(899);
    expect(waitedMs).toBe(0);
    await clock.advance(1);
    expect(await before).toBe(1000);
  });

  it('starts over when it is set again after it was lifted', async () => {
    const clock = createFakeClock();
    let limit: number | null = 1000;
    const cap = createRateCap(() => limit, clock);
    expect(await cap.take(250)).toBe(0);
    const waited = cap.take(1000);
    await clock.advance(1000);
    await waited;
    limit = null;
    expect(await cap.take(1)).toBe(0);
    limit = 1000;
    expect(await cap.take(250)).toBe(0);
  });

  it('does not wait without a cap', async () => {
    expect(await createRateCap(() => null, createFakeClock()).take(1e12)).toBe(0);
  });

  it('releases waiting callers at once when it is lifted, and slows down when it is set again', async () => {
    const clock = createFakeClock();
    let limit: number | null = 1000;
    const cap = createRateCap(() => limit, clock);
    let done = 0;
    const pieces = [100_000, 100_000].map((bytes) => cap.take(bytes).then(() => (done += 1)));
    await clock.advance(10_000);
    expect(done).toBe(0);
    limit = null;
    await clock.advance(250);
    expect(done).toBe(2);
    await Promise.all(pieces);
    limit = 1000;
    const again = cap.take(1250).then(() => (done += 1));
    await clock.advance(999);
    expect(done).toBe(2);
    await clock.advance(1);
    await again;
    expect(done).toBe(3);
  });

  it('goes at the new rate from the moment of a change', async () => {
    const clock = createFakeClock();
    let limit = 1000;
    const cap = createRateCap(() => limit, clock);
    let done = 0;
    const piece = cap.take(250 + 4000).then(() => (done += 1));
    await clock.advance(2000);
    limit = 2000;
    await clock.advance(999);
    expect(done).toBe(0);
    await clock.advance(1);
    await piece;
    expect(done).toBe(1);
  });
});

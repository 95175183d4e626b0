import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../testing/clock';
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

  it('does not wait without a cap', async () => {
    expect(await createRateCap(() => null, createFakeClock()).take(1e12)).toBe(0);
  });

  it('lets those go at once who wait when it is lifted, and slows down when it comes back', async () => {
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

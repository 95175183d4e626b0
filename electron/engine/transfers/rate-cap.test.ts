import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../testing/clock';
import { createRateCap } from './rate-cap';

describe('rate cap', () => {
  it('keeps the average at the cap for any size of piece', async () => {
    const clock = createFakeClock();
    const cap = createRateCap(1000, clock);
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
    expect(await createRateCap(undefined, createFakeClock()).take(1e12)).toBe(0);
  });
});

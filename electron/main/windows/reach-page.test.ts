import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { awaitFirstPicture } from './reach-page';

describe('the first picture', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const settled = async (promise: Promise<void>): Promise<boolean> => {
    let is = false;
    void promise.then(() => (is = true));
    await vi.advanceTimersByTimeAsync(0);
    return is;
  };

  it('is reported once when a window draws, however often it reports that', async () => {
    const picture = awaitFirstPicture();
    expect(await settled(picture.seen)).toBe(false);
    picture.drawn();
    picture.drawn();
    expect(await settled(picture.seen)).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is awaited only for a limited time', async () => {
    const picture = awaitFirstPicture();
    await vi.advanceTimersByTimeAsync(9_999);
    expect(await settled(picture.seen)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await settled(picture.seen)).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { createControllerPool } from './controller-pool';

describe('the pool of controllers', () => {
  it('reuses controllers without an abort or listeners, and never gives one to two owners', () => {
    const pool = createControllerPool();
    const [first, second] = [pool.take(), pool.take()];
    expect(second).not.toBe(first);
    pool.giveBack(first);
    expect(pool.take()).toBe(first);
    expect(pool.take()).not.toBe(first);
  });

  it('discards aborted controllers and those with listeners', () => {
    const pool = createControllerPool();
    const [aborted, other] = [pool.take(), pool.take()];
    aborted.abort();
    const listen = (): void => undefined;
    other.signal.addEventListener('abort', listen);
    for (const controller of [aborted, other]) pool.giveBack(controller);
    expect([aborted, other]).not.toContain(pool.take());

    other.signal.removeEventListener('abort', listen);
    pool.giveBack(other);
    expect(pool.take()).toBe(other);
  });
});

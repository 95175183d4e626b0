import { describe, expect, it } from 'vitest';
import { createControllerPool } from './controller-pool';

describe('the pool of controllers', () => {
  it('hands out again what nobody aborted or listens to, and never two owners the same one', () => {
    const pool = createControllerPool();
    const [first, second] = [pool.take(), pool.take()];
    expect(second).not.toBe(first);
    pool.giveBack(first);
    expect(pool.take()).toBe(first);
    expect(pool.take()).not.toBe(first);
  });

  it('keeps nothing that was aborted or is still listened to', () => {
    const pool = createControllerPool();
    const [aborted, heard] = [pool.take(), pool.take()];
    aborted.abort();
    const listen = (): void => undefined;
    heard.signal.addEventListener('abort', listen);
    for (const controller of [aborted, heard]) pool.giveBack(controller);
    expect([aborted, heard]).not.toContain(pool.take());

    heard.signal.removeEventListener('abort', listen);
    pool.giveBack(heard);
    expect(pool.take()).toBe(heard);
  });
});

import { describe, expect, it } from 'vitest';
import { KiB, MiB } from '@shared/units';
import { createBufferPool } from './task-context';

describe('the pool of buffers', () => {
  it('hands a buffer out again where it fits, and not where it would be wasted', () => {
    const pool = createBufferPool(16 * MiB);
    const large = pool.acquire(4 * MiB);
    pool.release(large);
    expect(pool.acquire(64 * KiB)).not.toBe(large);
    expect(pool.acquire(3 * MiB)).toBe(large);
    expect(pool.freeBytes()).toBe(0);
  });

  it('retains no more than its limit', () => {
    const pool = createBufferPool(5 * MiB);
    for (const buffer of [pool.acquire(4 * MiB), pool.acquire(4 * MiB)]) pool.release(buffer);
    expect(pool.freeBytes()).toBe(4 * MiB);
  });

  it('releases buffers unused for a while, and none in use', () => {
    const pool = createBufferPool(64 * MiB);
    const many = Array.from({ length: 6 }, () => pool.acquire(4 * MiB));
    for (const buffer of many) pool.release(buffer);
    pool.trim();
    expect(pool.freeBytes()).toBe(24 * MiB);

    // Two of them do all the work.
    for (let round = 0; round < 3; round += 1) {
      const used = [pool.acquire(4 * MiB), pool.acquire(4 * MiB)];
      for (const buffer of used) pool.release(buffer);
    }
    pool.trim();
    expect(pool.freeBytes()).toBe(8 * MiB);

    pool.trim();
    expect(pool.freeBytes()).toBe(0);
  });
});

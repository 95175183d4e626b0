import { describe, expect, it } from 'vitest';
import { KiB, MiB } from '@shared/units';
import { createBufferShelf } from './buffer-shelf';

describe('the shelf of buffers', () => {
  it('hands a buffer out again where it fits, and not where it would be wasted', () => {
    const shelf = createBufferShelf(16 * MiB);
    const large = shelf.take(4 * MiB);
    shelf.giveBack(large);
    expect(shelf.take(64 * KiB)).not.toBe(large);
    expect(shelf.take(3 * MiB)).toBe(large);
    expect(shelf.freeBytes()).toBe(0);
  });

  it('keeps no more than it may', () => {
    const shelf = createBufferShelf(5 * MiB);
    for (const buffer of [shelf.take(4 * MiB), shelf.take(4 * MiB)]) shelf.giveBack(buffer);
    expect(shelf.freeBytes()).toBe(4 * MiB);
  });

  it('lets go of what nobody needed for a while, and of nothing that is in use', () => {
    const shelf = createBufferShelf(64 * MiB);
    const many = Array.from({ length: 6 }, () => shelf.take(4 * MiB));
    for (const buffer of many) shelf.giveBack(buffer);
    shelf.trim();
    expect(shelf.freeBytes()).toBe(24 * MiB);

    // Two of them do all the work.
    for (let round = 0; round < 3; round += 1) {
      const used = [shelf.take(4 * MiB), shelf.take(4 * MiB)];
      for (const buffer of used) shelf.giveBack(buffer);
    }
    shelf.trim();
    expect(shelf.freeBytes()).toBe(8 * MiB);

    shelf.trim();
    expect(shelf.freeBytes()).toBe(0);
  });
});

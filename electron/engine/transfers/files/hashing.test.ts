import { describe, expect, it } from 'vitest';
import { MiB } from '@shared/units';
import { worthAtOnce } from './hashing';

const many = 1000 * MiB;

describe('blocks beside the hash of their file', () => {
  it('are fewer at once only while the hash cannot follow', () => {
    expect(worthAtOnce({ movedBytes: 300 * MiB, readableBytes: many, hashedBytes: 200 * MiB })).toBe(8);
    expect(worthAtOnce({ movedBytes: 220 * MiB, readableBytes: many, hashedBytes: 200 * MiB })).toBe(Infinity);
    expect(worthAtOnce({ movedBytes: 0, readableBytes: many, hashedBytes: 0 })).toBe(Infinity);
  });

  it('are as many as the line wants where the hash waits for one that came out of turn, or for what was moved before', () => {
    expect(worthAtOnce({ movedBytes: 300 * MiB, readableBytes: 100 * MiB, hashedBytes: 100 * MiB })).toBe(Infinity);
    expect(worthAtOnce({ movedBytes: 10 * MiB, readableBytes: many, hashedBytes: 0 })).toBe(Infinity);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MiB } from '@shared/units';
import { createFakeClock } from '../../../testing/clock';
import { hashing, worthAtOnce, createFrontier } from './move-blocks';

const many = 1000 * MiB;

describe('blocks in flight', () => {
  it('are limited only while the hash is too slow', () => {
    expect(worthAtOnce({ movedBytes: 300 * MiB, readableBytes: many, hashedBytes: 200 * MiB })).toBe(8);
    expect(worthAtOnce({ movedBytes: 248 * MiB, readableBytes: many, hashedBytes: 200 * MiB })).toBe(Infinity);
    expect(worthAtOnce({ movedBytes: 248 * MiB + 1, readableBytes: many, hashedBytes: 200 * MiB })).toBe(8);
    expect(worthAtOnce({ movedBytes: 220 * MiB, readableBytes: many, hashedBytes: 200 * MiB })).toBe(Infinity);
    expect(worthAtOnce({ movedBytes: 0, readableBytes: many, hashedBytes: 0 })).toBe(Infinity);
  });

  it('are not limited while the hash waits for a missing block, or for what an earlier run moved', () => {
    expect(worthAtOnce({ movedBytes: 300 * MiB, readableBytes: 100 * MiB, hashedBytes: 100 * MiB })).toBe(Infinity);
    expect(worthAtOnce({ movedBytes: 10 * MiB, readableBytes: many, hashedBytes: 0 })).toBe(Infinity);
  });
});

it('hashing: reports the wait by the monotonic clock when the wall clock is changed meanwhile', async () => {
  const clock = createFakeClock();
  await clock.advance(1_000);
  const waits: unknown[] = [];
  const result = clock.sleep(40).then(() => ({ sum: 0, md5: 'hash', elapsedMs: 40 }));
  const hash = { result, advance: () => undefined };
  const context = { clock, jobId: 'job', pool: { hash: () => hash }, onWaits: (one: unknown) => waits.push(one) };
  const { signal } = new AbortController();
  const md5 = hashing(context, { path: 'file', bytes: 1, readableBytes: 1 }, signal).md5();
  clock.shiftWallTime(-3_600_000);
  await clock.advance(40);
  expect(await md5).toBe('hash');
  expect(waits).toEqual([{ cpuMs: 40 }]);
});

it('frontier: ends at the first missing byte, whatever the order of the ranges', () => {
  const pieces = fc.array(fc.record({ length: fc.integer({ min: 1, max: 9 }), rank: fc.nat() }), { minLength: 1 });
  fc.assert(
    fc.property(pieces, fc.nat(20), (drawn, known) => {
      const sizes = drawn.map(({ length }) => length);
      const ranges = drawn.map(({ length, rank }, at) => ({
        length,
        rank,
        offset: sizes.slice(0, at).reduce((sum, each) => sum + each, 0),
      }));
      const shuffled = [...ranges].sort((a, b) => a.rank - b.rank);
      const frontier = createFrontier(shuffled.slice(0, known));
      const existing = new Set(shuffled.slice(0, known));
      const expected = (): number => {
        const gap = ranges.find((range) => !existing.has(range));
        return gap === undefined ? sizes.reduce((sum, each) => sum + each, 0) : gap.offset;
      };
      expect(frontier.readableBytes()).toBe(expected());
      for (const range of shuffled.slice(known)) {
        frontier.add(range);
        existing.add(range);
        expect(frontier.readableBytes()).toBe(expected());
      }
    }),
  );
});

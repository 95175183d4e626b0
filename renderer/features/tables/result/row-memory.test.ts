import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type HeldBlock, releaseOrder } from './row-memory';

const inMemory = (usedAt: number): HeldBlock => ({ usedAt, inMemory: true });

describe('the blocks that leave memory', () => {
  it('are the farthest from the viewport first, among equals the longest unused', () => {
    const blocks = [0, 30, 40, 50, 60, 20, 10, 0].map(inMemory);
    expect(releaseOrder(blocks, new Set([3, 4]))).toEqual([6, 1, 5, 2]);
  });

  it('are those farthest from the first rows while nothing is looked at', () => {
    expect(releaseOrder([1, 2, 3, 4, 5].map(inMemory), new Set())).toEqual([3, 2, 1]);
  });

  it('are never the first, the last, one that is looked at or one that is gone already', () => {
    const block = fc.record({ usedAt: fc.nat(), inMemory: fc.boolean() });
    fc.assert(
      fc.property(
        fc.array(block, { maxLength: 20 }),
        fc.uniqueArray(fc.nat(25), { maxLength: 5 }),
        (blocks, wanted) => {
          const order = releaseOrder(blocks, new Set(wanted));
          const mayGo = blocks.flatMap((held, at) =>
            held.inMemory && at > 0 && at < blocks.length - 1 && !wanted.includes(at) ? [at] : [],
          );
          expect([...order].sort((a, b) => a - b)).toEqual(mayGo);
        },
      ),
    );
  });
});

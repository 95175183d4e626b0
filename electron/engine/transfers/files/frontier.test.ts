import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFrontier } from './frontier';

it('reaches as far as every byte before is there, whatever the order in which ranges come', () => {
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

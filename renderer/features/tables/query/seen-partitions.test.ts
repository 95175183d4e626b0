import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSeenPartitions } from './seen-partitions';

it('finds every partition of sorted rows, and reads few of them', () => {
  const partitions = fc.array(fc.tuple(fc.string({ maxLength: 3 }), fc.integer({ min: 1, max: 40 })), { maxLength: 8 });
  fc.assert(
    fc.property(partitions, (sizes) => {
      const wanted = [...new Set(sizes.map(([key]) => key))].sort();
      const rows = sizes.flatMap(([key, size]) => Array<string>(size).fill(key)).sort();
      const seen = createSeenPartitions({ count: () => rows.length, partitionAt: (index) => rows[index] });
      expect(seen.startingWith('')).toEqual(wanted.filter((key) => key !== ''));
    }),
  );
  let read = 0;
  const large = createSeenPartitions({
    count: () => 100_000,
    partitionAt: (index) => {
      read += 1;
      return index < 70_000 ? 'Action' : 'Drama';
    },
  });
  expect(large.startingWith('')).toEqual(['Action', 'Drama']);
  expect(read).toBeLessThan(200);
});

it('remembers those of earlier runs, and passes over rows that are no longer in memory', () => {
  let rows: readonly (string | undefined)[] = ['Action', undefined, 'Drama'];
  const seen = createSeenPartitions({ count: () => rows.length, partitionAt: (index) => rows[index] });
  seen.collect();
  rows = ['Drama', 'Dance'];
  expect(seen.startingWith('D')).toEqual(['Dance', 'Drama']);
  expect(seen.startingWith('Drama'), 'what is typed in full').toEqual([]);
  expect(seen.startingWith('A')).toEqual(['Action']);
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { PreflightTally } from './preflight-tally';

const tallyOf = (names: readonly string[]): PreflightTally => {
  const tally = new PreflightTally({ way: 'up', connectionId: 'quay', writing: () => [], blockBytesOf: () => 0 });
  for (const name of names) {
    const file = { source: name, name, bytes: 2, modifiedMs: 1_000 };
    tally.add(file);
    tally.take(file, { bytes: 2, lastModified: '2026-01-01T00:00:00Z' });
  }
  return tally;
};
const examplesOf = (names: readonly string[]): readonly string[] =>
  tallyOf(names)
    .report('complete')
    .examples.map(({ name }) => name);

it('tally: lists existing names in their order, whichever was looked up first', () => {
  expect(examplesOf(['b.bin', 'c.bin', 'a.bin'])).toEqual(['a.bin', 'b.bin', 'c.bin']);
});

it('tally: lists the same few of many names, whichever were looked up first', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  for (const order of [names, [...names].reverse(), ['d', 'g', 'b', 'f', 'a', 'e', 'c']]) {
    expect(examplesOf(order)).toEqual(names.slice(0, 5));
  }
});

it('tally: lists the same few of many denials, in whichever order they were found', () => {
  const rejection = fc.record({
    source: fc.string({ minLength: 1, maxLength: 2 }),
    code: fc.constantFrom('conflict.archived' as const, 'not-found.blob' as const),
  });
  const twice = fc
    .array(rejection, { maxLength: 60 })
    .chain((found) =>
      fc.tuple(fc.constant(found), fc.shuffledSubarray(found, { minLength: found.length, maxLength: found.length })),
    );
  fc.assert(
    fc.property(twice, ([found, otherwise]) => {
      const [one, other] = [found, otherwise].map((order) => {
        const tally = tallyOf([]);
        for (const { source, code } of order) tally.reject(source, new StowageError(code, 'It was.'));
        return tally.report('complete').rejected;
      });
      expect(one).toEqual(other);
      expect([one?.files, one?.examples.length]).toEqual([found.length, Math.min(found.length, 20)]);
    }),
  );
});

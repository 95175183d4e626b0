import { expect, it } from 'vitest';
import { SurveyTally } from './survey-tally';

const tallyOf = (names: readonly string[]): SurveyTally => {
  const tally = new SurveyTally({ way: 'up', connectionId: 'quay', writing: () => [], blockBytesOf: () => 0 });
  for (const name of names) {
    const file = { source: name, name, bytes: 2, modifiedMs: 1_000 };
    tally.add(file);
    tally.take(file, { bytes: 2, lastModified: '2026-01-01T00:00:00Z' });
  }
  return tally;
};
const examplesOf = (names: readonly string[]): readonly string[] =>
  tallyOf(names)
    .told('complete')
    .examples.map(({ name }) => name);

it('tells the names that exist in their order, whichever was looked up first', () => {
  expect(examplesOf(['b.bin', 'c.bin', 'a.bin'])).toEqual(['a.bin', 'b.bin', 'c.bin']);
});

it('tells the same few of many names, whichever were looked up first', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  for (const order of [names, [...names].reverse(), ['d', 'g', 'b', 'f', 'a', 'e', 'c']]) {
    expect(examplesOf(order)).toEqual(names.slice(0, 5));
  }
});

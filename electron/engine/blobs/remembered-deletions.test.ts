import { expect, it } from 'vitest';
import { createRememberedDeletions } from './remembered-deletions';

it('knows what each deletion took, of all its runs, and not what was gone before', () => {
  const { namesOf, hasTaken } = createRememberedDeletions();
  namesOf('one').add('a');
  namesOf('other').add('b');
  const again = namesOf('one');
  again.add('c');
  again.add('gone');
  again.drop('gone');
  const known = (deletion: string): readonly string[] =>
    ['a', 'b', 'c', 'gone'].filter((name) => hasTaken(deletion, name));
  expect([known('one'), known('other'), known('unknown')]).toEqual([['a', 'c'], ['b'], []]);
});

it('forgets the oldest where they are too many, and never the one that runs', () => {
  const { namesOf, hasTaken } = createRememberedDeletions(3);
  for (const deletion of ['1', '2', '3']) {
    const names = namesOf(deletion);
    for (const name of ['a', 'b']) names.add(name);
  }
  namesOf('4');
  expect(['1', '2', '3'].map((deletion) => hasTaken(deletion, 'a'))).toEqual([false, false, true]);
  const large = namesOf('5');
  for (let index = 0; index < 10; index += 1) large.add(String(index));
  namesOf('5');
  expect([hasTaken('3', 'a'), hasTaken('5', '0')]).toEqual([false, true]);
});

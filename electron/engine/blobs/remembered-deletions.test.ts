import { expect, it } from 'vitest';
import { createRememberedDeletions } from './remembered-deletions';

it('knows what each deletion took, of all its runs, and not what was gone before', () => {
  const { namesOf, takenBy } = createRememberedDeletions();
  namesOf('one').add('a');
  namesOf('other').add('b');
  const again = namesOf('one');
  again.add('c');
  again.add('gone');
  again.drop('gone');
  const known = (deletion: string): readonly string[] | null => {
    const hasTaken = takenBy(deletion);
    return hasTaken && ['a', 'b', 'c', 'gone'].filter(hasTaken);
  };
  expect([known('one'), known('other'), known('unknown')]).toEqual([['a', 'c'], ['b'], null]);
});

it('forgets the oldest where they are too many, and never the one that runs', () => {
  const { namesOf, takenBy } = createRememberedDeletions(3);
  for (const deletion of ['1', '2', '3']) {
    const names = namesOf(deletion);
    for (const name of ['a', 'b']) names.add(name);
  }
  namesOf('4');
  expect(['1', '2', '3'].map((deletion) => takenBy(deletion)?.('a'))).toEqual([undefined, undefined, true]);
  const large = namesOf('5');
  for (let index = 0; index < 10; index += 1) large.add(String(index));
  namesOf('5');
  expect([takenBy('3'), takenBy('5')?.('0')]).toEqual([null, true]);
});

it('knows no part of a deletion whose first run is forgotten', () => {
  const { namesOf, takenBy } = createRememberedDeletions(1);
  namesOf('1').add('a');
  namesOf('2').add('b');
  namesOf('3');
  namesOf('1').add('c');
  expect(takenBy('1')).toBeNull();
});

it('forgets one that is too large to be remembered', () => {
  const { namesOf, takenBy } = createRememberedDeletions(3, 5);
  const large = namesOf('1');
  for (let index = 0; index < 5; index += 1) large.add(String(index));
  expect(takenBy('1')?.('4')).toBe(true);
  large.add('5');
  expect(takenBy('1')).toBeNull();
  large.add('6');
  namesOf('1').add('7');
  expect(takenBy('1')).toBeNull();
});

import { expect, it } from 'vitest';
import { createRememberedDeletions } from './remembered-deletions';

it('records the blobs of each deletion, of all its runs, and not those that were gone before', () => {
  const { namesOf, takenBy } = createRememberedDeletions();
  namesOf('one').add('a');
  namesOf('other').add('b');
  const again = namesOf('one');
  again.add('c');
  again.add('gone');
  again.drop('gone');
  const known = (deletion: string): readonly string[] => {
    const { has, known: howMany } = takenBy(deletion);
    return [howMany, ...['a', 'b', 'c', 'gone'].filter(has)];
  };
  expect([known('one'), known('other'), known('unknown')]).toEqual([['all', 'a', 'c'], ['all', 'b'], ['some']]);
});

it('forgets the oldest where they are too many, and never the one that runs', () => {
  const { namesOf, takenBy } = createRememberedDeletions(3);
  for (const deletion of ['1', '2', '3']) {
    const names = namesOf(deletion);
    for (const name of ['a', 'b']) names.add(name);
  }
  namesOf('4');
  expect(['1', '2', '3'].map((deletion) => takenBy(deletion).has('a'))).toEqual([false, false, true]);
  const large = namesOf('5');
  for (let index = 0; index < 10; index += 1) large.add(String(index));
  namesOf('5');
  expect([takenBy('3').known, takenBy('5').known, takenBy('5').has('0')]).toEqual(['some', 'all', true]);
});

it('does not know all of a deletion whose first run is forgotten', () => {
  const { namesOf, takenBy } = createRememberedDeletions(1);
  namesOf('1').add('a');
  namesOf('2').add('b');
  namesOf('3');
  namesOf('1').add('c');
  expect(takenBy('1')).toMatchObject({ known: 'some' });
  expect(['a', 'c'].filter(takenBy('1').has)).toEqual(['c']);
});

it('does not know all of a deletion whose first run was that of an engine before it', () => {
  const { namesOf, takenBy } = createRememberedDeletions();
  namesOf('1', 'further').add('b');
  namesOf('2', 'first').add('a');
  namesOf('2', 'further').add('b');
  expect(['1', '2'].map((deletion) => takenBy(deletion).known)).toEqual(['some', 'all']);
  expect(['a', 'b'].filter(takenBy('1').has)).toEqual(['b']);
});

it('forgets one that is too large to be remembered', () => {
  const { namesOf, takenBy } = createRememberedDeletions(3, 5);
  const large = namesOf('1');
  for (let index = 0; index < 5; index += 1) large.add(String(index));
  expect(takenBy('1').known).toBe('all');
  for (let index = 5; index < 12; index += 1) large.add(String(index));
  expect(takenBy('1').known).toBe('some');
  expect(['0', '11'].some(takenBy('1').has)).toBe(false);
  namesOf('1').add('12');
  expect(takenBy('1').known).toBe('some');
});

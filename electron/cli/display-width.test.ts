// Tables line up, and lines fit the terminal, whatever the names are written in.
import { expect, it } from 'vitest';
import { cutTo, padTo, widthOf } from './display-width';

it.each([
  ['plain', 5],
  ['Größe', 5],
  ['Gro\u0308ße', 5],
  ['日本 語', 7],
  ['한글', 4],
  ['ﾊﾝｶｸ', 4],
  ['ﾃﾞｰﾀ', 4],
  ['ＡＢ', 4],
  ['データ・コーヒー', 16],
  ['ㄅㄆ', 4],
  ['㎏〆㈱', 6],
  ['a😀b', 4],
  ['👩‍👩‍👧', 2],
  ['Привет', 6],
  ['', 0],
] as const)('%s takes %i columns', (text, columns) => {
  expect(widthOf(text)).toBe(columns);
});

it('fills and cuts by columns, and cuts no letter in two', () => {
  expect([padTo('日本', 6), padTo('abc', 6), padTo('日本語x', 6)]).toEqual(['日本  ', 'abc   ', '日本語x']);
  expect([cutTo('日本語', 5), cutTo('a😀b', 2), cutTo('abc', 2), cutTo('Gro\u0308ße', 3), cutTo('abc', -1)]).toEqual([
    '日本',
    'a',
    'ab',
    'Gro\u0308',
    '',
  ]);
});

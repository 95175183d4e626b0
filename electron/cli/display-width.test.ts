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

it.each([
  ['a letter with marks, 50,000 times', 'a\u0301'.repeat(50_000), 50_000],
  ['one letter with 100,000 marks', `a${'\u0301'.repeat(100_000)}`, 1],
  ['wide letters, 100,000 of them', '漢'.repeat(100_000), 200_000],
  ['a flag that lies across the pieces of a long text', 'x'.repeat(255) + '\u{1f1e9}\u{1f1ea}'.repeat(300), 855],
] as const)('display width: takes time in proportion to the length for %s', (_, text, columns) => {
  const startedMs = performance.now();
  expect(widthOf(text)).toBe(columns);
  expect(cutTo(text, columns)).toBe(text);
  // In proportion to its square, it takes a minute.
  expect(performance.now() - startedMs).toBeLessThan(5_000);
});

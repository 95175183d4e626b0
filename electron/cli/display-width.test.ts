// Tables line up, and lines fit the terminal, whatever the names are written in.
import { expect, it } from 'vitest';
import { cutTo, fitTo } from './display-width';

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
  expect(fitTo(text, Infinity)).toEqual({ text, width: columns });
});

it('cuts by columns, and cuts no letter in two', () => {
  expect([fitTo('日本', 4), fitTo('日本語', 5), fitTo('日本語', 4), fitTo('Größe', 4), fitTo('a😀', 2)]).toEqual([
    { text: '日本', width: 4 },
    { text: '日本…', width: 5 },
    { text: '日…', width: 3 },
    { text: 'Grö…', width: 4 },
    { text: 'a…', width: 2 },
  ]);
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
  expect(fitTo(text, Infinity)).toEqual({ text, width: columns });
  expect(cutTo(text, columns)).toBe(text);
  // In proportion to its square, it takes a minute.
  expect(performance.now() - startedMs).toBeLessThan(5_000);
});

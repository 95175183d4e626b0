import { describe, expect, it } from 'vitest';
import { detectDelimiter, namedDelimiter } from './delimiter';

describe('what divides a text', () => {
  it.each([
    ['a row without a line end', 'ship;crate;tons', ';'],
    ['rows that agree', 'a;b,c\nd;e\nf;g,h\n', ';'],
    ['empty lines between rows', '\n\na|b\n\r\nc|d\n', '|'],
    ['rows with quotes', '"a,b,c";d\n"e,f\n,g";h\n', ';'],
    ['rows whose quotes hold another that agrees as well', '"a,b,c";d\n"e,f,g";h\n', ';'],
    ['rows that two divide alike, by the one that makes more columns', 'a;b;c,d\ne;f;g,h\n', ';'],
    ['rows of two columns that are empty, of which there are more', '|\n|\n|\na;b;c|\n', '|'],
    ['a last row without a line end, which does not count', 'a;b|c\nd;e|f\ng|h', ';'],
    ['200 rows and not the next', `${'a;b,c,d\n'.repeat(200)}${'e;f\n'.repeat(50)}`, ','],
    ['rows after blank ones, which are no column', 'a;b,c\n\n\nd;e\n\n\nf;g,h\n', ';'],
    ['rows that do not agree', 'a;b\nc;d;e\n', ';'],
    ['nothing', 'ship\ncrate\n', ','],
    ['an empty text', '', ','],
  ])('is found in %s', (_, text, delimiter) => {
    expect(detectDelimiter(text)).toBe(delimiter);
  });
});

it.each([
  ['sep=;', ';'],
  ['SEP=|', '|'],
  ['"sep=\t"', '\t'],
  ['sep=', null],
  ['a sep=;', null],
  ['sep=;;', null],
  ['sep=; ', null],
])('what the line %j names divides a text: %j', (line, delimiter) => {
  expect(namedDelimiter(line)).toBe(delimiter);
});

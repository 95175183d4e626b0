// A table in Markdown: aligned like the grid, and no text of a cell can end the cell or format it.
import { describe, expect, it } from 'vitest';
import { markdownHead, markdownRow } from './markdown-table';

describe('a table in Markdown', () => {
  it('begins with the names, and aligns numbers to the end', () => {
    expect(
      markdownHead([
        { name: 'RowKey', align: 'start' },
        { name: 'Votes', align: 'end' },
      ]),
    ).toEqual(['| RowKey | Votes |', '| --- | ---: |']);
  });

  it('escapes what would end a cell or format its text', () => {
    expect(markdownRow(['a|b', 'C:\\|x', '*bold* ~~gone~~', '`code`', '<b>&amp;', '[a](b)', '$x$'])).toBe(
      '| a\\|b | C:\\\\\\|x | \\*bold\\* \\~\\~gone\\~\\~ | \\`code\\` | \\<b\\>\\&amp; | \\[a\\](b) | \\$x\\$ |',
    );
  });

  it('leaves underscores within a word alone', () => {
    expect(markdownRow(['a_b_1', '_a_', 'a__b', 'é_ß'])).toBe('| a_b_1 | \\_a\\_ | a\\_\\_b | é_ß |');
  });

  it('puts each row on one line', () => {
    expect(markdownRow(['a\r\nb\nc\rd', ''])).toBe('| a<br>b<br>c<br>d |  |');
  });
});

import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rawOf } from './raw-row';
import { type DelimitedRecord, RecordSplitter, misplacedQuote } from './record-splitter';

/** Split at the given positions, which may repeat. */
function split(text: string, delimiter = ',', cuts: readonly number[] = []): DelimitedRecord[] {
  const splitter = new RecordSplitter(delimiter, 10_000);
  const positions = [0, ...cuts.map((cut) => Math.min(cut, text.length)), text.length].sort((a, b) => a - b);
  const found = positions.slice(1).flatMap((end, index) => splitter.add(text.slice(positions[index], end)));
  return [...found, ...splitter.end()];
}

const cell = fc.string({ unit: fc.constantFrom('a', 'b', '"', ',', ';', '\n', ' ', 'é', '\u{1f680}'), maxLength: 8 });
const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 6 });
const cuts = fc.array(fc.nat(120), { maxLength: 5 });
const quoted = (text: string, delimiter: string): string =>
  text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

describe('records of delimited text', () => {
  it('are read as written, however the text is split and whatever its line ends', () => {
    const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
    const delimiter = fc.constantFrom(',', ';', '\t', '||');
    fc.assert(
      fc.property(table, lineEnd, delimiter, cuts, fc.boolean(), (rows, lineBreak, mark, positions, endsWithLine) => {
        const filled = rows.filter((cells) => cells.length > 1 || cells[0] !== '');
        const lines = filled.map((cells) => cells.map((one) => quoted(one, mark)).join(mark));
        const text = lines.join(lineBreak) + (endsWithLine ? lineBreak : '');
        // A table of one line with breaks in its cells does not show how lines end.
        fc.pre(lineBreak !== '\r' || !text.includes('\n'));
        const found = split(text, mark, positions);
        expect(found.map(({ cells }) => cells)).toEqual(filled);
        expect(found.map((one) => rawOf(one, mark))).toEqual(filled);
      }),
      { numRuns: 500 },
    );
  });

  it('are those that csv-parse finds in any text without faults', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', '"', ',', '\n', '\n', ' '), maxLength: 30 });
    fc.assert(
      fc.property(text, cuts, (input, positions) => {
        let expected: string[][];
        try {
          expected = parse(input, { relax_column_count: true, skip_empty_lines: true, record_delimiter: '\n' });
        } catch {
          return;
        }
        expect(split(input, ',', positions).map(({ cells }) => cells)).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it('have the line number of their start, also after empty lines and breaks within cells', () => {
    const found = split('a,b\n\n"one\ntwo",c\n\nd,e\n', ',', [9]);
    expect(found.map(({ line }) => line)).toEqual([1, 3, 6]);
  });

  it('with a misplaced quote are reported as bad, lose nothing, and do not affect the next line', () => {
    for (const [bad, cells] of [
      ['a"b,c', ['a"b', 'c']],
      ['"a"b,c', ['"a"b', 'c']],
      ['x,"a" ,c', ['x', '"a" ', 'c']],
    ] as const) {
      for (let cut = 0; cut <= bad.length + 4; cut += 1) {
        expect(split(`1,2\n${bad}\r\n3,4`, ',', [4 + cut])).toEqual([
          { cells: ['1', '2'], line: 1, source: '1,2', problem: null },
          { cells, line: 2, source: bad, problem: misplacedQuote() },
          { cells: ['3', '4'], line: 3, source: '3,4', problem: null },
        ]);
      }
      expect(rawOf({ source: bad }, ',')).toEqual(cells);
    }
  });

  it('are rejected from an unclosed quote on, naming its line, without buffering the whole input', () => {
    expect(() => split('a,b\n1,"open\n2,3\n')).toThrow(/Line 2: a quoted cell starts here and is never closed/);
    const splitter = new RecordSplitter(',', 1000);
    splitter.add('a,b\n"open');
    expect(() => {
      for (let piece = 0; piece < 10; piece += 1) splitter.add('x'.repeat(200));
    }).toThrow(/Line 2/);
  });

  it('are rejected when a line is longer than any entity', () => {
    const splitter = new RecordSplitter(',', 1000);
    splitter.add('a,b\n');
    expect(() => splitter.add('x'.repeat(1001))).toThrow(/Line 2: the row is longer/);
  });
});

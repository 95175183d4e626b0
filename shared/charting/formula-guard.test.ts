// Reports that users open in a spreadsheet: foreign text in them is shown, and none of it is executed.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runCsv } from '../lab/run-files';
import type { LoggedRequest, PartitionHeat } from '../model/monitor';
import { heatCsv } from '../monitor/partition-files';
import { requestsCsv } from '../monitor/requests-file';
import { seriesCsv } from '../monitor/series-csv';
import { chartCsv } from './chart-csv';
import type { ChartData } from './chart-data';
import { csvLine, reportLine } from './csv-line';
import { guardedReversibly, harmless, mayRun, isPlainNumber, unguarded } from './formula-guard';

const hostile = '=HYPERLINK("http://a","b")';
const expected = `"'=HYPERLINK(""http://a"",""b"")"`;

const request: LoggedRequest = {
  number: 1,
  atMs: 0,
  connectionId: 'c',
  service: 'table',
  operation: hostile,
  resource: hostile,
  partition: hostile,
  entities: 0,
  method: 'GET',
  address: hostile,
  status: 400,
  errorCode: hostile,
  overLimit: '',
  attempt: 1,
  bytesUp: 0,
  bytesDown: 0,
  queueMs: 0,
  firstByteMs: 0,
  totalMs: 0,
  reusedConnection: false,
};
const heat: PartitionHeat = {
  stepMs: 1_000,
  stepsAtMs: [1_000],
  more: 0,
  completeFromMs: 0,
  partitions: [{ connectionId: 'c', table: hostile, partition: hostile, requests: [1], entities: [1] }],
};
const chart = {
  kind: 'line',
  form: 'exact',
  scale: 'number',
  series: [{ label: hostile, marks: [{ x: 1, y: 2, low: 2, high: 2, count: 1 }] }],
} as unknown as ChartData;

describe('a report for a spreadsheet', () => {
  it.each([
    ['requests', requestsCsv([request], () => hostile), 6],
    ['partitions', heatCsv(heat, () => hostile), 3],
    ['figures over time', seriesCsv([], [{ key: 'a', label: hostile, unit: 's' }]), 0],
    ['a chart', chartCsv(chart, { x: { kind: 'property', name: hostile, scale: 'number' }, y: [hostile] }), 3],
    ['a run of the lab', runCsv({ columns: [hostile], rows: [[hostile]] }), 2],
  ])('executes no text that it contains: %s', (_, text, times) => {
    expect(text.split(expected)).toHaveLength(times + 1);
    expect(text).not.toMatch(/(?:^|[,\n])"?=/u);
  });

  it('leaves numbers and harmless texts as they are', () => {
    expect(reportLine(['-5', '-1.5e-7', '', 'a=b', '2026-10-14T08:21:07.140Z'])).toBe(
      '-5,-1.5e-7,,a=b,2026-10-14T08:21:07.140Z\r\n',
    );
    const triggers = ['+4930', '-5x', '@a', '\tx', '\uff1d1', '\uff0b1', '\uff0dx', '\uff20a'];
    expect(triggers.map(harmless)).toEqual(triggers.map((text) => `'${text}`));
  });

  it('quotes blanks at the ends of a text, which data for a reader that takes it back does not need', () => {
    const texts = [' a', 'a ', ' ', '\u00a0a', 'a b', ''];
    expect(reportLine(texts)).toBe('" a","a "," ","\u00a0a",a b,\r\n');
    expect(csvLine(texts)).toBe(' a,a , ,\u00a0a,a b,\r\n');
  });

  it('quotes characters that would end a field or a line', () => {
    expect(csvLine(['a,b', 'a"b', 'a\nb', 'a\rb', 'a;b'])).toBe('"a,b","a""b","a\nb","a\rb",a;b\r\n');
  });

  it('runs nothing either where a semicolon or a tab parts the fields', () => {
    expect(reportLine(['p\t=1', 'q;\uff20a'])).toBe(`p\t'=1,q;'\uff20a\r\n`);
    expect(reportLine(['p;=HYPERLINK("a")', 'a; b', '1;-2'])).toBe(`"p;'=HYPERLINK(""a"")",a; b,1;'-2\r\n`);
  });

  it('begins no field with a character that opens a formula, and loses nothing', () => {
    const begins = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', ' ', '', "'", '\ufeff', '1');
    fc.assert(
      fc.property(fc.array(begins, { maxLength: 4 }), fc.string({ unit: 'grapheme' }), (head, rest) => {
        const text = head.join('') + rest;
        const cell = harmless(text);
        expect([text, `'${text}`]).toContain(cell);
        expect(/^\s*[=+\-@]/u.test(cell)).toBe(/^-\d+(?:\.\d+)?(?:e[+-]?\d+)?$/iu.test(text));
      }),
    );
  });
});

describe('guards of a file that is imported again', () => {
  it('rejected rows: come back as they were when their guards are removed, and run nothing before', () => {
    const text = fc.string({
      unit: fc.constantFrom("'", '=', '-', '5', '+', '@', ' ', '\t', 'a', '\uff1d'),
      maxLength: 6,
    });
    fc.assert(
      fc.property(text, (cell) => {
        const written = guardedReversibly(cell);
        expect(unguarded(written)).toBe(cell);
        expect(mayRun(written) && !isPlainNumber(written)).toBe(false);
      }),
    );
  });
});

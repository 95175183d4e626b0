// The figures of a report are those of data.csv: counted again from the text of the file by the plainest means, and looked
// for in the text of the report.
import { describe, expect, it } from 'vitest';
import { recordedRuns } from '@shared/lab/fixtures/recorded-runs';
import { formatFigure } from '@shared/lab/figures';
import type { RunRecord } from '@shared/lab/run';
import { runCsv } from '@shared/lab/run-files';
import { reportHtml } from '@shared/lab/report/report-html';
import { reportPages } from './pdf-pages';
import { reportOf } from '@shared/lab/report/report';

type CsvRow = Readonly<Record<string, string>>;

function csvOf(run: RunRecord): readonly CsvRow[] {
  const [head = [], ...rows] = runCsv(run)
    .trimEnd()
    .split('\n')
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell.replace(/^"|"$/g, '')),
    );
  return rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index] ?? ''])));
}

/** Cells of the rows of a table of the report, by its title. */
function tableIn(html: string, title: string): readonly (readonly string[])[] {
  const body = html.slice(html.indexOf(`<caption>${title}</caption>`)).split('</table>')[0] ?? '';
  return [...body.matchAll(/<tr>(<td.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = '']) => cell),
  );
}

const numbers = (rows: readonly CsvRow[], column: string): number[] => rows.map((row) => Number(row[column]));
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
const ranked = (values: readonly number[], percent: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil((percent * values.length) / 100) - 1]!;
function middle(values: readonly number[]): number {
  const ascending = [...values].sort((a, b) => a - b);
  return (ascending[Math.floor((values.length - 1) / 2)]! + ascending[Math.ceil((values.length - 1) / 2)]!) / 2;
}
function deviation(values: readonly number[]): number {
  const mean = sum(values) / values.length;
  return Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / (values.length - 1));
}
const ms = (value: number): string => formatFigure(value, 'ms');

describe('a report against data.csv', () => {
  it('latency: the columns of the study of 2012, for every operation', () => {
    const run = recordedRuns.Latency!;
    const rows = csvOf(run);
    const table = tableIn(reportHtml(reportOf(run)), 'Latency by operation');
    expect(table.map(([operation]) => operation)).toEqual(['insert', 'get', 'update', 'delete']);
    for (const [operation, ...cells] of table) {
      const own = rows.filter((row) => row.operation === operation);
      const durations = numbers(own, 'durationMs');
      expect(durations).toHaveLength(24);
      expect(cells.slice(0, 7)).toEqual(
        [
          Math.min(...durations),
          middle(durations),
          sum(durations) / durations.length,
          Math.max(...durations),
          ...[90, 95, 99].map((percent) => ranked(durations, percent)),
        ].map(ms),
      );
      expect(cells.slice(8)).toEqual(['24', '0']);
    }
  });

  it('saturation: rates, refusals and connections', () => {
    const run = recordedRuns.Saturation!;
    const rows = csvOf(run);
    const table = tableIn(reportHtml(reportOf(run)), 'Rate and throttling');
    expect(table).toHaveLength(8);
    for (const [setting, ...cells] of table) {
      const own = rows.filter((row) => row.step === setting);
      const good = own.filter((row) => row.ok === '1');
      const from = Math.min(...numbers(own, 'startMs'));
      const to = Math.max(...own.map((row) => Number(row.startMs) + Number(row.durationMs)));
      const rejected = own.filter((row) => row.throttled === '1').length;
      expect(cells).toEqual([
        formatFigure((sum(numbers(good, 'entities')) / (to - from)) * 1000, 'entities/s'),
        formatFigure(
          (sum(
            numbers(
              own.filter((row) => row.throttled === '1'),
              'entities',
            ),
          ) /
            (to - from)) *
            1000,
          'entities/s',
        ),
        formatFigure((rejected / own.length) * 100, '%'),
        ms(middle(numbers(good, 'durationMs'))),
        String(Math.max(...numbers(own, 'connections'))),
        // Refused requests are billed as well.
        formatFigure(((own.length * 1_000_000) / sum(numbers(good, 'entities')) / 10_000) * 0.00036, 'USD'),
      ]);
    }
  });

  it('block sweep: mean, deviation and gain of every setting', () => {
    const run = recordedRuns.Sweep!;
    const rows = csvOf(run);
    const table = tableIn(reportHtml(reportOf(run)), 'Every setting');
    expect(table).toHaveLength(8);
    for (const [file, block, inFlight, mean, sd, , gain, , ok, , lessTime] of table) {
      const of = (name: string): readonly CsvRow[] =>
        rows.filter(
          ({ fileBytes, blockBytes }) =>
            formatFigure(Number(fileBytes), 'bytes') === file &&
            (blockBytes === '0' ? 'one stream' : formatFigure(Number(blockBytes), 'bytes')) === name,
        );
      const durations = numbers(of(block!), 'durationMs');
      const alone = numbers(of('one stream'), 'durationMs');
      expect([mean, sd]).toEqual([sum(durations) / 3, deviation(durations)].map(ms));
      expect(gain).toBe(formatFigure(sum(alone) / sum(durations), '×'));
      expect(lessTime).toBe(formatFigure((1 - sum(durations) / sum(alone)) * 100, '%'));
      expect([inFlight, ok]).toEqual([of(block!)[0]!.concurrency, '3']);
    }
  });

  it('the paper shows the figures of the page', () => {
    for (const run of Object.values(recordedRuns)) {
      const report = reportOf(run);
      const html = reportHtml(report);
      const texts = new Set(
        reportPages(report).flatMap((page) => page.flatMap((mark) => (mark.kind === 'words' ? [mark.text] : []))),
      );
      const [first] = report.sections[0]!.tables;
      const cells = tableIn(html, first!.title).flatMap((row) => row.slice(1));
      expect(cells.length).toBeGreaterThan(10);
      expect(cells.filter((cell) => !texts.has(cell))).toEqual([]);
    }
  });
});

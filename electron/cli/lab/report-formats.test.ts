// Reports in every format hold what the report holds, and a report of anybody's CSV has the figures of its rows.
import { describe, expect, it } from 'vitest';
import { svgFile } from '@shared/lab/charts/svg-text';
import { drawChart } from '@shared/lab/charts/draw-chart';
import { recordedRuns } from '@shared/lab/fixtures/recorded-runs';
import { reportOf } from '@shared/lab/report/report';
import { lightInks } from '@shared/lab/report/report-html';
import { csvReport } from './csv-report';
import { formatsFrom } from './report-files';
import { slidesFile } from './slides';
import { workbookFile } from './workbook';

const run = recordedRuns.Study!;
const report = reportOf(run);
const charts = report.sections.flatMap((section) => section.charts);
const tables = report.sections.flatMap((section) => section.tables);

/** The names in an archive, which its directory has in plain text. */
const partsOf = (archive: Buffer, pattern: RegExp): number => new Set(archive.toString('latin1').match(pattern)).size;

describe('report formats', () => {
  it('slides: a title, the findings, and a slide for each table, chart and page of text', async () => {
    const deck = await slidesFile(report);
    expect(deck.subarray(0, 2).toString()).toBe('PK');
    const texts = report.sections.reduce((sum, { paragraphs }) => sum + Math.ceil(paragraphs.length / 9), 0);
    expect(partsOf(deck, /ppt\/slides\/slide\d+\.xml/g)).toBe(1 + 1 + tables.length + charts.length + texts);
  });

  it('workbook: the findings, a sheet for each table, and the rows', async () => {
    const book = await workbookFile(report, { columns: run.columns, rows: run.rows });
    expect(partsOf(book, /xl\/worksheets\/sheet\d+\.xml/g)).toBe(2 + tables.length);
  });

  it('svg: a chart alone is a whole file without properties of a page', () => {
    for (const spec of charts) {
      const text = svgFile(drawChart(spec, { width: 720, height: 360 }), spec, lightInks);
      expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="\d+"/);
      expect(text).not.toContain('var(');
      for (const { label } of spec.series.length > 1 ? spec.series : []) expect(text).toContain(`>${label}</text>`);
    }
  });

  it('are named on the command line, and one that is unknown is rejected', () => {
    expect(formatsFrom('html, PPTX')).toEqual(['html', 'pptx']);
    expect(formatsFrom('all')).toContain('xlsx');
    expect(() => formatsFrom('docx')).toThrow(/--format: "docx" is unknown/);
  });
});

describe('report of a CSV', () => {
  const csv = 'size;duration ms;note\n1;10;a\n1;20;b\n1;30;\n2;100;c\n2;300;d\n2;failed;e\n';

  it('has mean and deviation for each value of a column, and leaves rows without a number out', () => {
    const { report: own, data } = csvReport(csv, 'own.csv', { by: 'size' });
    const [table] = own.sections[0]!.tables;
    // Group, n, min, median, mean and standard deviation.
    expect(table!.rows.map((row) => row.slice(0, 6))).toEqual([
      ['1', 3, 10, 20, 20, 10],
      ['2', 2, 100, 200, 200, Math.sqrt(20_000)],
    ]);
    expect(own.findings).toEqual(['duration ms: the mean goes from 20.0 ms (1) to 200 ms (2).']);
    expect(own.sections[0]!.charts.map(({ id }) => id)).toEqual(['course', 'spread', 'means', 'box']);
    expect(data.rows).toHaveLength(6);
  });

  it('groups by itself where a few values come again, and names what is wrong', () => {
    expect(csvReport(csv, 'own.csv', {}).report.subtitle).toBe('duration ms by size, 6 rows');
    expect(() => csvReport(csv, 'own.csv', { value: 'nothing' })).toThrow(/--value: there is no column nothing/);
    expect(() => csvReport(csv, 'own.csv', { value: 'note' })).toThrow(/--value: note holds no numbers/);
    expect(() => csvReport('a,b\n1\n', 'own.csv', {})).toThrow(/own\.csv: it is no CSV/);
    expect(() => csvReport('a,b\n', 'own.csv', {})).toThrow(/no rows below its heading/);
    expect(() => csvReport(`${'a,'.repeat(1_000)}b\n${'1,'.repeat(1_000)}1\n`, 'own.csv', {})).toThrow(/1000 columns/);
  });
});

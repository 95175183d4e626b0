// A report of anybody's measurements: a CSV with a column of values and, if there is one, a column that groups them. The
// tables and charts are those of a transfer study: per group mean, deviation, percentiles, spread and course.
import { parse } from 'csv-parse/sync';
import { StowageError, invalidInput } from '@shared/errors';
import { MiB } from '@shared/units';
import { axis, bandPoint, categories, meanPoint } from '@shared/lab/chart-parts';
import type { ChartSpec } from '@shared/lab/charts/chart-spec';
import { withFixedColours } from '@shared/lab/charts/fixed-colours';
import { withUnit } from '@shared/lab/figures';
import { histogramChart } from '@shared/lab/histogram-chart';
import type { Report } from '@shared/lab/report/report';
import type { ResultTable } from '@shared/lab/results';
import { summaryOf } from '@shared/lab/statistics/summary';
import type { DataRows } from './workbook';

export interface CsvReportOptions {
  /** The column to draw, and the one that groups it; chosen from the data where absent. */
  readonly value?: string;
  readonly by?: string;
  readonly unit?: string;
  readonly title?: string;
}

interface Group {
  readonly label: string;
  readonly values: readonly number[];
}

const maxGroups = 24;
export const maxCsvBytes = 64 * MiB;
/** About as many as a sheet holds. */
const maxRows = 1_000_000;
const maxColumns = 1_000;

/** @throws StowageError `invalid.input` that names the option or the line */
export function csvReport(
  text: string,
  name: string,
  options: CsvReportOptions,
): { readonly report: Report; readonly data: DataRows } {
  const data = rowsOf(text, name);
  const numeric = data.columns.filter((_, index) => isNumeric(data, index));
  const value = options.value ?? preferred(numeric);
  if (value === undefined) throw invalidInput(name, 'no column holds numbers.', 'Name a CSV with a heading line.');
  const valueAt = columnAt(data, value, '--value');
  if (!isNumeric(data, valueAt))
    throw invalidInput('--value', `${value} holds no numbers.`, `Use ${numeric.join(', ')}.`);
  const by = options.by ?? grouping(data, valueAt);
  const byAt = by === undefined ? -1 : columnAt(data, by, '--by');
  const groups = groupsOf(data, valueAt, byAt, value);
  if (groups.length > maxGroups) {
    throw invalidInput(
      '--by',
      `${by ?? ''} has ${groups.length} different values.`,
      `Use a column with at most ${maxGroups}.`,
    );
  }
  const unit = options.unit ?? unitOf(value);
  const measured = data.rows.length;
  return {
    data,
    report: {
      title: options.title ?? name,
      subtitle: by === undefined ? `${value}, ${measured} rows` : `${value} by ${by}, ${measured} rows`,
      findings: findingsOf(groups, value, unit),
      sections: [
        {
          heading: '',
          paragraphs: [],
          tables: [tableOf(groups, value, unit)],
          charts: chartsOf(groups, value, unit, by),
        },
        {
          heading: 'How it was drawn',
          paragraphs: [
            `From ${name}: column ${value}${by === undefined ? '' : `, grouped by ${by}`}; rows without a number there are left out.`,
            'Percentiles are values that were measured (nearest rank). Densities use a Gaussian kernel with Silverman’s bandwidth.',
          ],
          tables: [],
          charts: [],
        },
      ],
    },
  };
}

const fewer = 'Name a file with fewer.';

function rowsOf(text: string, name: string): DataRows {
  const options = { bom: true, skip_empty_lines: true, trim: true, delimiter: [',', ';', '\t'] };
  try {
    const [heading = []] = parse(text, { ...options, to: 1 });
    if (heading.length > maxColumns) throw invalidInput(name, `it has more than ${maxColumns} columns.`, fewer);
    const [columns = [], ...rows] = parse(text, { ...options, to: maxRows + 2 });
    if (rows.length > maxRows) throw invalidInput(name, `it has more than ${maxRows} rows.`, fewer);
    if (rows.length === 0)
      throw invalidInput(name, 'it has no rows below its heading.', 'Name a CSV with a heading line.');
    return {
      columns,
      rows: rows.map((row) => row.map((cell) => (cell !== '' && Number.isFinite(Number(cell)) ? Number(cell) : cell))),
    };
  } catch (thrown) {
    if (thrown instanceof StowageError) throw thrown;
    const problem = thrown instanceof Error ? thrown.message : String(thrown);
    throw invalidInput(name, `it is no CSV: ${problem}`, 'Every line needs as many cells as the heading.');
  }
}

function columnAt({ columns }: DataRows, column: string, option: string): number {
  const at = columns.indexOf(column);
  if (at === -1) throw invalidInput(option, `there is no column ${column}.`, `Use ${columns.join(', ')}.`);
  return at;
}

/** Most of its cells, so that a few failures do not hide it. */
function isNumeric({ rows }: DataRows, at: number): boolean {
  const numbers = rows.filter((row) => typeof row[at] === 'number').length;
  return numbers > 0 && numbers * 2 >= rows.length;
}

/** A duration, a rate or a latency rather than a counter. */
const preferred = (columns: readonly string[]): string | undefined =>
  columns.find((column) => /duration|elapsed|latency|rate|speed|throughput/i.test(column)) ?? columns.at(-1);

/** The first column with a few values that come again. */
function grouping(data: DataRows, valueAt: number): string | undefined {
  return data.columns.find((_, at) => {
    if (at === valueAt) return false;
    const different = new Set(data.rows.map((row) => row[at])).size;
    return different > 1 && different <= maxGroups && different * 2 <= data.rows.length;
  });
}

function groupsOf({ rows }: DataRows, valueAt: number, byAt: number, value: string): readonly Group[] {
  const groups = new Map<string | number, number[]>();
  for (const row of rows) {
    const key = byAt === -1 ? value : (row[byAt] ?? '');
    const values = groups.get(key) ?? [];
    groups.set(key, values);
    const cell = row[valueAt];
    if (typeof cell === 'number') values.push(cell);
  }
  const keys = [...groups.keys()];
  if (keys.every((key) => typeof key === 'number')) keys.sort((a, b) => a - b);
  return keys.map((key) => ({ label: String(key), values: groups.get(key) ?? [] }));
}

const unitOf = (column: string): string =>
  /ms$|\(ms\)/i.test(column) ? 'ms' : /bytesPerSecond/i.test(column) ? 'bytes/s' : '';

function findingsOf(groups: readonly Group[], value: string, unit: string): readonly string[] {
  const means = groups.map(({ label, values }) => ({ label, ...summaryOf(values) })).filter(({ count }) => count > 0);
  const [lowest, highest] = [...means]
    .sort((a, b) => a.mean - b.mean)
    .filter((_, index, all) => index === 0 || index === all.length - 1);
  if (lowest === undefined) return [];
  if (highest === undefined) return [`${value}: mean ${withUnit(lowest.mean, unit)} over ${lowest.count} rows.`];
  return [
    `${value}: the mean goes from ${withUnit(lowest.mean, unit)} (${lowest.label}) to ${withUnit(highest.mean, unit)} (${highest.label}).`,
  ];
}

function tableOf(groups: readonly Group[], value: string, unit: string): ResultTable {
  return {
    id: 'summary',
    title: value,
    columns: [
      { title: 'Group', unit: '' },
      { title: 'n', unit: '' },
      ...['Min', 'Median', 'Mean', 'SD', 'p90', 'p95', 'p99', 'Max'].map((title) => ({ title, unit })),
    ],
    rows: groups.map(({ label, values }) => {
      const { count, min, median, mean, sd, p90, p95, p99, max } = summaryOf(values);
      return [
        label,
        count,
        ...[min, median, mean, sd, p90, p95, p99, max].map((one) => (Number.isFinite(one) ? one : null)),
      ];
    }),
    note: '',
  };
}

function chartsOf(groups: readonly Group[], value: string, unit: string, by = ''): readonly ChartSpec[] {
  const names = groups.map(({ label }) => label);
  const y = axis(value, unit);
  const charts: ChartSpec[] = [
    {
      id: 'course',
      title: `${value}, row by row`,
      x: axis('Row', ''),
      y,
      series: groups.map(({ label, values }, colour) => ({
        label,
        shape: 'dots',
        colour,
        points: values.map((one, index) => ({ x: index + 1, y: one })),
      })),
      note: 'Every row is a dot, in the order of the file.',
    },
    histogramChart({ id: 'spread', title: `${value}: distribution`, axis: y }, groups),
  ];
  if (groups.length > 1) {
    charts.push(
      {
        id: 'means',
        title: `${value}: mean`,
        x: categories(by, names),
        y,
        series: [
          { label: value, shape: 'columns', colour: 0, points: groups.map(({ values }, x) => meanPoint(x, values)) },
        ],
        note: 'Vertical line: ±1 standard deviation.',
      },
      {
        id: 'box',
        title: `${value}: box plot`,
        x: categories(by, names),
        y,
        series: [
          { label: value, shape: 'box', colour: 0, points: groups.map(({ values }, x) => bandPoint(x, values)) },
        ],
        note: 'Box: middle 50 % with the median; whiskers: 5th and 95th percentile.',
      },
    );
  }
  return withFixedColours(charts);
}

// The files of a run and of a comparison: data.csv with every measured row, run.json, comparison.csv, and the points of
// a chart. Pure.
import { harmless } from '../charting/formula-guard';
import type { ChartAxis, ChartSpec } from './charts/chart-spec';
import type { RunRecord } from './run';
import { compareRuns } from './compare-runs';
import { comparisonTable } from './comparison-result';
import { inEnglish } from '../strings/t';

/** RFC 4180 with line feeds; numbers as the shortest text that reads back the same. */
export function runCsv(run: Pick<RunRecord, 'columns' | 'rows'>): string {
  const lines = [run.columns, ...run.rows].map((row) => row.map(csvCell).join(','));
  return `${lines.join('\n')}\n`;
}

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = harmless(value);
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

/** Always in English, because programs read it. */
export function comparisonCsv(runs: readonly RunRecord[]): string {
  const { columns, rows } = inEnglish(() => comparisonTable(compareRuns(runs)));
  const titles = columns.map(({ title, unit }) => (unit === '' ? title : `${title} (${unit})`));
  return runCsv({ columns: titles, rows: rows.map((row) => [...row]) });
}

/** One row of measurements a line, so that two runs can be looked at side by side. */
export function runJson(run: RunRecord): string {
  const { rows, ...rest } = run;
  const head = JSON.stringify(rest, null, 2).replace(/\n\}$/, '');
  return `${head},\n  "rows": [\n${rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n')}\n  ]\n}\n`;
}

/** The points of all series, one a line; `low` to `highest` are the ranges that the chart draws around a point. */
export function pointsCsv({ x, y, right, series }: ChartSpec): string {
  const columns = ['series', titleOf(x), 'to', 'axis', 'value', 'low', 'high', 'lowest', 'highest'];
  const rows = series.flatMap(({ label, axis, points }) => {
    const title = titleOf(axis === 'right' && right !== undefined ? right : y);
    return points.map((point) => {
      const at = x.categories?.[point.x] ?? point.x;
      const { toX = null, low = null, high = null, lowest = null, highest = null } = point;
      return [label, at, toX, title, point.y, low, high, lowest, highest];
    });
  });
  return runCsv({ columns, rows });
}

const titleOf = ({ title, unit }: ChartAxis): string => (unit === '' ? title : `${title} (${unit})`);

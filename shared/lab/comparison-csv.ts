// comparison.csv: the table of a comparison, a setting a line. Pure.
import type { Comparison } from './compare-runs';
import { comparisonTable } from './comparison-result';
import { runCsv } from './run-csv';

export function comparisonCsv(comparison: Comparison): string {
  const { columns, rows } = comparisonTable(comparison);
  const titles = columns.map(({ title, unit }) => (unit === '' ? title : `${title} (${unit})`));
  return runCsv({ columns: titles, rows: rows.map((row) => [...row]) });
}

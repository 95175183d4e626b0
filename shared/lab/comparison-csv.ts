// comparison.csv: the table of a comparison, one line per setting. Pure.
import { compareRuns } from './compare-runs';
import { comparisonTable } from './comparison-result';
import { inEnglish } from '../strings/t';
import type { RunRecord } from './run';
import { runCsv } from './run-csv';

/** Always in English, because programs read it. */
export function comparisonCsv(runs: readonly RunRecord[]): string {
  const { columns, rows } = inEnglish(() => comparisonTable(compareRuns(runs)));
  const titles = columns.map(({ title, unit }) => (unit === '' ? title : `${title} (${unit})`));
  return runCsv({ columns: titles, rows: rows.map((row) => [...row]) });
}

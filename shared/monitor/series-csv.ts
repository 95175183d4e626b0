// A chart over time as CSV: a line a moment, a column a series, numbers with every digit in the unit of the measuring.
// Its heads speak as the chart does.
import { reportLine } from '../charting/csv-line';
import { t } from '../strings/t';

export interface SeriesColumn {
  readonly key: string;
  readonly label: string;
  readonly unit: string;
}

/** @param rows oldest first; null where nothing was measured, which stays an empty field */
export function seriesCsv(
  rows: readonly ({ readonly atMs: number } & Readonly<Record<string, number | null>>)[],
  columns: readonly SeriesColumn[],
): string {
  const head = reportLine([t`time`, ...columns.map(({ label, unit }) => `${label} (${unit})`)]);
  const lines = rows.map((row) =>
    reportLine([new Date(row.atMs).toISOString(), ...columns.map(({ key }) => textOf(row[key]))]),
  );
  return [head, ...lines].join('');
}

function textOf(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}

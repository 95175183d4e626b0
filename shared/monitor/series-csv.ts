// A chart over time as CSV: one line per moment, one column per series, numbers with all digits in the unit in which
// they are measured. Column names are always English, because programs read them.
import { reportLine } from '../charting/csv-line';

export interface SeriesColumn {
  readonly key: string;
  /** In English. */
  readonly label: string;
  readonly unit: string;
}

/** @param rows oldest first; null where nothing was measured, which stays an empty field */
export function seriesCsv(
  rows: readonly ({ readonly atMs: number } & Readonly<Record<string, number | null>>)[],
  columns: readonly SeriesColumn[],
): string {
  const head = reportLine(['time', ...columns.map(({ label, unit }) => `${label} (${unit})`)]);
  const lines = rows.map((row) =>
    reportLine([new Date(row.atMs).toISOString(), ...columns.map(({ key }) => textOf(row[key]))]),
  );
  return [head, ...lines].join('');
}

function textOf(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}

// data.csv: every measured row of a run, one line each, with a heading. Pure.
import type { RunRecord } from './run';

/** RFC 4180 with line feeds; numbers as the shortest text that reads back the same. */
export function runCsv(run: Pick<RunRecord, 'columns' | 'rows'>): string {
  const lines = [run.columns, ...run.rows].map((row) => row.map(csvCell).join(','));
  return `${lines.join('\n')}\n`;
}

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  // A text that a spreadsheet would take for a formula is kept a text.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

// data.csv: every measured row of a run, one per line, with a header. Pure.
import { harmless } from '../charting/formula-guard';
import type { RunRecord } from './run';

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

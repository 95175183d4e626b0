// The figures of a counter for other programs: a line a step, a column a role instance, every digit of each mean.
import { reportLine } from '@shared/charting/csv-line';
import { type TimeZone, momentText, ticksFromMs } from '@shared/query/ticks';
import { t } from '@shared/strings/t';
import type { CounterChart } from './counter-series';

/** `tsv` for pasting into a sheet, `csv` for a file; a step without a sample is an empty field. */
export type CounterTextForm = 'tsv' | 'csv';

export function counterText({ rows, series }: CounterChart, zone: TimeZone, form: CounterTextForm): string {
  const lines = [
    [timeHeading(zone), ...series.map(({ label }) => label)],
    ...rows.map((row) => [momentText(ticksFromMs(row.atMs), zone), ...series.map(({ key }) => String(row[key] ?? ''))]),
  ];
  if (form === 'csv') return lines.map(reportLine).join('');
  return lines.map((cells) => cells.map((cell) => cell.replace(/[\t\r\n]+/g, ' ')).join('\t')).join('\n');
}

export function timeHeading(zone: TimeZone): string {
  return zone === 'utc' ? t`Time, UTC` : t`Time, local`;
}

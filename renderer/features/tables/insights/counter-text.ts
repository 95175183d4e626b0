// The figures of a counter for other programs: a line a step, a column a role instance, every digit of each mean.
import { reportLine } from '@shared/charting/csv-line';
import { type TimeZone, momentText, ticksFromMs } from '@shared/query/ticks';
import { t } from '@shared/strings/t';
import type { CounterChart } from './counter-series';

/** For pasting into a sheet, as the window says it; a step without a sample is an empty field. */
export function counterCells(chart: CounterChart, zone: TimeZone): string {
  return linesOf(chart, timeHeading(zone), (atMs) => momentText(ticksFromMs(atMs), zone))
    .map((cells) => cells.map((cell) => cell.replace(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n');
}

/** The same as a file, which programs read: its head is English and its times are UTC, whatever the window shows. */
export function counterCsv(chart: CounterChart): string {
  return linesOf(chart, 'time', (atMs) => new Date(atMs).toISOString())
    .map(reportLine)
    .join('');
}

function linesOf(
  { rows, series }: CounterChart,
  time: string,
  timeOf: (atMs: number) => string,
): readonly (readonly string[])[] {
  return [
    [time, ...series.map(({ label }) => label)],
    ...rows.map((row) => [timeOf(row.atMs), ...series.map(({ key }) => String(row[key] ?? ''))]),
  ];
}

export function timeHeading(zone: TimeZone): string {
  return zone === 'utc' ? t`Time, UTC` : t`Time, local`;
}

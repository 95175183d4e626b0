// The plotted points of counters as text: those of one chart for a spreadsheet or a file, and those of all charts with one
// line for each point.
import { reportLine } from '@shared/charting/csv-line';
import { type TimeZone, momentText, ticksFromMs } from '@shared/query/ticks';
import { t } from '@shared/strings/t';
import { type CounterChart, highKey, lowKey } from './counter-series';

/** For pasting into a spreadsheet, in the language of the window; a step without a sample is an empty cell. */
export function counterCells(chart: CounterChart, zone: TimeZone): string {
  return linesOf(chart, timeHeading(zone), (atMs) => momentText(ticksFromMs(atMs), zone))
    .map((cells) => cells.map((cell) => cell.replace(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n');
}

/** The same as a file for programs: with an English head and UTC times, whatever the window shows. */
export function counterCsv(chart: CounterChart): string {
  return linesOf(chart, 'time', (atMs) => new Date(atMs).toISOString())
    .map(reportLine)
    .join('');
}

function linesOf(
  { rows, series, means }: CounterChart,
  time: string,
  timeOf: (atMs: number) => string,
): readonly (readonly string[])[] {
  // A point that is a mean has its extremes beside it.
  const columns = series.flatMap(({ key, label }) =>
    means === 'none'
      ? [{ key, label }]
      : [
          { key, label },
          { key: lowKey(key), label: t`${label} min` },
          { key: highKey(key), label: t`${label} max` },
        ],
  );
  return [
    [time, ...columns.map(({ label }) => label)],
    ...rows.map((row) => [timeOf(row.atMs), ...columns.map(({ key }) => String(row[key] ?? ''))]),
  ];
}

export function timeHeading(zone: TimeZone): string {
  return zone === 'utc' ? t`Time, UTC` : t`Time, local`;
}

/** Every plotted point of all charts, for programs: English headings, UTC, and no line where nothing was measured. */
export function allCountersCsv(charts: readonly CounterChart[]): string {
  const points = charts.flatMap(({ counter, series, rows }) =>
    rows.flatMap((row) =>
      series.flatMap(({ key, label }) => {
        const value = row[key] ?? null;
        if (value === null) return [];
        const figures = [value, row[lowKey(key)] ?? value, row[highKey(key)] ?? value];
        return [[new Date(row.atMs).toISOString(), counter, label, ...figures.map(String)]];
      }),
    ),
  );
  return [['time', 'counter', 'instance', 'mean', 'min', 'max'], ...points].map(reportLine).join('');
}

// One performance counter: as a chart over which a range is drawn, or as figures, with its unit, and the ways to copy
// or save either.
import { Copy } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { asOne, t } from '@shared/strings/t';
import { type Scale, maxOf, rateScale } from '@renderer/charts/axis';
import { chartClock } from '@renderer/charts/chart-clock';
import { chartSvg } from '@renderer/charts/chart-picture';
import { Legend } from '@renderer/charts/legend';
import type { Extent } from '@renderer/charts/result-extent';
import { SaveChart } from '@renderer/charts/save-chart';
import { TimeChart } from '@renderer/charts/time-chart';
import { IconButton, classNames } from '@renderer/ui';
import { type TimeZone, momentText, ticksFromMs } from '@shared/query/ticks';
import { byteUnitOf, formatBytes, formatCount, formatRate } from '@shared/units';
import { copyText } from '../result/copy-text';
import shared from '../tab/figures.module.css';
import type { CounterChart, CounterCharts } from './counter-series';
import styles from './wad.module.css';
import { reportLine } from '@shared/charting/csv-line';
import { formatNumber } from '@shared/strings/numbers';

interface CounterDrawingProps {
  readonly chart: CounterChart;
  readonly data: CounterCharts;
  readonly zone: TimeZone;
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (key: string) => void;
  /** A range of time was selected, in ms since 1970. */
  readonly onStretch: (stretch: Extent) => void;
}

const ignore = (): void => undefined;

export function CounterDrawing({ chart, data, zone, hidden, onToggle, onStretch }: CounterDrawingProps) {
  const plot = useRef<HTMLDivElement>(null);
  const shown = chart.series.filter(({ key }) => !hidden.has(key));
  const max = maxIn({ ...chart, series: shown });
  const unit = counterUnit(chart.counter, max);
  const title = `${chart.counter}${unit.unit === '' ? '' : `, ${unit.unit}`}`;
  const picture = (): string | null => {
    const svg = plot.current?.querySelector<SVGSVGElement>('svg.recharts-surface');
    return svg ? chartSvg({ svg, title, series: shown }) : null;
  };
  return (
    <figure className={styles.chart} aria-label={title}>
      <figcaption className={styles.caption}>
        <span className={styles.text}>
          <h3 className={styles.title}>{chart.counter}</h3>
          <span className={styles.unit}>{unit.unit}</span>
          <Legend series={chart.series} hidden={hidden} onToggle={onToggle} />
          {chart.leftOut === 0 ? null : (
            <span className={styles.unit}>{t`${formatCount(chart.leftOut)} more not drawn`}</span>
          )}
        </span>
        <Handing chart={{ ...chart, series: shown }} zone={zone} picture={picture} />
      </figcaption>
      <div ref={plot}>
        <TimeChart
          title={chart.counter}
          rows={chart.rows}
          series={chart.series}
          hidden={hidden}
          windowMs={Math.max(data.toMs - data.fromMs, data.stepMs)}
          endMs={Math.max(data.toMs, data.fromMs + data.stepMs)}
          left={{ per: unit.per, max, minTop: 1 }}
          height={168}
          intervals={3}
          formatValue={(_, value) => unit.valueText(value)}
          group="counters"
          clock={chartClock(data.fromMs, data.toMs, zone)}
          brush={{
            onSelect: ({ from, to }) => onStretch({ from, to: to + data.stepMs - 1 }),
            onChoose: ignore,
          }}
        />
      </div>
    </figure>
  );
}

export function CounterFigures({ chart, zone }: { readonly chart: CounterChart; readonly zone: TimeZone }) {
  const unit = counterUnit(chart.counter, maxIn(chart));
  return (
    <section aria-label={chart.counter}>
      <div className={styles.caption}>
        <h3 className={styles.title}>{chart.counter}</h3>
        <Handing chart={chart} zone={zone} />
      </div>
      <table className={classNames(shared.table, styles.table)} aria-label={chart.counter}>
        <thead>
          <tr>
            <th scope="col">{timeHeading(zone)}</th>
            {chart.series.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {chart.rows.map((row) => (
            <tr key={row.atMs}>
              <th scope="row">{asOne(momentText(ticksFromMs(row.atMs), zone))}</th>
              {chart.series.map(({ key }) => {
                const value = row[key] ?? null;
                return <td key={key}>{value === null ? t`none` : unit.valueText(value)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface HandingProps {
  readonly chart: CounterChart;
  readonly zone: TimeZone;
  /** Omitted if nothing is drawn. */
  readonly picture?: () => string | null;
}

function Handing({ chart, zone, picture }: HandingProps): ReactNode {
  return (
    <span className={styles.handing}>
      <IconButton
        label={t`Copy the data of ${chart.counter}`}
        size="small"
        icon={<Copy size={14} aria-hidden />}
        onPress={() => copyText(counterCells(chart, zone), t`the data`)}
      />
      <SaveChart
        label={t`Save chart: ${chart.counter}`}
        name={chart.counter}
        csv={() => counterCsv(chart)}
        picture={picture ?? (() => null)}
        {...(picture === undefined ? { pictureMissing: t`Each series is in the chart` } : {})}
      />
    </span>
  );
}

function maxIn({ rows, series }: CounterChart): number {
  return maxOf(
    rows,
    series.map(
      ({ key }) =>
        (row) =>
          row[key] ?? null,
    ),
  );
}

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
  { rows, series }: CounterChart,
  time: string,
  timeOf: (atMs: number) => string,
): readonly (readonly string[])[] {
  return [
    [time, ...series.map(({ label }) => label)],
    ...rows.map((row) => [timeOf(row.atMs), ...series.map(({ key }) => String(row[key] ?? ''))]),
  ];
}

function timeHeading(zone: TimeZone): string {
  return zone === 'utc' ? t`Time, UTC` : t`Time, local`;
}

interface CounterUnit extends Scale {
  readonly valueText: (value: number) => string;
}

/** @param most the largest value to show, which determines the unit of byte counters */
export function counterUnit(counter: string, max: number): CounterUnit {
  const name = counter.slice(counter.lastIndexOf('\\') + 1);
  if (name.startsWith('%')) return plain('%');
  if (/bytes\b.*\/sec/i.test(name)) return { ...rateScale(max), valueText: formatRate };
  // The service counts in powers of 1,024 and writes them with decimal prefixes.
  if (/mbytes$/i.test(name)) return plain('MiB');
  if (/kbytes$/i.test(name)) return plain('KiB');
  if (/bytes$/i.test(name)) return { ...byteScale(max), valueText: formatBytes };
  if (/\/sec/i.test(name)) return plain(t`per s`);
  return plain('');
}

function plain(unit: string): CounterUnit {
  return {
    unit,
    per: 1,
    valueText: (value) => asOne(`${formatNumber(value, { min: 2, max: 2 })}${unit === '' ? '' : ` ${unit}`}`),
  };
}

function byteScale(max: number): Scale {
  const { name, per } = byteUnitOf(max);
  return { unit: name, per };
}

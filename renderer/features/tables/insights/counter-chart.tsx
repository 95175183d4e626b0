// One performance counter: as a chart over which a range is drawn, or as figures, with its unit, and the ways to copy
// or save either.
import { Copy, FoldVertical } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { asOne, t } from '@shared/strings/t';
import { type Scale, maxOf, rateScale } from '@renderer/charts/axis';
import { chartClock } from '@renderer/charts/chart-clock';
import { chartSvg } from '@renderer/charts/chart-picture';
import { Legend } from '@renderer/charts/legend';
import type { Extent } from '@renderer/charts/result-extent';
import { SaveChart } from '@renderer/charts/save-chart';
import { TimeChart } from '@renderer/charts/time-chart';
import type { Series } from '@renderer/charts/series';
import { Button, IconButton, NumberField, Popover, classNames } from '@renderer/ui';
import { type TimeZone, momentText, ticksFromMs } from '@shared/query/ticks';
import { byteUnitOf, formatBytes, formatCount, formatRate } from '@shared/units';
import { copyText } from '../result/copy-text';
import shared from '../tab/figures.module.css';
import { counterCells, counterCsv, timeHeading } from './counter-export';
import { type CounterChart, type CounterCharts, highKey, lowKey } from './counter-series';
import styles from './wad.module.css';
import { formatNumber } from '@shared/strings/numbers';

interface CounterDrawingProps {
  readonly chart: CounterChart;
  readonly data: CounterCharts;
  readonly zone: TimeZone;
  readonly hidden: ReadonlySet<string>;
  /** In the counter's own unit; null for none. */
  readonly threshold: number | null;
  readonly onThreshold: (value: number | null) => void;
  readonly onToggle: (key: string) => void;
  /** A range of time was selected, in ms since 1970. */
  readonly onStretch: (stretch: Extent) => void;
}

const ignore = (): void => undefined;

export function CounterDrawing(props: CounterDrawingProps) {
  const { chart, data, zone, hidden, threshold, onThreshold, onToggle, onStretch } = props;
  const plot = useRef<HTMLDivElement>(null);
  const shown = chart.series.filter(({ key }) => !hidden.has(key));
  const bands = chart.bands.filter(({ key }) => shown.some((series) => lowKey(series.key) === key));
  const max = Math.max(maxIn({ ...chart, series: shown }), threshold ?? 0);
  const line: readonly Series<string>[] = threshold === null ? [] : [thresholdSeries];
  const rows = threshold === null ? chart.rows : chart.rows.map((row) => ({ ...row, threshold }));
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
          {chart.bands.length === 0 ? null : (
            <span className={styles.unit}>{t`shaded: smallest to largest sample`}</span>
          )}
          {threshold === null ? null : (
            <span className={styles.unit}>{thresholdText(chart, shown, threshold, unit.valueText(threshold))}</span>
          )}
        </span>
        <Threshold counter={chart.counter} unit={unit} threshold={threshold} onThreshold={onThreshold} />
        <Handing chart={{ ...chart, series: shown }} zone={zone} picture={picture} />
      </figcaption>
      <div ref={plot}>
        <TimeChart
          title={chart.counter}
          rows={rows}
          series={[...bands, ...chart.series, ...line]}
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

const thresholdSeries: Series<string> = {
  key: 'threshold',
  label: t`threshold`,
  colour: 'var(--text-muted)',
  shape: 'line',
  dash: 'dashed',
};

/** How often a drawn point is above the threshold. */
function thresholdText(
  { rows }: CounterChart,
  series: readonly Series<string>[],
  threshold: number,
  text: string,
): string {
  const values = rows.flatMap((row) => series.flatMap(({ key }) => row[key] ?? []));
  const above = values.filter((value) => value > threshold).length;
  return t`${formatCount(above)} of ${formatCount(values.length)} points above ${text}`;
}

interface ThresholdProps extends Pick<CounterDrawingProps, 'threshold' | 'onThreshold'> {
  readonly counter: string;
  readonly unit: CounterUnit;
}

function Threshold({ counter, unit, threshold, onThreshold }: ThresholdProps): ReactNode {
  return (
    <Popover
      label={t`Threshold of ${counter}`}
      placement="bottom end"
      trigger={
        <IconButton label={t`Threshold of ${counter}`} size="small" icon={<FoldVertical size={14} aria-hidden />} />
      }
    >
      <NumberField
        label={t`Threshold`}
        value={threshold === null ? Number.NaN : threshold / unit.per}
        min={0}
        {...(unit.unit === '' ? {} : { unit: unit.unit })}
        onChange={(value) => onThreshold(Number.isFinite(value) ? value * unit.per : null)}
      />
      {threshold === null ? null : <Button size="small" onPress={() => onThreshold(null)}>{t`No threshold`}</Button>}
    </Popover>
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
          row[highKey(key)] ?? row[key] ?? null,
    ),
  );
}

interface CounterUnit extends Scale {
  readonly valueText: (value: number) => string;
}

/** @param most the largest value to show, which determines the unit of byte counters */
export function counterUnit(counter: string, max: number): CounterUnit {
  const name = counter.slice(counter.lastIndexOf('\\') + 1);
  if (/^(?:%|Percent)/u.test(name)) return plain('%');
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

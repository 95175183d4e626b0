// The last minute beside the transfers: upload, download, and the slowest requests.
import { memo, useMemo, useState } from 'react';
import type { Sample } from '@shared/model/sample';
import { t } from '@shared/strings/t';
import { formatDuration, formatRate } from '@shared/units';
import { latencyScale, maxOf, rateScale } from '@renderer/charts/axis';
import { Legend } from '@renderer/charts/legend';
import type { Series } from '@renderer/charts/series';
import { TimeChart } from '@renderer/charts/time-chart';
import { useStaggered } from '@renderer/charts/use-staggered';
import { useLiveSamples } from '@renderer/live/metrics';
import { type ChartKey, type ChartPoint, chartPoints } from '@renderer/live/points';
import styles from './activity-dock.module.css';

const windowMs = 60_000;
/** After the charts of Monitor, which draw from the same event. */
const redrawDelayMs = 200;

type Key = Extract<ChartKey, 'upload' | 'download' | 'p99'>;

const series: readonly Series<Key>[] = [
  { key: 'upload', label: t`upload`, colour: 'var(--series-upload)', shape: 'line' },
  { key: 'download', label: t`download`, colour: 'var(--series-download)', shape: 'line' },
  { key: 'p99', label: 'p99', colour: 'var(--series-p99)', shape: 'line', axis: 'right' },
];

const formatValue = (key: Key, value: number): string => (key === 'p99' ? formatDuration(value) : formatRate(value));
const uploadOf = (point: ChartPoint): number | null => point.upload;
const downloadOf = (point: ChartPoint): number | null => point.download;
const p99Of = (point: ChartPoint): number | null => point.p99;

export function RateChart({ height }: { readonly height: number }) {
  return <DrawnRates samples={useStaggered(useLiveSamples(), redrawDelayMs)} height={height} />;
}

interface DrawnRatesProps {
  readonly samples: readonly Sample[];
  readonly height: number;
}

const DrawnRates = memo(function DrawnRates({ samples, height }: DrawnRatesProps) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const endMs = samples.at(-1)?.atMs ?? 0;
  const points = useMemo(() => chartPoints(samples, windowMs, endMs), [samples, endMs]);

  const maxRate = maxOf(points, [uploadOf, downloadOf]);
  const maxLatency = maxOf(points, [p99Of]);
  const rates = rateScale(maxRate);
  const latencies = latencyScale(maxLatency);
  const toggle = (key: Key): void => {
    const after = new Set(hidden);
    if (!after.delete(key)) after.add(key);
    setHidden(after);
  };

  return (
    <figure className={styles.chart} aria-label={t`Throughput and latency in the last minute`}>
      <Legend series={series} hidden={hidden} onToggle={toggle} />
      {points.length === 0 ? (
        <p className={styles.empty}>{t`Nothing measured yet.`}</p>
      ) : (
        <>
          <div className={styles.units} aria-hidden="true">
            <span>{rates.unit}</span>
            <span>{latencies.unit}</span>
          </div>
          <TimeChart
            title={t`Throughput and latency in the last minute`}
            rows={points}
            series={series}
            hidden={hidden}
            windowMs={windowMs}
            endMs={endMs}
            left={{ per: rates.per, max: maxRate, minTop: 1 }}
            right={{ per: latencies.per, max: maxLatency, minTop: 10 }}
            height={Math.max(60, height)}
            intervals={height < 130 ? 2 : 3}
            timeParts={2}
            formatValue={formatValue}
          />
        </>
      )}
    </figure>
  );
});

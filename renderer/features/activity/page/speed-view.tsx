// How fast a run was and why: its rate and settings over time, the rates' distribution, what it waited for, and each
// change of the settings with its reason.
import { useState } from 'react';
import type { TransferJob } from '@shared/model/transfer';
import type { TraceSample, TransferTrace } from '@shared/model/transfer-trace';
import { t } from '@shared/strings/t';
import { byteUnitOf, formatBytes, formatCount, formatDuration, formatPercent, formatRate } from '@shared/units';
import { maxOf, rateScale } from '@renderer/charts/axis';
import { durationTickTexts, durationTicks } from '@renderer/charts/duration-axis';
import { Legend } from '@renderer/charts/legend';
import type { Series } from '@renderer/charts/series';
import { TimeChart } from '@renderer/charts/time-chart';
import { Meter } from '@renderer/ui';
import { FileRates } from './file-rates';
import { RateDensity } from './rate-density';
import styles from './speed-view.module.css';
import { counted } from '@shared/strings/counted';
import { bottleneckLabels, waitShares } from '@shared/monitor/bottleneck';

export interface SpeedViewProps {
  readonly job: TransferJob;
  readonly trace: TransferTrace | null;
  readonly isActive: boolean;
}

const minSamples = 2;
/** Two below each other have room beside an open dock. */
const chartPx = 140;

export function SpeedView({ job, trace, isActive }: SpeedViewProps) {
  const fileRates = <FileRates job={job} isActive={isActive} heightPx={chartPx} />;
  if (trace === null) {
    return (
      <div className={styles.view} data-kept-scroll="speed">
        <p className={styles.words}>
          {t`No data has been transferred since the app started, so the rate over time is not available.`}
        </p>
        <div className={styles.cells}>{fileRates}</div>
      </div>
    );
  }
  const { samples, steps, elapsedMs } = trace;
  const verdict = verdictOf(trace);
  return (
    <div className={styles.view} data-kept-scroll="speed">
      <div className={styles.cells}>
        <section aria-label={t`Speed limiting factors`} className={styles.cell}>
          <h2 className={styles.title}>{verdict.title}</h2>
          <p className={styles.words}>{verdict.advice}</p>
          <ul className={styles.evidence}>
            {verdict.shares.map(({ name, share }) => (
              <li key={name}>
                <span>{name}</span>
                <Meter label={name} value={share} max={1} valueText={formatPercent(share)} />
                <span className={styles.share}>{formatPercent(share)}</span>
              </li>
            ))}
          </ul>
        </section>
        {samples.length < minSamples ? (
          <p className={styles.words}>{t`The run was too short for a chart: ${formatDuration(elapsedMs)}.`}</p>
        ) : (
          <>
            <RateOverTime samples={samples} kind={job.kind} />
            <SettingsOverTime samples={samples} />
            <RateDensity rates={samples.map(({ bytesPerSecond }) => bytesPerSecond)} of="moments" heightPx={chartPx} />
            <BlockSizeOverTime samples={samples} />
          </>
        )}
        {fileRates}
      </div>
      <section aria-label={t`Tuning changes`}>
        <h2 className={styles.title}>{t`Tuning changes`}</h2>
        {steps.length === 0 ? (
          <p className={styles.words}>{t`None: the initial settings were used throughout.`}</p>
        ) : (
          <ol className={styles.stepList}>
            {steps.map(({ atMs, concurrency, blockBytes, reason }) => (
              <li key={`${atMs} ${reason}`}>
                <span className={styles.stepTime}>{formatDuration(atMs)}</span>
                <span>{reason}</span>
                <span className={styles.stepSetting}>
                  {t`${formatCount(concurrency)} concurrent`}
                  {blockBytes > 0 ? t`, ${formatBytes(blockBytes)} blocks` : ''}
                </span>
              </li>
            ))}
          </ol>
        )}
      </section>
    </div>
  );
}

interface ChartProps {
  readonly samples: readonly TraceSample[];
}

function RateOverTime({ samples, kind }: ChartProps & { readonly kind: TransferJob['kind'] }) {
  const series: readonly Series<'bytesPerSecond'>[] = [
    { key: 'bytesPerSecond', label: t`rate`, colour: `var(--series-${kind})`, shape: 'area' },
  ];
  const max = maxOf(samples, [({ bytesPerSecond }) => bytesPerSecond]);
  const { per, unit } = rateScale(max);
  return (
    <figure className={styles.cell} aria-label={t`Rate over time, ${unit}`}>
      <figcaption className={styles.caption}>
        {t`Rate`} <span className={styles.unit}>{unit}</span>
      </figcaption>
      <TimeChart
        title={t`Rate over time`}
        rows={samples}
        series={series}
        hidden={new Set()}
        {...timeOf(samples)}
        left={{ per, max, minTop: 1 }}
        height={chartPx}
        formatValue={(_key, value) => formatRate(value)}
        group="transfer"
      />
    </figure>
  );
}

const settingSeries: readonly Series<'concurrency' | 'inFlight'>[] = [
  { key: 'concurrency', label: t`concurrency limit`, colour: 'var(--series-p50)', shape: 'line', dash: 'dashed' },
  { key: 'inFlight', label: t`in flight`, colour: 'var(--series-p95)', shape: 'line' },
];

function SettingsOverTime({ samples }: ChartProps) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string): void => {
    const after = new Set(hidden);
    if (!after.delete(key)) after.add(key);
    setHidden(after);
  };
  return (
    <figure className={styles.cell} aria-label={t`Concurrent requests over time`}>
      <figcaption className={styles.caption}>
        {t`Concurrent requests`}
        <Legend series={settingSeries} hidden={hidden} onToggle={toggle} />
      </figcaption>
      <TimeChart
        title={t`Concurrent requests over time`}
        rows={samples}
        series={settingSeries}
        hidden={hidden}
        {...timeOf(samples)}
        left={{
          per: 1,
          max: maxOf(samples, [(one) => one.concurrency, (one) => one.inFlight]),
          minTop: 4,
          steps: 'whole',
        }}
        height={chartPx}
        formatValue={(_key, value) => formatCount(value)}
        group="transfer"
      />
    </figure>
  );
}

const blockSeries: readonly Series<'blockBytes'>[] = [
  { key: 'blockBytes', label: t`block size`, colour: 'var(--series-p99)', shape: 'steps' },
];

/** Below the requests at once, on the same axis of time: both are what the tuner set. */
function BlockSizeOverTime({ samples }: ChartProps) {
  const max = maxOf(samples, [({ blockBytes }) => blockBytes]);
  if (max === 0) return null;
  const { name: unit, per } = byteUnitOf(max);
  // What moves without blocks has no size of them.
  const rows = samples.map(({ atMs, blockBytes }) => ({ atMs, blockBytes: blockBytes > 0 ? blockBytes : null }));
  return (
    <figure className={styles.cell} aria-label={t`Block size over time, ${unit}`}>
      <figcaption className={styles.captionLine}>
        {t`Block size`}
        <span className={styles.unit}>
          {unit} · {blockSizesText(samples.map(({ blockBytes }) => blockBytes))}
        </span>
      </figcaption>
      <TimeChart
        title={t`Block size over time`}
        rows={rows}
        series={blockSeries}
        hidden={new Set()}
        {...timeOf(samples)}
        left={{ per, max, minTop: 1 }}
        height={110}
        intervals={2}
        formatValue={(_key, value) => formatBytes(value)}
        group="transfer"
      />
    </figure>
  );
}

const timeParts = 4;

function timeOf(samples: readonly TraceSample[]) {
  const endMs = samples.at(-1)?.atMs ?? 1;
  const ticksMs = durationTicks(0, endMs, timeParts);
  return {
    windowMs: endMs,
    endMs,
    clock: {
      ticksMs,
      tickText: durationTickTexts(ticksMs),
      momentText: (atMs: number) => t`${formatDuration(atMs)} after the start`,
    },
  };
}

/** More of them than these are summed up. */
const maxNamed = 4;

/** @param blockBytes of each sample, 0 while nothing moved in blocks */
export function blockSizesText(blockBytes: readonly number[]): string {
  const sizes = blockBytes.filter((bytes) => bytes > 0);
  const inTurn = sizes.filter((bytes, index) => bytes !== sizes[index - 1]);
  if (inTurn.length === 0) return t`no blocks`;
  if (inTurn.length <= maxNamed) return t`blocks of ${inTurn.map(formatBytes).join(' → ')}`;
  const [min, max] = [Math.min(...inTurn), Math.max(...inTurn)].map(formatBytes);
  return t`blocks of ${min ?? ''} to ${max ?? ''}, changed ${counted(inTurn.length - 1, 'time')}`;
}

// Describes what limits a transfer, with the evidence: the share of the workers' time spent on each kind of wait.

interface Verdict {
  readonly title: string;
  readonly advice: string;
  /** Largest first; empty before anything was waited for. */
  readonly shares: ReturnType<typeof waitShares>;
}

export function verdictOf({ bottleneck, waits, threadUse }: TransferTrace): Verdict {
  const { title, advice } = bottleneckLabels[bottleneck];
  const busy = t`The busiest thread was busy ${Math.round(threadUse * 100)} % of the time.`;
  return { title, advice: bottleneck === 'cpu' ? `${busy} ${advice}` : advice, shares: waitShares(waits) };
}

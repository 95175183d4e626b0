// The rate of each file of a job, in the order in which they ended, and how many files had which rate. Known of every
// job whose journal is here, also after a restart.
import { CartesianGrid, Scatter, ScatterChart, Tooltip, XAxis, YAxis } from 'recharts';
import { type TransferJob, timingFields } from '@shared/model/transfer';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatBytes, formatCount, formatDuration, formatRate } from '@shared/units';
import { call } from '@renderer/bridge';
import { maxOf, rateScale, tickTexts, ticksFromZero } from '@renderer/charts/axis';
import { ErrorNotice } from '@renderer/ui';
import { RateDensity } from './rate-density';
import styles from './speed-view.module.css';
import { useQuery } from './use-query';
import { useRevision } from './use-revision';

export interface FileRatesProps {
  readonly job: TransferJob;
  readonly isActive: boolean;
  readonly heightPx: number;
}

/** Of more files, every n-th one is drawn. */
const maxDots = 600;
const minFiles = 2;

interface FileRate {
  /** From 1. */
  readonly order: number;
  /** Without its folders. */
  readonly name: string;
  readonly bytes: number;
  readonly durationMs: number;
  readonly bytesPerSecond: number;
}

export function FileRates({ job, isActive, heightPx }: FileRatesProps) {
  const every = Math.max(1, Math.ceil(job.filesDone / maxDots));
  const { answer, error } = useQuery({
    query: `${job.id} ${every}`,
    revision: useRevision(job, isActive ? 'on-screen' : 'hidden'),
    request: async (signal) => ratesOf(job.id, every, signal),
  });
  if (error !== null && answer === null) return <ErrorNotice error={error} />;
  const files = answer?.value ?? [];
  if (files.length < minFiles) return null;
  return (
    <>
      <RateByOrder files={files} every={every} filesDone={job.filesDone} heightPx={heightPx} />
      <RateDensity rates={files.map(({ bytesPerSecond }) => bytesPerSecond)} of="files" heightPx={heightPx} />
    </>
  );
}

async function ratesOf(jobId: string, every: number, signal: AbortSignal): Promise<readonly FileRate[]> {
  const query = { jobId, state: 'done', offset: 0, limit: maxDots, every } as const;
  const { files } = await call('transfers.files', query, { signal });
  return files.flatMap(({ source, bytes, timing }, index) => {
    const { durationMs, bytesPerSecond } = timingFields(bytes, timing);
    if (bytes === null || bytes === 0 || durationMs === null || bytesPerSecond === null) return [];
    return [
      { order: 1 + index * every, name: source.split(/[\\/]/u).at(-1) ?? source, bytes, durationMs, bytesPerSecond },
    ];
  });
}

interface RateByOrderProps {
  readonly files: readonly FileRate[];
  readonly every: number;
  readonly filesDone: number;
  readonly heightPx: number;
}

function RateByOrder({ files, every, filesDone, heightPx }: RateByOrderProps) {
  const max = maxOf(files, [({ bytesPerSecond }) => bytesPerSecond]);
  const { per, unit } = rateScale(max);
  const rateTicks = ticksFromZero(max / per, 4, 1);
  const last = files.at(-1)?.order ?? 1;
  const orderTicks = ticksFromZero(last, 5, 1, 'whole');
  const rows = files.map((file) => ({ ...file, rate: file.bytesPerSecond / per }));
  return (
    <figure className={styles.cell} aria-label={t`Rate of each file in order, ${unit}`}>
      <figcaption className={styles.caption}>
        {t`Rate of each file, in order of completion`}
        <span className={styles.unit}>
          {every === 1 ? unit : t`${unit} · ${counted(filesDone, 'file')} in total, 1 of ${formatCount(every)} shown`}
        </span>
      </figcaption>
      <ScatterChart responsive width="100%" height={heightPx} margin={{ top: 6, right: 12, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
        <XAxis
          dataKey="order"
          type="number"
          domain={[0, Math.max(last, orderTicks.at(-1) ?? 1)]}
          ticks={[...orderTicks]}
          tickFormatter={(order: number) => formatCount(order)}
          {...axis}
          interval="equidistantPreserveStart"
          height={26}
          tickMargin={6}
        />
        <YAxis
          dataKey="rate"
          type="number"
          domain={[0, rateTicks.at(-1) ?? 1]}
          ticks={[...rateTicks]}
          tickFormatter={tickTexts(rateTicks)}
          {...axis}
          interval={0}
          width={44}
          axisLine={false}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={false}
          content={({ active, payload }) => {
            const file = payload[0]?.payload as FileRate | undefined;
            return active && file ? (
              <div className={styles.tooltip}>
                <div className={styles.fileName}>{file.name}</div>
                {t`${formatRate(file.bytesPerSecond)}: ${formatBytes(file.bytes)} in ${formatDuration(file.durationMs)}`}
              </div>
            ) : null;
          }}
        />
        <Scatter data={rows} isAnimationActive={false} shape={(dot: DotShape) => <Dot {...dot} />} />
      </ScatterChart>
    </figure>
  );
}

interface DotShape {
  readonly cx?: number;
  readonly cy?: number;
}

function Dot({ cx = 0, cy = 0 }: DotShape) {
  return <circle cx={cx} cy={cy} r={2.5} fill="var(--series-p50)" fillOpacity={0.75} />;
}

const axis = { tick: { fontSize: 11, fill: 'var(--chart-axis)' }, tickLine: false } as const;
